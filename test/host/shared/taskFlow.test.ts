import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../../src/client/client.ts';
import type { SandboxClient } from '../../../src/client/sandboxClient.ts';
import { FINISHED_TASKS } from '../../../src/contract/enumerations.ts';
import { Command, FLOW_EDITOR } from '../../../src/manifest.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

describe('a finished task', () => {
  let client: Client;
  let sandboxClient: SandboxClient;

  before(async () => {
    ({ client, sandboxClient } = await freshWindow());
  });

  async function finished(task: string): Promise<string> {
    const deviceId = demoDeviceId('phone');
    const { id } = (await client.runTask({ body: { task, deviceId, llmModel: 'demo/fast' } })).value;
    let now = Date.now();
    await until('the task has ended', async () => {
      now += 2000;
      await sandboxClient.setClock({ body: { now: new Date(now).toISOString() } });
      const { value } = await client.getTaskStatus({ params: { task_id: id } });
      return FINISHED_TASKS.includes(value.status);
    });
    await sandboxClient.resetClock({});
    return id;
  }

  it('is saved as a flow, which opens with notes about what was left out', async () => {
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

  it('that is still running is refused', async () => {
    const deviceId = demoDeviceId('phone');
    const { id } = (await client.runTask({ body: { task: 'Wait 900 seconds.', deviceId } })).value;
    const row = { kind: 'task', record: { id } };
    const messages = await runAnswering(Command.writeTaskFlow, {}, row);
    assert.match(messages.join(), /Save it as a flow when it has finished/);
    await client.cancelTask({ params: { task_id: id } });
  });
});
