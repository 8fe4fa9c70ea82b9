import type { SeenFlow } from '../flow/deploy/planItem.ts';
import type { DeployContext } from './deployContext.ts';
import { readRemoteFlow } from './remoteFlow.ts';

/** Returns the current state of a flow. */
export async function readSeenFlow(
  { client, catalog, options }: DeployContext,
  flowId: string,
): Promise<SeenFlow> {
  const found = await readRemoteFlow(client, flowId, catalog, options);
  if (found.kind !== 'found') return { flowId, remote: undefined, enabled: undefined };
  return { flowId, remote: found.meaning, enabled: found.enabled };
}
