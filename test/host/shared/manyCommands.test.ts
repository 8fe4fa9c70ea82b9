import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../../src/client/client.ts';
import { Command } from '../../../src/manifest.ts';
import { ALL_TASKS } from '../../../src/stores/taskStore.ts';
import { createEndpoint } from '../../support/createEndpoint.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

const NOBODY = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';

interface Chosen {
  readonly kind: string;
  readonly record: { readonly id: string };
}

function shownText(): string {
  return vscode.window.activeTextEditor?.document.getText() ?? '';
}

/** Runs a command from the menu of the first of several lines that are selected. */
async function onAll(
  command: Command,
  lines: readonly Chosen[],
  buttons: readonly string[] = [],
): Promise<readonly string[]> {
  return runAnswering(command, { buttons }, lines[0], lines);
}

describe('shared/manyCommands', () => {
  let client: Client;

  before(async () => {
    const fresh = await freshWindow();
    const { services } = fresh;
    ({ client } = fresh);
    const { flows, webhooks, executions, tasks, mailboxes, devices } = services;
    await Promise.all([flows, webhooks, executions, tasks, mailboxes, devices].map(list => list.ensure()));
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('the commands on several records at once disable, enable, test, and delete endpoints, with a table of results', async () => {
    const { services } = await extensionParts();
    const { webhooks, webhookSecrets } = services;
    const lines: Chosen[] = [];
    for (const number of [1, 2, 3]) {
      const body = { url: 'http://127.0.0.1:9/many', description: `Many ${number}` };
      const { id, secret } = await createEndpoint(client, body);
      await webhookSecrets.store('sandbox', id, secret);
      lines.push({ kind: 'webhook', record: { id } });
    }
    await runAnswering(Command.refreshWebhooks, {});
    const states = (): unknown[] => lines.map(({ record }) => webhooks.byId(record.id)?.state);
    await onAll(Command.disableWebhook, lines);
    assert.deepEqual(states(), ['DISABLED', 'DISABLED', 'DISABLED']);
    assert.match(shownText(), /^# Disable Webhook\n\n3 done, 0 failed\./);
    assert.match(shownText(), /\| Endpoint +\| Result +\| Details +\| ID +\|/);
    assert.match(shownText(), /\| Many 2 +\| done +\| disabled +\| /);
    await onAll(Command.enableWebhook, lines);
    assert.deepEqual(states(), ['ACTIVE', 'ACTIVE', 'ACTIVE']);
    await onAll(Command.testWebhook, lines);
    assert.match(shownText(), /^# Send Test Event\n\n0 done, 3 failed\./);
    assert.match(shownText(), /\| Many 3 +\| failed +\| .*not accepted/);
    // One question is for all of them.
    const gone = { kind: 'webhook', record: { id: NOBODY } };
    await onAll(Command.deleteWebhook, [...lines, gone], ['Delete']);
    assert.deepEqual(states(), [undefined, undefined, undefined]);
    assert.match(shownText(), /3 done, 1 failed\./);
    for (const { record } of lines) assert.equal(await webhookSecrets.read('sandbox', record.id), undefined);
  });

  it('the commands on several records at once ignore selected items of other kinds', async () => {
    const { webhooks } = (await extensionParts()).services;
    const before = webhooks.state.items.map(({ state }) => state);
    const [first] = webhooks.state.items;
    assert.ok(first);
    const delivery = { kind: 'delivery', record: { id: NOBODY } };
    await onAll(Command.enableWebhook, [{ kind: 'webhook', record: first }, delivery]);
    assert.equal(shownText(), '');
    assert.deepEqual(
      webhooks.state.items.map(({ state }) => state),
      before.map((state, index) => (index === 0 ? 'ACTIVE' : state)),
    );
  });

  it('the commands on several records at once disable and delete flows after one confirmation', async () => {
    const { flows } = (await extensionParts()).services;
    const [original] = flows.state.items;
    assert.ok(original);
    const lines: Chosen[] = [];
    for (const name of ['Copy one', 'Copy two']) {
      const { data } = (await client.cloneFlow({ params: { flowId: original.id }, body: { name } })).value;
      lines.push({ kind: 'flow', record: data });
    }
    await onAll(Command.disableFlow, lines);
    assert.match(shownText(), /\| Copy two +\| done +\| disabled +\| /);
    await onAll(Command.deleteFlow, lines, ['Delete']);
    assert.match(shownText(), /^# Delete Flow\n\n2 done, 0 failed\./);
    assert.ok(lines.every(({ record }) => flows.byId(record.id) === undefined));
  });

  it('the commands on several records at once save a screenshot of each device, even with similar names', async () => {
    const { devices } = (await extensionParts()).services;
    await devices.ensure();
    const [one, other] = devices.state.items.filter(({ state }) => state === 'ready');
    assert.ok(one && other);
    const rename = async (id: string, name: string | null | undefined): Promise<void> => {
      await client.renameDevice({ params: { deviceId: id }, body: { name: name ?? '' } });
      await devices.refresh();
    };
    await rename(one.id, 'Pixel 1');
    await rename(other.id, 'Pixel_1');
    try {
      await onAll(
        Command.takeScreenshot,
        [one, other].map(record => ({ kind: 'device', record })),
      );
    } finally {
      await rename(one.id, one.name);
      await rename(other.id, other.name);
    }
    const files = await vscode.workspace.findFiles('.cloud-devices/screenshots/Pixel-1-*.png');
    await Promise.all(files.map(file => vscode.workspace.fs.delete(file)));
    assert.deepEqual(
      [one, other].map(({ id }) => files.filter(({ path }) => path.includes(id)).length),
      [1, 1],
    );
  });

  it('the commands on several records at once cancel the tasks that have not ended', async () => {
    const { services } = await extensionParts();
    const deviceId = services.devices.state.items.find(({ state }) => state === 'ready')?.id ?? '';
    const ended = services.tasks.state.items.find(({ status }) => status === 'completed');
    assert.ok(ended);
    // With the clock going they might end before they are cancelled.
    await runAnswering(Command.freezeClock, {});
    const lines: Chosen[] = [];
    for (const task of ['Wait for one', 'Wait for two']) {
      const { value } = await client.runTask({ body: { task, deviceId } });
      lines.push({ kind: 'task', record: { id: value.id } });
    }
    await onAll(Command.cancelTask, [...lines, { kind: 'task', record: ended }], ['Cancel Tasks']);
    assert.match(shownText(), /^# Cancel Task\n\n2 done, 0 failed\./);
    await runAnswering(Command.resetClock, {});
    await until('the tasks have ended', async () => {
      const statuses = await Promise.all(
        lines.map(
          async ({ record }) => (await client.getTask({ params: { task_id: record.id } })).value.task.status,
        ),
      );
      return statuses.every(status => status === 'cancelled');
    });
  });

  it('the commands on several records at once offer the task that has not ended, whatever the view shows', async () => {
    const { devices, tasks } = (await extensionParts()).services;
    const deviceId = devices.state.items.find(({ state }) => state === 'ready')?.id ?? '';
    await runAnswering(Command.freezeClock, {});
    const { value } = await client.runTask({ body: { task: 'Wait for nothing', deviceId } });
    await tasks.show({ ...ALL_TASKS, status: 'failed' });
    await runAnswering(Command.cancelTask, {});
    await tasks.show(ALL_TASKS);
    await runAnswering(Command.resetClock, {});
    const params = { task_id: value.id };
    const isCancelled = async (): Promise<boolean> =>
      (await client.getTask({ params })).value.task.status === 'cancelled';
    await until('the task is cancelled', isCancelled);
  });

  it('the commands on several records at once forget pending mailboxes after one confirmation, and copy IDs', async () => {
    const { pendingMailboxes } = (await extensionParts()).services;
    await pendingMailboxes.begin('One');
    await pendingMailboxes.begin('Two');
    const lines = pendingMailboxes.items.map(record => ({ kind: 'pendingMailbox', record }));
    assert.equal(lines.length, 2);
    await runAnswering(Command.copyId, {}, lines[0], lines);
    assert.equal(await vscode.env.clipboard.readText(), lines.map(({ record }) => record.id).join('\n'));
    await onAll(Command.cancelMailbox, lines, ['Forget']);
    assert.deepEqual(pendingMailboxes.items, []);
  });

  it('the commands on several records at once copy requests as curl, one after another', async () => {
    const { requests } = (await extensionParts()).services.requests;
    const lines = requests.slice(0, 3).map(record => ({ kind: 'request', record }));
    await onAll(Command.copyAsCurl, lines);
    assert.equal((await vscode.env.clipboard.readText()).split('\n\n').length, 3);
  });
});
