import type { ApiError } from '../../client/failure.ts';
import { mayHaveTakenEffect } from '../../client/takenEffect.ts';
import type { Operation } from '../../contract/operation.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { AnyOperationId } from '../../contract/sandboxOperations.ts';

/**
 * Returns the summaries of the operations that a retry may execute twice: those of `mayHaveDone`, and the failed one
 * unless it certainly had no effect. Leaves out operations whose repetition changes nothing.
 */
export async function summarizeRepeated(
  error: ApiError,
  mayHaveDone: ReadonlySet<OperationId>,
): Promise<readonly string[]> {
  const [{ operations }, { sandboxOperations }] = await Promise.all([
    import('../../contract/operations.ts'),
    import('../../contract/sandboxOperations.ts'),
  ]);
  const rows: Readonly<Record<AnyOperationId, Operation>> = { ...operations, ...sandboxOperations };
  const failed = mayHaveTakenEffect(error) ? [error.operation] : [];
  const ids = new Set<AnyOperationId>([...mayHaveDone, ...failed]);
  return [...ids].flatMap(id => (isHarmless(rows[id]) ? [] : [rows[id].summary]));
}

// Updating fields repeatedly has the same result as updating them once.
function isHarmless({ effect, idempotent, method }: Operation): boolean {
  return effect === 'read' || idempotent || method === 'PATCH';
}
