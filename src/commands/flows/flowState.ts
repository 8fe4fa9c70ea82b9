import type { Services } from '../commandServices.ts';
import { Limits } from '../../contract/limits.ts';
import { callOnce } from '../../stores/callOnce.ts';
import { dialogs } from '../../host/dialogs.ts';
import { done } from '../prompts/ask.ts';
import { type ChosenFlow, forFlow, forFlows } from './chooseFlow.ts';
import { type BulkOperation, confirmedDeletionOf, runOnEach, type TargetCall } from '../prompts/runOnEach.ts';

/** Disables flows. Only activation enables them again. */
export const disableFlow = changing('Disable Flow', async (client, { id }, signal) => {
  await client.updateFlow({ params: { flowId: id }, body: { enabled: false } }, { signal });
  return 'disabled';
});

/** Unblocks flows, so that they can run again. */
export const unblockFlow = changing('Unblock Flow', async (client, { id }, signal) => {
  await client.unblockFlow({ params: { flowId: id } }, { signal });
  return 'unblocked';
});

/** Deletes flows after confirmation; their files are kept. */
export const deleteFlow = forFlows('Delete Flow', deleteAll, { mustBeNamed: true });

async function deleteAll(services: Services, flows: readonly ChosenFlow[]): Promise<void> {
  const warning =
    'The service archives deleted flows. They are no longer listed, do not run, and cannot be restored. Files in this workspace are kept.';
  if (!(await confirmedDeletionOf(flows, 'flows', warning))) return;
  await runOnEach(services, bulkOperation(services, 'Delete Flow'), flows, async (client, { id }, signal) => {
    await client.deleteFlow({ params: { flowId: id } }, { signal });
    await forget(services, id);
    return 'deleted';
  });
}

function changing(title: string, call: TargetCall) {
  return forFlows(title, (services, flows) =>
    runOnEach(services, bulkOperation(services, title), flows, call),
  );
}

function bulkOperation({ flows }: Services, title: string): BulkOperation {
  return { title, noun: 'Flow', refresh: () => flows.refresh() };
}

// Without its link, the file counts as not created yet.
async function forget({ session, links }: Services, flowId: string): Promise<void> {
  const { id } = session.require();
  for (const { file, link } of await links.all(id)) {
    if (link.flowId === flowId)
      await links.update(id, file, now => (now?.flowId === flowId ? undefined : now));
  }
}

/** Copies a flow with its steps under a new name; the copy is disabled. */
export const cloneFlow = forFlow('Clone Flow', async (services, flow) => {
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
  const { id } = services.session.require();
  const client = await services.session.client();
  const call = { params: { flowId: flow.id }, body: { name: name.trim() } };
  const { value } = await callOnce([id, 'cloneFlow', call], idempotencyKey =>
    client.cloneFlow(call, { idempotencyKey }),
  );
  done(`Created “${value.data.name}”.`);
  await services.flows.refresh();
});
