import type { FlowLink } from '../flow/deploy/flowLink.ts';
import { isChangedSince, type SeenFlow } from '../flow/deploy/planItem.ts';
import type { DeployContext } from './deployContext.ts';
import { digest } from './digest.ts';
import { readSeenFlow } from './readSeenFlow.ts';
import { isGone } from './remoteFlow.ts';
import { replaceLink } from './replaceLink.ts';
import { requireUnchanged } from './requireUnchanged.ts';

/** A linked flow whose file no longer exists. */
export interface PrunedFlow {
  /** The key of the file in the links. */
  readonly key: string;
  /** The path of the file for display. */
  readonly path: string;
  readonly flowId: string;
  /** The name of the flow, if it can be read. */
  readonly name: string | undefined;
  readonly enabled: boolean | undefined;
  /** True if the flow was changed on the service since it was last updated from its file, or if nothing tells. */
  readonly isServiceChanged: boolean;
  /** The flows to delete; empty if another file is linked to the flow, so that only the link is removed. */
  readonly flows: readonly SeenFlow[];
  readonly link: FlowLink;
}

/** Plans the deletion of linked flows whose files are gone, with read requests only. `keptIds` are those of other files. */
export async function planPrune(
  context: DeployContext,
  files: readonly { readonly key: string; readonly path: string; readonly link: FlowLink }[],
  keptIds: ReadonlySet<string>,
): Promise<readonly PrunedFlow[]> {
  const planned: PrunedFlow[] = [];
  for (const { key, path, link } of files) {
    const { flowId } = link;
    // A creation whose answer was lost is resumed by restoring the file.
    if (flowId === undefined || link.creating) continue;
    const ids = [flowId, ...(link.replaced ?? [])].filter(id => !keptIds.has(id));
    const flows = await Promise.all(ids.map(id => readSeenFlow(context, id)));
    const seen = flows.find(flow => flow.flowId === flowId);
    const name = seen?.remote?.settings.name;
    planned.push({
      key,
      path,
      flowId,
      link,
      flows,
      name: typeof name === 'string' ? name : undefined,
      enabled: seen?.enabled,
      isServiceChanged:
        seen?.remote !== undefined &&
        (link.deployed === undefined || isChangedSince(seen.remote, link.deployed, digest)),
    });
  }
  return planned;
}

/** Deletes a flow whose file is gone, and its link. Rejects if the flow or the link has changed since the plan. */
export function pruneFlow(
  context: DeployContext,
  { key, path, name, flowId, flows, link }: PrunedFlow,
): Promise<'deleted' | 'unlinked'> {
  return context.links.exclusively(key, async () => {
    for (const flow of flows) {
      const shown = flow.flowId === flowId ? (name ?? flowId) : flow.flowId;
      await requireUnchanged(context, shown, flow);
      try {
        await context.client.deleteFlow({ params: { flowId: flow.flowId } }, context.options);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
    await replaceLink(context, { key, path }, link, undefined, 'The flow was deleted.');
    return flows.length > 0 ? 'deleted' : 'unlinked';
  });
}
