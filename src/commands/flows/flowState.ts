import { Limits } from '../../contract/limits.ts';
import { dialogs } from '../../host/dialogs.ts';
import { confirmed, done } from '../prompts/ask.ts';
import { chooseFlow, chooseFlows } from './chooseFlow.ts';
import { flowLineOf } from './linkedFile.ts';
import { type Job, namedTogether, namesOf, onEach } from '../prompts/onEach.ts';
import type { FlowServices } from './flowServices.ts';

/** Disables flows. Only activation enables them again. */
export async function disableFlow(
  services: FlowServices,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  const title = 'Disable Flow';
  const flows = await chooseFlows(services, title, await flowLineOf(services, argument), selection);
  if (!flows) return;
  await onEach(services, job(services, title), flows, async (client, { id }, signal) => {
    await client.updateFlow({ params: { flowId: id }, body: { enabled: false } }, { signal });
    return 'disabled';
  });
}

/** Unblocks flows, so that they can run again. */
export async function unblockFlow(
  services: FlowServices,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  const title = 'Unblock Flow';
  const flows = await chooseFlows(services, title, await flowLineOf(services, argument), selection);
  if (!flows) return;
  await onEach(services, job(services, title), flows, async (client, { id }, signal) => {
    await client.unblockFlow({ params: { flowId: id } }, { signal });
    return 'unblocked';
  });
}

/** Deletes flows after confirmation; their files are kept. */
export async function deleteFlow(
  services: FlowServices,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  const title = 'Delete Flow';
  const flows = await chooseFlows(services, title, await flowLineOf(services, argument), selection);
  if (!flows) return;
  const sentence =
    'The steps are deleted too, and nothing of it runs any more. Files in this workspace are kept.';
  const detail = [sentence, ...namesOf(flows)].join('\n');
  if (!(await confirmed(`Delete ${namedTogether(flows, 'flows')}?`, detail, 'Delete'))) return;
  await onEach(services, job(services, title), flows, async (client, { id }, signal) => {
    await client.deleteFlow({ params: { flowId: id } }, { signal });
    await forget(services, id);
    return 'deleted';
  });
}

function job({ flows }: FlowServices, title: string): Job {
  return { title, noun: 'Flow', after: () => flows.refresh() };
}

// Without its link, the file counts as not created yet.
async function forget({ session, links }: FlowServices, flowId: string): Promise<void> {
  const { id } = session.require();
  for (const { file, link } of await links.all(id)) {
    if (link.flowId === flowId)
      await links.update(id, file, now => (now?.flowId === flowId ? undefined : now));
  }
}

/** Copies a flow with its steps under a new name; the copy is disabled. */
export async function cloneFlow(services: FlowServices, argument?: unknown): Promise<void> {
  const flow = await chooseFlow(services, 'Clone Flow', await flowLineOf(services, argument));
  if (!flow) return;
  const name = await dialogs.showInputBox({
    title: 'Clone Flow',
    prompt: 'Name of the copy',
    value: `${flow.name} (copy)`.slice(0, Limits.flowName),
    ignoreFocusOut: true,
    validateInput: text => {
      if (text.trim() === '') return 'Enter a name.';
      return text.length > Limits.flowName
        ? `A name can have at most ${Limits.flowName} characters.`
        : undefined;
    },
  });
  if (name === undefined) return;
  const client = await services.session.client();
  const { value } = await client.cloneFlow({ params: { flowId: flow.id }, body: { name: name.trim() } });
  done(`Created “${value.data.name}”.`);
  await services.flows.refresh();
}
