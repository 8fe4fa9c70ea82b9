import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FINISHED_TASKS, isFinished } from '../../../src/contract/enumerations.ts';
import { Command, FLOW_EDITOR } from '../../../src/manifest.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { openShownTrace } from '../../../src/traceViewer/openShownTrace.ts';
import { runAddress } from '../../../src/traceViewer/runAddress.ts';
import { TraceSession } from '../../../src/traceViewer/traceSession.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { until } from '../../support/extension.ts';
import { FakeTracePage } from '../../support/fakeTracePage.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';

describe('shared/taskFlow', () => {
  let window: FreshWindow;
  let client: FreshWindow['client'];
  let sandboxClient: FreshWindow['sandboxClient'];

  before(async () => {
    window = await freshWindow();
    ({ client, sandboxClient } = window);
  });

  /** Advances the sandbox until something has ended. */
  async function finish(hasEnded: () => Promise<boolean>): Promise<void> {
    let now = Date.now();
    await until('the end', async () => {
      now += 2000;
      await sandboxClient.setClock({ body: { now: new Date(now).toISOString() } });
      return hasEnded();
    });
    await sandboxClient.resetClock({});
  }

  async function finished(task: string): Promise<string> {
    const deviceId = demoDeviceId('phone');
    const { id } = (await client.runTask({ body: { task, deviceId, llmModel: 'demo/fast' } })).value;
    await finish(async () => {
      const { value } = await client.getTaskStatus({ params: { task_id: id } });
      return FINISHED_TASKS.includes(value.status);
    });
    return id;
  }

  it('a finished task is saved as a flow, which opens with notes about what was left out', async () => {
    const id = await finished('In the settings, tap "No such line" and tap "Bluetooth".');
    const questions: string[] = [];
    const answers = { questions, buttons: ['Show Notes'] };
    await runAnswering(Command.writeTaskFlow, answers, { kind: 'task', record: { id } });
    assert.match(questions.join(), /^Saved \d+ steps in .*\.flow\.json\. \d+ notes? says? what was left out/);
    const [file, ...others] = await vscode.workspace.findFiles('in-the-settings*.flow.json');
    assert.ok(file && others.length === 0);
    const flow = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file))) as {
      readonly actions: readonly { readonly nameOverride?: string }[];
    };
    assert.equal(flow.actions.at(-1)?.nameOverride, 'Tap “Bluetooth”');
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    assert.ok(
      tabs.some(
        ({ input }) =>
          input instanceof vscode.TabInputCustom &&
          input.viewType === FLOW_EDITOR &&
          input.uri.toString() === file.toString(),
      ),
    );
    await until('the notes are shown', () =>
      vscode.workspace.textDocuments.some(document =>
        document.getText().includes('Left out because it failed'),
      ),
    );
  });

  it('a finished task is saved from the trace of its run while its connection is active, and from its report', async () => {
    const params = { task: 'In the settings, tap "Bluetooth".', llmModel: 'demo/fast' };
    const [trigger] = (await client.listTriggers({ query: { pageSize: 1 } })).value.items ?? [];
    const { id: flowId } = (
      await client.createFlow({
        body: {
          name: 'By an agent',
          triggerId: trigger?.id ?? '',
          deviceIds: [demoDeviceId('phone')],
          actions: [{ actionId: demoActionId('task.run'), position: 1, overrides: { params } }],
        },
      })
    ).value.data;
    const { data: started } = (await client.runFlow({ params: { flowId } })).value;
    const [executionId = ''] = started.executionIds;
    const read = async (): Promise<boolean> =>
      isFinished((await client.getExecution({ params: { executionId } })).value.data);
    await finish(read);
    const { connection } = window.services.session;
    assert.ok(connection);
    const services = {
      ...window.services,
      chooseRun: () => Promise.resolve(undefined),
      readPassedRun: () => Promise.resolve(undefined),
      readCatalog: () => Promise.resolve(window.services.catalog.catalog),
    };
    const run = { connectionId: connection.id, executionId, isTrial: false, flowName: 'By an agent' };
    const page = new FakeTracePage();
    const document = openShownTrace(runAddress(run), services);
    const session = new TraceSession(document, page.webview, vscode.Uri.file('/'), services);
    try {
      await until('the trace', () => page.state?.kind === 'open' && page.state.savesTasks, true);
      const saved = async (): Promise<number> =>
        (await vscode.workspace.findFiles('in-the-settings-tap-bluetooth*.flow.json')).length;
      assert.equal(await saved(), 0);
      assert.equal(await page.ask({ kind: 'saveTask', step: 0 }), '');
      assert.equal(await saved(), 1);
      await window.services.connections.choose(undefined);
      const refusal = await page.ask({ kind: 'saveTask', step: 0 });
      assert.match(refusal, /^This belongs to the connection “.*”\. Switch to it first\.$/);
      await window.services.connections.choose(connection);
      const tasks = (await client.listTasks({})).value.items ?? [];
      const task = tasks.find(one => one.task === params.task);
      assert.ok(task);
      await vscode.commands.executeCommand(Command.followTask, { kind: 'task', record: task });
      // Reports of other tasks may still be open.
      const report = vscode.workspace.textDocuments.find(({ uri }) => uri.path.includes(`Task ${task.id}`));
      assert.ok(report);
      await vscode.commands.executeCommand(Command.writeTaskFlow, report.uri);
      assert.equal(await saved(), 2);
    } finally {
      session.dispose();
      document.dispose();
    }
  });

  it('a task that is still running is refused', async () => {
    const deviceId = demoDeviceId('phone');
    const { id } = (await client.runTask({ body: { task: 'Wait 900 seconds.', deviceId } })).value;
    const row = { kind: 'task', record: { id } };
    const messages = await runAnswering(Command.writeTaskFlow, {}, row);
    assert.match(messages.join(), /Save it as a flow when it has finished/);
    await client.cancelTask({ params: { task_id: id } });
  });
});
