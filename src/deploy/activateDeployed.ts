import type { Flow } from '../contract/records/flow.ts';
import type { VerifiedState } from '../flow/compare/drift.ts';
import { withVerified } from '../flow/deploy/flowLink.ts';
import type { FlowSource } from '../flow/deploy/flowSource.ts';
import type { DeployContext } from './deployContext.ts';

/** A flow that was activated, with a sentence if its execution could not be stored in the link. */
interface Activated {
  readonly flow: Flow;
  readonly note: string | undefined;
}

/**
 * Activates the flow of a file with a successful execution of it (spec 4.5), and stores in the link which execution has
 * verified `graph`, if it is known. Rejects with ApiError.
 */
export async function activateDeployed(
  context: DeployContext,
  source: Pick<FlowSource, 'key'>,
  flowId: string,
  executionId: string,
  graph: Omit<VerifiedState, 'executionId'> | undefined,
): Promise<Activated> {
  const { client, options } = context;
  const body = { verificationExecutionId: executionId };
  const { data } = (await client.activateFlow({ params: { flowId }, body }, options)).value;
  const note = graph && (await storeVerified(context, source, flowId, { executionId, ...graph }));
  return { flow: data, note };
}

/** Stores in the link of a file which execution has verified its flow. Resolves to a sentence if that fails. */
export async function storeVerified(
  { links }: Pick<DeployContext, 'links'>,
  { key }: Pick<FlowSource, 'key'>,
  flowId: string,
  verified: VerifiedState,
): Promise<string | undefined> {
  try {
    await links.update(key, link => withVerified(link, flowId, verified));
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `The execution ${verified.executionId} could not be stored in the links file: ${why}`;
  }
}
