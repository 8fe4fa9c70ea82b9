import type { Client } from '../client/client.ts';
import type { CallOptions } from '../client/reply.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { type Verified, verifiedGraph } from '../flow/compare/drift.ts';
import { digest } from './digest.ts';
import { readRemoteFlow } from './remoteFlow.ts';

type ActionNames = Pick<FlowCatalog, 'action'>;

/** Returns the digests of the current graph of a flow; undefined if the flow is gone or unreadable. */
export async function readGraph(
  client: Client,
  flowId: string,
  catalog: ActionNames,
  options: CallOptions = {},
): Promise<Omit<Verified, 'executionId'> | undefined> {
  const remote = await readRemoteFlow(client, flowId, catalog, options);
  if (remote.kind !== 'found') return undefined;
  const { graph, steps } = verifiedGraph(remote.meaning, '', digest);
  return { graph, steps };
}
