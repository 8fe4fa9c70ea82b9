import type { Input } from '../contract/operations.ts';
import { flowText, graphText } from '../flow/compare/canonicalText.ts';
import type { Deployed } from '../flow/compare/drift.ts';
import type { FlowMeaning } from '../flow/compare/flowMeaning.ts';
import type { FlowLink } from '../flow/deploy/flowLink.ts';
import type { FlowSource } from '../flow/deploy/flowSource.ts';
import type { PlanItem } from '../flow/deploy/planItem.ts';
import { equalJson } from '../flow/schema/equal.ts';
import type { DeployContext } from './deployContext.ts';
import { digest } from './digest.ts';
import { isGone, lacksOperation, readRemoteFlow } from './remoteFlow.ts';

type CreateBody = Input<'createFlow'>['body'];
type UpdateBody = NonNullable<Input<'updateFlow'>['body']>;
type Item<Action extends PlanItem['action']> = Extract<PlanItem, { readonly action: Action }>;

/** What came of a file. `stepsKept`: the service cannot replace the steps of a flow, and nothing was changed. */
export interface DeployOutcome {
  readonly result: 'created' | 'updated' | 'unchanged' | 'recreated' | 'stepsKept';
  readonly flowId: string;
}

/**
 * Brings a planned file to the service. What it is about to create is noted in the links first, so that after
 * an interruption at any point a new plan goes on where this one ended. Rejects with what a call failed with.
 */
export async function applyItem(
  context: DeployContext,
  item: Exclude<PlanItem, Item<'refused'>>,
): Promise<DeployOutcome> {
  switch (item.action) {
    case 'create':
      return { result: 'created', flowId: await create(context, item, undefined) };
    case 'recreate':
      return { result: 'recreated', flowId: await create(context, item, item.former) };
    case 'unchanged': {
      const deployed = item.remote ? inStep(item.source, item.remote) : item.link.deployed;
      await settle(context, item, { ...item.link, flowId: item.flowId, deployed });
      return { result: 'unchanged', flowId: item.flowId };
    }
    case 'update':
      return update(context, item);
  }
}

async function create(
  context: DeployContext,
  { source, path, link }: Item<'create' | 'recreate'>,
  former: string | undefined,
): Promise<string> {
  const { client, links, directory, options } = context;
  const { name, body, meaning } = source;
  const known = (await directory.named(name))?.map(({ id }) => id);
  const replaced = [...(link.replaced ?? []), ...(former === undefined ? [] : [former])];
  const left = replaced.length > 0 ? { replaced } : {};
  const kept = former === undefined ? { replaced: link.replaced } : { ...link, flowId: former };
  await links.write(path, { ...kept, creating: { name, graph: digest(graphText(meaning)), known } });
  // A flow is enabled by activation only, once an execution has verified it (spec 3.1).
  const { value } = await client.createFlow({ body: { ...body, enabled: false } as CreateBody }, options);
  const flowId = value.data.id;
  const stored = { flowId, ...left };
  await links.write(path, stored);
  const deployed = await afterwards(context, source, flowId);
  await settle(context, { path, stored }, { ...stored, deployed });
  return flowId;
}

async function update(context: DeployContext, item: Item<'update'>): Promise<DeployOutcome> {
  const { client, links, options } = context;
  const { source, flowId, differences, link, path } = item;
  const params = { flowId };
  // A creation that was looked up is known by what it made, which changes now.
  if (!equalJson(item.stored, link)) await links.write(path, link);
  if (differences.some(({ kind }) => kind !== 'setting')) {
    const { actions } = source.body as CreateBody;
    try {
      await client.replaceFlowActions({ params, body: { actions } }, options);
    } catch (error) {
      if (lacksOperation(error)) return { result: 'stepsKept', flowId };
      throw error;
    }
  }
  const settings = differences.flatMap(one =>
    one.kind === 'setting' ? [[one.setting, source.body[one.setting] ?? cleared(one.setting)]] : [],
  );
  if (settings.length > 0) {
    await client.updateFlow({ params, body: Object.fromEntries(settings) as UpdateBody }, options);
  }
  const deployed = await afterwards(context, source, flowId);
  await settle(context, { path, stored: link }, { ...link, deployed });
  return { result: 'updated', flowId };
}

/** Deletes what the flow replaced, and notes that file and flow are in step. */
async function settle(
  { client, links, options }: DeployContext,
  { path, stored }: Pick<Item<'update'>, 'path' | 'stored'>,
  { replaced = [], ...settled }: FlowLink,
): Promise<void> {
  if (replaced.length > 0) await links.write(path, { ...settled, replaced });
  for (const old of replaced) {
    try {
      await client.deleteFlow({ params: { flowId: old } }, options);
    } catch (error) {
      // Gone already, or a service that deletes none.
      if (!isGone(error) && !lacksOperation(error)) throw error;
    }
  }
  if (replaced.length > 0 || !equalJson(stored, settled)) await links.write(path, settled);
}

async function afterwards(
  { client, catalogue, options }: DeployContext,
  source: FlowSource,
  flowId: string,
): Promise<Deployed> {
  const remote = await readRemoteFlow(client, flowId, catalogue, options);
  // Where flows cannot be read there is only the file to remember.
  return remote.kind === 'found'
    ? inStep(source, remote.meaning)
    : { ...inStep(source, source.meaning), flow: '' };
}

function inStep(source: FlowSource, remote: FlowMeaning): Deployed {
  return { file: digest(flowText(source.meaning)), flow: digest(flowText(remote)) };
}

function cleared(setting: string): null | readonly string[] {
  return setting === 'deviceIds' ? [] : null;
}
