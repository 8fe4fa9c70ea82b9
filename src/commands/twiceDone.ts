import type { ApiError } from '../client/failure.ts';
import { mayHaveTakenEffect } from '../client/takenEffect.ts';
import type { Operation } from '../contract/operation.ts';
import type { OperationId } from '../contract/operations.ts';
import type { SandboxOperationId } from '../contract/sandboxOperations.ts';

type AnyOperationId = OperationId | SandboxOperationId;

/**
 * The operations that happen twice where a command is repeated after a failure, by their summaries: those that the
 * service may have carried out before, and the one that failed if nothing says that it was not.
 */
export async function twiceDone(
  error: ApiError,
  mayHaveDone: readonly OperationId[],
): Promise<readonly string[]> {
  const [{ operations }, { sandboxOperations }] = await Promise.all([
    import('../contract/operations.ts'),
    import('../contract/sandboxOperations.ts'),
  ]);
  const rows: Readonly<Record<AnyOperationId, Operation>> = { ...operations, ...sandboxOperations };
  const failed = mayHaveTakenEffect(error) ? [error.operation] : [];
  const ids = new Set<AnyOperationId>([...mayHaveDone, ...failed]);
  return [...ids].flatMap(id => (isHarmless(rows[id]) ? [] : [rows[id].summary]));
}

// A change of fields leaves the same record behind, however often it is made.
function isHarmless({ effect, idempotent, method }: Operation): boolean {
  return effect === 'read' || idempotent || method === 'PATCH';
}
