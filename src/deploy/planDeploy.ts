import { graphText } from '../flow/compare/canonicalText.ts';
import { isArchived } from '../contract/enumerations.ts';
import { type FlowLink, type FlowLinkTable, relink } from '../flow/deploy/flowLink.ts';
import type { FlowSource, RefusedSource } from '../flow/deploy/flowSource.ts';
import { type PlanItem, planItem, type RemoteFlow, withReason } from '../flow/deploy/planItem.ts';
import { digest } from './digest.ts';
import type { DeployContext } from './deployContext.ts';
import { addCapacity } from './flowCapacity.ts';
import { objectionText } from '../flow/deploy/objectionText.ts';
import { readSeenFlow } from './readSeenFlow.ts';
import { readRemoteFlow } from './remoteFlow.ts';

/** The link of files without a flow to flows of the same name. */
export interface Adoption {
  /** The keys of linked files that no longer exist, whose flows another file can be linked to. */
  readonly missing: ReadonlySet<string>;
}

/**
 * Plans the deployment of files with read requests only, one item per file. With `adoption`, a file without a flow is
 * linked to the flow that has its name.
 */
export async function planDeploy(
  context: DeployContext,
  sources: readonly (FlowSource | RefusedSource)[],
  adoption?: Adoption,
): Promise<readonly PlanItem[]> {
  const table = await context.links.all();
  const pathsByFlow = new Map<string, string>();
  const items: PlanItem[] = [];
  for (const source of sources) {
    const item =
      'refusal' in source
        ? { ...source, action: 'refused' as const }
        : await planSource(context, source, table, adoption);
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
  adoption: Adoption | undefined,
): Promise<PlanItem> {
  const { findFlowsNamed } = context;
  const stored = table[source.key];
  const resumed = await resumeCreation(context, stored ?? {}, table);
  if ('refusal' in resumed) return refuse(source, resumed.refusal);
  const { link } = resumed;
  const leftovers = await Promise.all((link.replaced ?? []).map(id => readSeenFlow(context, id)));
  const known = planItem(source, { stored, link, leftovers }, await readLinked(context, link), digest);
  const planned =
    adoption && known.action === 'create' ? await adopt(context, source, known, table, adoption) : known;
  const objection =
    planned.action === 'unchanged' ? undefined : objectionText(await context.validate(source.body));
  const item = objection === undefined ? planned : withReason(planned, objection);
  if (item.action !== 'create' || !(await findFlowsNamed(source.name))?.length) return item;
  const withWarning = withReason(item, 'A flow with this name already exists; another one will be created.');
  return { ...withWarning, isNameTaken: true };
}

function refuse({ key, path }: FlowSource, refusal: string): PlanItem {
  return { key, path, refusal, action: 'refused' };
}

async function readLinked(
  { client, catalog, options }: DeployContext,
  { flowId }: FlowLink,
): Promise<RemoteFlow | undefined> {
  return flowId === undefined ? undefined : readRemoteFlow(client, flowId, catalog, options);
}

/** Plans the update of the only flow with the name of a file that would create another one. */
async function adopt(
  context: DeployContext,
  source: FlowSource,
  item: Extract<PlanItem, { readonly action: 'create' }>,
  table: FlowLinkTable,
  { missing }: Adoption,
): Promise<PlanItem> {
  const linked = Object.entries(table).filter(([key]) => key !== source.key && !missing.has(key));
  const linkedIds = new Set(linked.map(([, { flowId }]) => flowId));
  const named = (await context.findFlowsNamed(source.name)) ?? [];
  const [flow, ...others] = named.filter(one => !isArchived(one) && !linkedIds.has(one.id));
  if (!flow) return item;
  if (others.length > 0)
    return refuse(
      source,
      `The service has ${others.length + 1} flows with this name, so none of them is linked to the file. Rename or delete the others.`,
    );
  const link = relink(item.link, flow.id);
  const { stored, leftovers = [] } = item;
  const remote = await readLinked(context, link);
  const adopted = planItem(source, { stored, link, leftovers }, remote, digest);
  if (adopted.action === 'unchanged') return { ...adopted, isAdopted: true };
  if (adopted.action !== 'update' && adopted.action !== 'recreate') return adopted;
  // Nothing tells who has made the differences.
  return withReason(
    { ...adopted, isAdopted: true },
    `The file has the name of the flow ${flow.id}, whose own settings and steps are replaced.`,
  );
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
