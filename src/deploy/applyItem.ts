import { randomUUID } from 'node:crypto';
import { isArchived } from '../contract/enumerations.ts';
import type { Input } from '../contract/operations.ts';
import { flowText, graphText } from '../flow/compare/canonicalText.ts';
import type { Deployed } from '../flow/compare/drift.ts';
import type { FlowMeaning, SettingName } from '../flow/compare/flowMeaning.ts';
import type { FlowLink } from '../flow/deploy/flowLink.ts';
import { withKeys } from '../flow/deploy/withKeys.ts';
import type { FlowSource } from '../flow/deploy/flowSource.ts';
import type { PlanItem, SeenFlow } from '../flow/deploy/planItem.ts';
import { canonicalJson } from '../flow/schema/equal.ts';
import type { DeployContext } from './deployContext.ts';
import { digest } from './digest.ts';
import { isGone, lacksOperation, readRemoteFlow } from './remoteFlow.ts';
import { isSameLink, replaceLink } from './replaceLink.ts';
import { requireUnchanged } from './requireUnchanged.ts';

type CreateBody = Input<'createFlow'>['body'];
type UpdateBody = NonNullable<Input<'updateFlow'>['body']>;
type Item<Action extends PlanItem['action']> = Extract<PlanItem, { readonly action: Action }>;

/** The outcome for a file. `stepsKept`: the service cannot replace the steps of a flow, and nothing was changed. */
export interface DeployOutcome {
  readonly result: 'created' | 'updated' | 'unchanged' | 'recreated' | 'stepsKept';
  readonly flowId: string;
}

/**
 * Deploys a planned file to the service, while no one else deploys it. Stores a creation in the links file before it starts, so that after an
 * interruption at any point a new plan continues from there. Rejects with the error of a failed call.
 */
export function applyItem(
  context: DeployContext,
  item: Exclude<PlanItem, Item<'refused'>>,
): Promise<DeployOutcome> {
  return context.links.exclusively(item.source.key, () => applyAlone(context, item));
}

async function applyAlone(
  context: DeployContext,
  item: Exclude<PlanItem, Item<'refused'>>,
): Promise<DeployOutcome> {
  switch (item.action) {
    case 'create':
      return { result: 'created', flowId: await create(context, item, undefined) };
    case 'recreate':
      return { result: 'recreated', flowId: await create(context, item, item.former) };
    case 'unchanged': {
      const deployed = item.remote ? toDeployed(item.source, item.remote) : item.link.deployed;
      await settle(context, item, item.stored, { ...item.link, flowId: item.flowId, deployed });
      return { result: 'unchanged', flowId: item.flowId };
    }
    case 'update':
      return update(context, item);
  }
}

async function create(
  context: DeployContext,
  item: Item<'create' | 'recreate'>,
  formerId: string | undefined,
): Promise<string> {
  const { client, findFlowsNamed, options } = context;
  const { source, link } = item;
  const { name, body, meaning } = source;
  const knownIds = (await findFlowsNamed(name))?.map(({ id }) => id);
  const replaced = [...(link.replaced ?? []), ...(formerId === undefined ? [] : [formerId])];
  const leftovers = replaced.length > 0 ? { replaced } : {};
  const kept = formerId === undefined ? { replaced: link.replaced } : { ...link, flowId: formerId };
  // A creation that was interrupted continues with its token.
  const token = item.stored?.creating?.token ?? randomUUID();
  const mark = { name, graph: digest(graphText(meaning)), known: knownIds, token };
  const creating = { ...kept, creating: mark };
  if (item.action === 'recreate') await requireUnchanged(context, name, toSeenFlow(item));
  await replaceLink(context, item, item.stored, creating);
  // A flow is enabled by activation only, once an execution has verified it (spec 3.1).
  const created = { ...body, enabled: false } as CreateBody;
  const createWith = async (
    key: string,
  ): Promise<{ readonly flowId: string; readonly replayed: boolean }> => {
    const idempotencyKey = digest(`${key} ${canonicalJson(created)}`);
    const { value, replayed } = await client.createFlow({ body: created }, { ...options, idempotencyKey });
    return { flowId: value.data.id, replayed };
  };
  const first = await createWith(token);
  let { flowId } = first;
  let before: FlowLink = creating;
  // The flow of the interrupted creation may have been deleted since.
  if (first.replayed && (await isDeleted(context, flowId))) {
    const again = { ...creating, creating: { ...mark, token: randomUUID() } };
    await replaceLink(context, item, before, again);
    before = again;
    ({ flowId } = await createWith(again.creating.token));
  }
  const stored = { flowId, ...leftovers };
  await replaceLink(context, item, before, stored, `The flow ${flowId} was created.`);
  const deployed = await readDeployed(context, source, flowId);
  await settle(context, item, stored, { ...stored, deployed });
  return flowId;
}

function toSeenFlow({ former: flowId, remote, enabled }: Item<'recreate'>): SeenFlow {
  return { flowId, remote, enabled };
}

async function update(context: DeployContext, item: Item<'update'>): Promise<DeployOutcome> {
  const { client, options } = context;
  const { source, flowId, differences, link } = item;
  const params = { flowId };
  // An interrupted creation is identified by the graph that it created, which changes now.
  await replaceLink(context, item, item.stored, link);
  const hasSteps = differences.some(({ kind }) => kind !== 'setting');
  await requireUnchanged(context, source.name, item);
  if (hasSteps) {
    const { actions } = source.body as CreateBody;
    try {
      const body = { actions: withKeys(actions, item.remote.steps, context.catalog) };
      await client.replaceFlowActions({ params, body }, options);
    } catch (error) {
      if (lacksOperation(error)) return { result: 'stepsKept', flowId };
      throw error;
    }
  }
  const settings = differences.flatMap(difference =>
    difference.kind === 'setting' ? [[difference.setting, toSentValue(source, difference.setting)]] : [],
  );
  if (settings.length > 0) {
    if (hasSteps) await requireUnchanged(context, source.name, item, 'settings');
    await client.updateFlow({ params, body: Object.fromEntries(settings) as UpdateBody }, options);
  }
  const deployed = await readDeployed(context, source, flowId);
  await settle(context, item, link, { ...link, deployed });
  return { result: 'updated', flowId };
}

/** Deletes the flows that this flow replaces, then stores a link that marks file and flow as in sync. */
async function settle(
  context: DeployContext,
  item: Exclude<PlanItem, Item<'refused'>>,
  stored: FlowLink | undefined,
  { replaced = [], ...settled }: FlowLink,
): Promise<void> {
  const { client, options } = context;
  const noted = replaced.length > 0 ? { ...settled, replaced } : stored;
  if (replaced.length > 0) await replaceLink(context, item, stored, noted);
  const seen = [...(item.leftovers ?? []), ...(item.action === 'recreate' ? [toSeenFlow(item)] : [])];
  for (const old of replaced) {
    const former = seen.find(({ flowId }) => flowId === old);
    if (former) await requireUnchanged(context, item.source.name, former);
    try {
      await client.deleteFlow({ params: { flowId: old } }, options);
    } catch (error) {
      // Already deleted, or the service cannot delete flows.
      if (!isGone(error) && !lacksOperation(error)) throw error;
    }
  }
  if (!isSameLink(noted, settled))
    await replaceLink(context, item, noted, settled, 'The service has the file.');
}

/** Returns true if the service no longer has a flow, or keeps it only in its archive. */
async function isDeleted({ client, options }: DeployContext, flowId: string): Promise<boolean> {
  try {
    return isArchived((await client.getFlow({ params: { flowId } }, options)).value.data);
  } catch (error) {
    if (isGone(error)) return true;
    if (lacksOperation(error)) return false;
    throw error;
  }
}

async function readDeployed(
  { client, catalog, options }: DeployContext,
  source: FlowSource,
  flowId: string,
): Promise<Deployed> {
  const remote = await readRemoteFlow(client, flowId, catalog, options);
  // On services that cannot read flows, only the state of the file is remembered.
  return remote.kind === 'found'
    ? toDeployed(source, remote.meaning)
    : { ...toDeployed(source, source.meaning), flow: '' };
}

function toDeployed(source: FlowSource, remote: FlowMeaning): Deployed {
  return { file: digest(flowText(source.meaning)), flow: digest(flowText(remote)) };
}

/** Returns the value of a setting as the file has it, or else the one that clears the setting. */
function toSentValue({ body, meaning }: FlowSource, setting: SettingName): unknown {
  // A file can name its recording in the former way.
  return body[setting] ?? meaning.settings[setting] ?? (setting === 'deviceIds' ? [] : null);
}
