import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../../src/client/client.ts';
import { FINISHED_EXECUTIONS } from '../../../src/contract/enumerations.ts';
import type { Execution } from '../../../src/contract/records/execution.ts';
import type { Flow } from '../../../src/contract/records/flow.ts';
import { Command } from '../../../src/manifest.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { ALL_EXECUTIONS } from '../../../src/stores/executionStore.ts';
import type { Row } from '../../../src/views/row.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

function labelOf({ label }: vscode.TreeItem): string {
  return typeof label === 'string' ? label : (label?.label ?? '');
}

describe('shared/flowCommands', () => {
  let client: Client;

  before(async () => {
    const fresh = await freshWindow();
    const { services } = fresh;
    ({ client } = fresh);
    await services.flows.ensure();
  });

  async function flow(name: string): Promise<Flow> {
    const { services } = await extensionParts();
    const found = services.flows.state.items.find(one => one.name === name);
    assert.ok(found, name);
    return found;
  }

  /** The rows below “Not Created Yet”, by their labels. */
  async function unlinked(): Promise<Map<string, Row>> {
    const { trees } = await extensionParts();
    const top = await trees.flows.getChildren();
    const files = top.find(({ kind }) => kind === 'flowFiles');
    const rows = files ? await trees.flows.getChildren(files) : [];
    return new Map(rows.map(row => [labelOf(trees.flows.getTreeItem(row)), row]));
  }

  it('the commands on flows create a flow from a file in the view, and link the two', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder);
    const { trees, services } = await extensionParts();
    await trees.flows.getChildren();
    const file = vscode.Uri.joinPath(folder.uri, 'later.flow.json');
    const [actionId] =
      (await client.listActions({ query: { search: 'Write to the log', pageSize: 1 } })).value.items?.map(
        ({ id }) => id,
      ) ?? [];
    const text = JSON.stringify({
      $schema: 'https://example.com/flow.json',
      name: 'Later',
      triggerId: (await flow('Location tour')).triggerId,
      deviceIds: [],
      actions: [{ actionId, position: 1, overrides: { params: { message: 'Later' } } }],
    });
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    await until('the new file in the view', unlinked, value => value.has('later.flow.json'));
    const row = (await unlinked()).get('later.flow.json');
    await runAnswering(Command.createFlow, {}, row);
    const created = await flow('Later');
    assert.equal(created.enabled, false);
    await until(
      'the file is no longer among those not created',
      async () => [...(await unlinked()).keys()],
      files => !files.includes('later.flow.json'),
    );
    const rows = await trees.flows.getChildren();
    const item = rows
      .filter(({ kind }) => kind === 'flow')
      .map(one => trees.flows.getTreeItem(one))
      .find(({ label }) => label === 'Later');
    assert.match(item?.contextValue ?? '', /\blinked\b/);
    await runAnswering(Command.createFlow, { buttons: ['Create'] }, file);
    assert.equal(services.flows.state.items.filter(({ name }) => name === 'Later').length, 2);
  });

  it('the commands on flows refuse a file with problems, and lead to the first one', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'broken.flow.json');
    const text = JSON.stringify({ name: 'Broken', triggerId: '', actions: [] }, null, 2);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    try {
      const { services } = await extensionParts();
      const count = services.flows.state.items.length;
      const [told] = await runAnswering(Command.createFlow, { buttons: ['Show Problem'] }, file);
      assert.match(told ?? '', /^broken\.flow\.json: Line 3: .* There is 1 more\.$/);
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.uri.toString(), file.toString());
      assert.equal(editor.document.getText(editor.selection), '""');
      await services.flows.refresh();
      assert.equal(services.flows.state.items.length, count);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it('the commands on flows clone a flow under another name, and delete the copy after a confirmation', async () => {
    const { services } = await extensionParts();
    const original = await flow('Location tour');
    await runAnswering(Command.cloneFlow, { inputs: ['Tour again'] }, { kind: 'flow', record: original });
    const copy = await flow('Tour again');
    assert.equal(copy.enabled, false);
    const defaults: unknown[] = [];
    await runAnswering(Command.deleteFlow, { buttons: ['Delete'], defaults }, { kind: 'flow', record: copy });
    assert.deepEqual(defaults, ['Keep']);
    assert.equal(services.flows.byId(copy.id), undefined);
    await assert.rejects(client.getFlow({ params: { flowId: copy.id } }), /flow_not_found|404|not found/i);
  });

  it('the commands on flows unblock a flow', async () => {
    const { services } = await extensionParts();
    const blocked = services.flows.state.items.find(({ status }) => status === 'blocked');
    assert.ok(blocked);
    await runAnswering(Command.unblockFlow, {}, { kind: 'flow', record: blocked });
    assert.notEqual(services.flows.byId(blocked.id)?.status, 'blocked');
  });

  it('the commands on flows fire the trigger of a flow, show its execution, and abort an execution', async () => {
    const { services } = await extensionParts();
    const { data: trigger } = (
      await client.createTrigger({ body: { name: 'By hand', activation: 'custom' } })
    ).value;
    const tour = await flow('Location tour');
    await client.updateFlow({
      params: { flowId: tour.id },
      body: { triggerId: trigger.id, cooldownSeconds: 0 },
    });
    await runAnswering(Command.fireFlow, { inputs: ['{"city": "Paris"}'] }, { kind: 'flow', record: tour });
    await services.executions.show({ ...ALL_EXECUTIONS, flowId: tour.id });
    const [started] = services.executions.state.items;
    assert.ok(started);
    assert.equal(started.flowId, tour.id);
    await runAnswering(Command.showExecution, {}, { kind: 'execution', record: started });
    assert.match(
      vscode.window.activeTextEditor?.document.getText() ?? '',
      new RegExp(`^# Location tour\\n[^]*\\| Execution ID +\\| \`${started.id}\` `),
    );
    // The flow is named even while no list has the execution.
    await services.executions.show({ ...ALL_EXECUTIONS, search: 'nothing is called so' });
    const questions: string[] = [];
    const abort = { buttons: ['Abort'], questions };
    await runAnswering(Command.abortExecution, abort, { kind: 'execution', record: started });
    const params = { executionId: started.id };
    const status = async (): Promise<string> =>
      (await client.getExecution({ params })).value.data.status ?? '';
    await until('the execution has ended', status, value => FINISHED_EXECUTIONS.includes(value));
    await services.executions.show(ALL_EXECUTIONS);
    // Another enabled flow of the same trigger is named before both start.
    const other = await flow('Nightly check');
    await client.updateFlow({
      params: { flowId: other.id },
      body: { triggerId: trigger.id, cooldownSeconds: 0 },
    });
    const said = await runAnswering(
      Command.fireFlow,
      { inputs: ['{}'], buttons: ['Fire'] },
      { kind: 'flow', record: tour },
    );
    assert.ok(other.enabled, 'the other flow is one that starts');
    assert.match(said.join(), /Started 2 flows/);
    const { value } = await client.listExecutions({ query: { page: 1, pageSize: 1, flowId: tour.id } });
    const record = { id: value.items?.[0]?.id, flowId: tour.id };
    await runAnswering(Command.abortExecution, abort, { kind: 'execution', record });
    assert.deepEqual(questions, Array(2).fill('Abort “Location tour”?'));
  });

  it('the commands on flows report no failure of a verification run that was aborted', async () => {
    const { triggerId } = await flow('Location tour');
    const actions = [
      { actionId: demoActionId('flow.wait'), position: 1, overrides: { params: { seconds: 60 } } },
    ];
    const body = { name: 'Long wait', triggerId: triggerId ?? '', enabled: false, actions };
    const record = (await client.createFlow({ body })).value.data;
    await runAnswering(Command.freezeClock, {});
    try {
      const saying = runAnswering(Command.verifyFlow, {}, { kind: 'flow', record });
      const query = { page: 1, pageSize: 1, flowId: record.id };
      const run = async (): Promise<Execution | undefined> =>
        (await client.listExecutions({ query })).value.items?.[0];
      await until('the run has begun', run, value => value?.status === 'running');
      await client.abortExecution({ params: { executionId: (await run())?.id ?? '' } });
      assert.deepEqual(await saying, []);
      assert.equal((await run())?.status, 'cancelled');
    } finally {
      await runAnswering(Command.resetClock, {});
    }
  });

  it('the commands on flows run a flow itself, after a confirmation, if its trigger cannot be fired by hand', async () => {
    const { services } = await extensionParts();
    const deviceIds = ['phone', 'tablet'].map(demoDeviceId);
    const wait = { actionId: demoActionId('flow.wait'), overrides: { params: { seconds: 0 } } };
    const actions = [{ ...wait, position: 1 }];
    const body = { name: 'At night', triggerId: demoTriggerId('nightly'), deviceIds, actions };
    const record = (await client.createFlow({ body })).value.data;
    const query = { page: 1, pageSize: 9, flowId: record.id };
    const runs = async () => (await client.listExecutions({ query })).value.items ?? [];
    const unanswered = runAnswering(Command.fireFlow, {}, { kind: 'flow', record });
    await assert.rejects(unanswered, /no button for “Run “At night” now\?”/);
    assert.deepEqual(await runs(), []);
    const said = await runAnswering(Command.fireFlow, { buttons: ['Run'] }, { kind: 'flow', record });
    assert.match(said.join(), /Started 2 runs of “At night”/);
    assert.deepEqual(
      (await runs()).map(({ kind, deviceId }) => [kind, deviceId]).toSorted(),
      deviceIds.map(id => ['live', id]).toSorted(),
    );
    const sandboxClient = await services.clients.openSandbox();
    await sandboxClient.addFault({ body: { operation: 'runFlow', fault: { kind: 'status', status: 405 } } });
    try {
      const refused = await runAnswering(Command.fireFlow, { buttons: ['Run'] }, { kind: 'flow', record });
      const again = await runAnswering(Command.fireFlow, {}, { kind: 'flow', record });
      for (const texts of [refused, again])
        assert.match(texts.join(), /is started by its schedule; only a custom trigger can be fired by hand/);
      assert.equal((await runs()).length, 2);
    } finally {
      await sandboxClient.clearFaults({});
    }
  });
});
