import type { Flow } from '../contract/records/flow.ts';
import type { Verified } from '../flow/compare/drift.ts';
import type { FlowSource } from '../flow/deploy/flowSource.ts';
import type { DeployContext } from './deployContext.ts';
import { readGraph } from './remoteFlow.ts';

/**
 * Activates the flow of a file with a successful execution of it (spec 4.5), and stores in the link which execution has
 * verified it. Rejects with ApiError.
 */
export async function activateDeployed(
  context: DeployContext,
  source: Pick<FlowSource, 'key'>,
  flowId: string,
  executionId: string,
): Promise<Flow> {
  const { client, catalog, options } = context;
  const body = { verificationExecutionId: executionId };
  const { data } = (await client.activateFlow({ params: { flowId }, body }, options)).value;
  const graph = await readGraph(client, flowId, catalog, options);
  if (graph) await storeVerified(context, source, flowId, { executionId, ...graph });
  return data;
}

/** Stores in the link of a file which execution has verified its flow. */
export async function storeVerified(
  { links }: Pick<DeployContext, 'links'>,
  { key }: Pick<FlowSource, 'key'>,
  flowId: string,
  verified: Verified,
): Promise<void> {
  await links.update(key, link => (link?.flowId === flowId ? { ...link, verified } : link));
}
