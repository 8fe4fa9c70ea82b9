import * as vscode from 'vscode';
import { Limits } from '../contract/limits.ts';
import { confirmed, done } from './ask.ts';
import { chooseFlow } from './chooseFlow.ts';
import { linesOf } from './lineArgument.ts';
import type { Services } from './services.ts';

/** Switches a flow off. Only activation switches it on again. */
export async function disableFlow(services: Services, argument?: unknown): Promise<void> {
  const flow = await chooseFlow(services, 'Disable Flow', argument);
  if (!flow) return;
  const client = await services.session.client();
  await client.updateFlow({ params: { flowId: flow.id }, body: { enabled: false } });
  done(`“${flow.name}” is disabled.`);
  await services.flows.refresh();
}

/** Lets a blocked flow run again. */
export async function unblockFlow(services: Services, argument?: unknown): Promise<void> {
  const flow = await chooseFlow(services, 'Unblock Flow', argument);
  if (!flow) return;
  const client = await services.session.client();
  await client.unblockFlow({ params: { flowId: flow.id } });
  done(`“${flow.name}” may run again.`);
  await services.flows.refresh();
}

/** Deletes flows after a confirmation; their files stay. */
export async function deleteFlow(services: Services, argument?: unknown, selection?: unknown): Promise<void> {
  const lines = linesOf('flow', argument, selection);
  const flow = lines.length > 1 ? undefined : await chooseFlow(services, 'Delete Flow', argument);
  const ids = flow ? [flow.id] : lines.map(({ record }) => record.id);
  if (ids.length === 0) return;
  const which = flow ? `the flow “${flow.name}”` : `${ids.length} flows`;
  const detail = 'Its steps are deleted with it, and it runs no more. Files of this workspace stay.';
  if (!(await confirmed(`Delete ${which}?`, detail, 'Delete'))) return;
  const client = await services.session.client();
  try {
    for (const flowId of ids) {
      await client.deleteFlow({ params: { flowId } });
      await forget(services, flowId);
    }
    done(`Deleted ${which}.`);
  } finally {
    await services.flows.refresh();
  }
}

// A file whose flow is gone is one that is not created yet.
async function forget({ session, links }: Services, flowId: string): Promise<void> {
  const { id } = session.require();
  for (const { file, link } of await links.all(id)) {
    if (link.flowId === flowId) await links.write(id, file, undefined);
  }
}

/** Copies a flow with its steps under a name of the person's choice; the copy is disabled. */
export async function cloneFlow(services: Services, argument?: unknown): Promise<void> {
  const flow = await chooseFlow(services, 'Clone Flow', argument);
  if (!flow) return;
  const name = await vscode.window.showInputBox({
    title: 'Clone Flow',
    prompt: 'Name of the copy',
    value: `${flow.name} (copy)`.slice(0, Limits.flowName),
    ignoreFocusOut: true,
    validateInput: text => {
      if (text.trim() === '') return 'Enter a name.';
      return text.length > Limits.flowName ? `A name has at most ${Limits.flowName} characters.` : undefined;
    },
  });
  if (name === undefined) return;
  const client = await services.session.client();
  const { value } = await client.cloneFlow({ params: { flowId: flow.id }, body: { name: name.trim() } });
  done(`Created “${value.data.name}”.`);
  await services.flows.refresh();
}
