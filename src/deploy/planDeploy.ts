import { graphText } from '../flow/compare/canonicalText.ts';
import type { FlowLink, FlowLinkTable } from '../flow/deploy/flowLink.ts';
import type { FlowSource, RefusedSource } from '../flow/deploy/flowSource.ts';
import { type PlanItem, planItem, type SeenFlow, withReason } from '../flow/deploy/planItem.ts';
import { digest } from './digest.ts';
import type { DeployContext } from './deployContext.ts';
import { addCapacity } from './flowCapacity.ts';
import { objectionText } from '../flow/deploy/objectionText.ts';
import { readRemoteFlow } from './remoteFlow.ts';

/** Plans the deployment of files with read requests only, one item per file. */
export async function planDeploy(
  context: DeployContext,
  sources: readonly (FlowSource | RefusedSource)[],
): Promise<readonly PlanItem[]> {
  const table = await context.links.all();
  const pathsByFlow = new Map<string, string>();
  const items: PlanItem[] = [];
  for (const source of sources) {
    const item =
      'refusal' in source
        ? { ...source, action: 'refused' as const }
        : await planSource(context, source, table);
    const flowId = linkedFlow(item);
    const other = flowId === undefined ? undefined : pathsByFlow.get(flowId);
    if (other !== undefined) {
      const refusal = `This file is linked to the same flow as ${other}; unlink one of the two files.`;
      items.push({ key: source.key, path: source.path, refusal, action: 'refused' });
      continue;
    }
    if (flowId !== undefined) pathsByFlow.set(flowId, source.path);
    items.push(item);
  }
  return addCapacity(context, items.map(warnOfNamesake()));
}

function linkedFlow(item: PlanItem): string | undefined {
  if (item.action === 'recreate') return item.former;
  return 'flowId' in item ? item.flowId : undefined;
}

/** Adds a reason to an item that creates a flow with the same name as an earlier item does. */
function warnOfNamesake(): (item: PlanItem) => PlanItem {
  const creating = new Map<string, string>();
  return item => {
    if (item.action !== 'create') return item;
    const { name } = item.source;
    const earlier = creating.get(name);
    if (earlier !== undefined) return withReason(item, `${earlier} also creates a flow with this name.`);
    creating.set(name, item.path);
    return item;
  };
}

async function planSource(
  context: DeployContext,
  source: FlowSource,
  table: FlowLinkTable,
): Promise<PlanItem> {
  const { client, catalog, findFlowsNamed, options } = context;
  const stored = table[source.key];
  const resumed = await resumeCreation(context, stored ?? {}, table);
  if ('refusal' in resumed) {
    const { key, path } = source;
    return { key, path, refusal: resumed.refusal, action: 'refused' };
  }
  const { link } = resumed;
  const remote =
    link.flowId === undefined ? undefined : await readRemoteFlow(client, link.flowId, catalog, options);
  const leftovers = await Promise.all((link.replaced ?? []).map(id => readSeenFlow(context, id)));
  const planned = planItem(source, { stored, link, leftovers }, remote, digest);
  const objection =
    planned.action === 'unchanged' ? undefined : objectionText(await context.validate(source.body));
  const item = objection === undefined ? planned : withReason(planned, objection);
  if (item.action !== 'create' || !(await findFlowsNamed(source.name))?.length) return item;
  const withWarning = withReason(item, 'A flow with this name already exists; another one will be created.');
  return { ...withWarning, isNameTaken: true };
}

async function readSeenFlow({ client, catalog, options }: DeployContext, flowId: string): Promise<SeenFlow> {
  const found = await readRemoteFlow(client, flowId, catalog, options);
  if (found.kind !== 'found') return { flowId, remote: undefined, enabled: undefined };
  return { flowId, remote: found.meaning, enabled: found.enabled };
}

/**
 * Returns the link of a file with any interrupted creation resolved: a flow with the recorded name and graph that is
 * new and linked to no other file was created by it.
 */
async function resumeCreation(
  { client, catalog, findFlowsNamed, options }: DeployContext,
  link: FlowLink,
  table: FlowLinkTable,
): Promise<{ readonly link: FlowLink } | { readonly refusal: string }> {
  const { creating, ...settled } = link;
  if (!creating) return { link };
  const flows = await findFlowsNamed(creating.name);
  if (!flows || !creating.known) {
    const refusal =
      'An earlier deployment was interrupted while it created this flow, and this service cannot list its flows to find it. Unlink the file to create another flow.';
    return { refusal };
  }
  const linked = new Set(Object.values(table).map(({ flowId }) => flowId));
  const known = new Set(creating.known);
  for (const { id } of flows) {
    if (known.has(id) || linked.has(id)) continue;
    const remote = await readRemoteFlow(client, id, catalog, options);
    if (remote.kind !== 'found' || digest(graphText(remote.meaning)) !== creating.graph) continue;
    const { flowId: former, replaced = [] } = settled;
    const left = former === undefined ? replaced : [...replaced, former];
    return { link: { flowId: id, ...(left.length > 0 ? { replaced: left } : {}) } };
  }
  return { link: settled };
}
