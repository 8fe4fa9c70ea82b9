import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../../src/client/client.ts';
import type { SandboxClient } from '../../../src/client/sandboxClient.ts';
import type { Flow } from '../../../src/contract/records/flow.ts';
import { Command } from '../../../src/manifest.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { story } from '../../support/story.ts';

describe('shared/flowVerify', () => {
  const step = story();
  let client: Client;
  let sandboxClient: SandboxClient;
  let file: vscode.Uri;
  let ids: Readonly<Record<string, string>>;
  let triggerId: string;

  before(async () => {
    const fresh = await freshWindow();
    const { services } = fresh;
    ({ client, sandboxClient } = fresh);
    await services.flows.ensure();
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    file = vscode.Uri.joinPath(open.uri, 'verified.flow.json');
    const actions = (await client.listActions({ query: { pageSize: 100 } })).value.items ?? [];
    ids = Object.fromEntries(actions.map(({ method, id }) => [method ?? '', id]));
    const seconds = { type: 'integer', default: 0 };
    const customPayloadSchema = { type: 'object', required: ['seconds'], properties: { seconds } };
    const trigger = { name: 'Verified', activation: 'custom', customPayloadSchema } as const;
    triggerId = (await client.createTrigger({ body: trigger })).value.data.id;
    await write(0);
    await runAnswering(Command.createFlow, {}, file);
  });

  async function write(seconds: number | string, more: readonly object[] = []): Promise<void> {
    const wait = { actionId: ids['flow.wait'], position: 1, overrides: { params: { seconds } } };
    const body = { name: 'Verified', triggerId, actions: [wait, ...more] };
    const text = JSON.stringify(body, undefined, 2);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
    if (open) await until('the editor has the file’s text', () => open.getText(), text);
  }

  async function flow(): Promise<Flow> {
    const { services } = await extensionParts();
    const link = await services.links.of(SANDBOX.id, file);
    return (await client.getFlow({ params: { flowId: link?.flowId ?? '' } })).value.data;
  }

  step(
    'the verification of a flow runs it in the sandbox, shows its steps in the file, and stores what was verified',
    async () => {
      const { services } = await extensionParts();
      await runAnswering(Command.verifyFlow, {}, file);
      const shown = services.runs.of(file);
      assert.equal(shown?.execution.status, 'success');
      assert.deepEqual(
        shown.steps.map(({ status }) => status),
        ['success'],
      );
      const drift = services.drift.of(file);
      assert.ok(drift?.kind === 'known');
      assert.equal(drift.drift.activation, 'valid');
      assert.equal((await flow()).enabled, false);
      await runAnswering(Command.hideRun, {}, file);
      assert.equal(services.runs.of(file), undefined);
    },
  );

  step('the verification of a flow keeps a run hidden that is hidden before it ends', async () => {
    const { services } = await extensionParts();
    let changes = 0;
    const hiding = services.runs.onDidChange(() => {
      changes++;
      services.runs.clear(file);
    });
    await runAnswering(Command.verifyFlow, {}, file);
    hiding.dispose();
    assert.equal(services.runs.of(file), undefined);
    // Shown and hidden once.
    assert.equal(changes, 2);
  });

  step('the activation of a flow uses the execution of its verification', async () => {
    await runAnswering(Command.activateFlow, {}, { kind: 'flow', record: await flow() });
    assert.equal((await flow()).enabled, true);
  });

  step('the activation of a flow without a run verifies it first', async () => {
    const steps = [{ actionId: ids['flow.wait'] ?? '', position: 1, overrides: { params: { seconds: 0 } } }];
    const body = { name: 'Never ran', triggerId, actions: steps };
    const { id, name } = (await client.createFlow({ body })).value.data;
    await runAnswering(Command.activateFlow, {}, { kind: 'flow', record: { id, name } });
    assert.equal((await client.getFlow({ params: { flowId: id } })).value.data.enabled, true);
  });

  step('the activation of a flow uses its only run without asking for it', async () => {
    const { window } = await extensionParts();
    const found = (await client.listFlows({ query: { pageSize: 100 } })).value.items?.find(
      ({ name }) => name === 'Never ran',
    );
    assert.ok(found);
    const { id } = found;
    await client.updateFlow({ params: { flowId: id }, body: { enabled: false } });
    const { createQuickPick } = window;
    window.createQuickPick = () => assert.fail('There is nothing to choose.');
    try {
      await vscode.commands.executeCommand(Command.activateFlow, { kind: 'flow', record: found });
    } finally {
      window.createQuickPick = createQuickPick;
    }
    assert.equal((await client.getFlow({ params: { flowId: id } })).value.data.enabled, true);
  });

  step(
    'the verification of a flow offers to pull a flow without a file to show its run, under an unused name',
    async () => {
      const { services } = await extensionParts();
      const { value } = await client.listExecutions({ query: { status: 'success', pageSize: 100 } });
      const execution = value.items?.find(({ flowName }) => flowName === 'Never ran');
      assert.ok(execution);
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder);
      const taken = vscode.Uri.joinPath(folder.uri, 'never-ran.flow.json');
      await vscode.workspace.fs.writeFile(taken, new TextEncoder().encode('{}'));
      const offered: string[] = [];
      await runAnswering(
        Command.showRun,
        {
          buttons: ['Pull into File…'],
          inputs: [
            value => {
              offered.push(value);
              return value;
            },
          ],
        },
        { kind: 'execution', record: execution },
      );
      assert.deepEqual(offered, ['never-ran-2.flow.json']);
      const pulled = vscode.Uri.joinPath(folder.uri, 'never-ran-2.flow.json');
      assert.equal(services.runs.of(pulled)?.execution.id, execution.id);
      await runAnswering(Command.unlinkFlow, {}, pulled);
      for (const file of [taken, pulled]) await vscode.workspace.fs.delete(file);
    },
  );

  step(
    'the verification of a flow predicts that the service refuses it after a change, and verifies again with one click',
    async () => {
      const { services } = await extensionParts();
      await runAnswering(Command.disableFlow, {}, { kind: 'flow', record: await flow() });
      await write(1);
      await runAnswering(Command.deployFlows, { buttons: ['Update'] }, file);
      const drift = services.drift.of(file);
      assert.ok(drift?.kind === 'known');
      assert.deepEqual([drift.drift.activation, drift.drift.unverifiedSteps], ['changed', [1]]);
      const { trees } = await extensionParts();
      const lineOf = async () =>
        (await trees.flows.getChildren()).find(one => trees.flows.getTreeItem(one).label === 'Verified');
      const line = await lineOf();
      assert.ok(line);
      assert.match(String(trees.flows.getTreeItem(line).description), /changed since verified/);
      const before = (await client.listExecutions({ query: { flowId: (await flow()).id } })).value.items;
      await runAnswering(Command.activateFlow, { buttons: ['Verify Again'] }, line);
      const after = (await client.listExecutions({ query: { flowId: (await flow()).id } })).value.items;
      assert.equal(after?.length, (before?.length ?? 0) + 1);
      assert.equal((await flow()).enabled, true);
      const verified = await lineOf();
      assert.ok(verified);
      assert.doesNotMatch(trees.flows.getTreeItem(verified).contextValue ?? '', /unverified/);
    },
  );

  step(
    'the verification of a flow asks first whether to update if the file differs, also for the file in front',
    async () => {
      const { services } = await extensionParts();
      await write(2);
      await vscode.commands.executeCommand('vscode.open', file);
      const seconds = async (): Promise<unknown> => {
        const { data } = (await client.listFlowActions({ params: { flowId: (await flow()).id } })).value;
        return data[0]?.overrides?.params?.['seconds'];
      };
      await runAnswering(Command.verifyFlow, { buttons: ['Verify the Deployed Version'] });
      assert.equal(await seconds(), 1);
      await runAnswering(Command.verifyFlow, { buttons: ['Update and Verify'] });
      assert.equal(await seconds(), 2);
      const drift = services.drift.of(file);
      assert.ok(drift?.kind === 'known');
      assert.deepEqual([drift.drift.differences, drift.drift.activation], [[], 'valid']);
    },
  );

  step(
    'the verification of a flow goes from an execution to the failed step, and runs it again',
    async () => {
      const { services } = await extensionParts();
      const params = { target: { by: 'text', text: 'Nowhere to be found' } };
      await write(0, [{ actionId: ids['device.tap'], position: 2, overrides: { params } }]);
      await runAnswering(Command.deployFlows, { buttons: ['Update'] }, file);
      const said = await runAnswering(Command.verifyFlow, {}, file);
      const reason = 'The step needs a device, but the flow has none.';
      assert.match(said.join(), new RegExp(`failed\\. Step 2 “.+”: ${reason}`));
      const failed = services.runs.of(file)?.execution;
      assert.equal(failed?.status, 'failed');
      await runAnswering(Command.showExecution, {}, { kind: 'execution', record: failed });
      const report = vscode.window.activeTextEditor?.document.getText() ?? '';
      assert.ok(report.split(reason).length === 3, report);
      assert.match(report, /\*\*Suggestion:\*\* Add a device to the flow\\?\./);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      services.runs.clear();
      await runAnswering(Command.showRun, {}, { kind: 'execution', record: failed });
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.uri.toString(), file.toString());
      const text = editor.document.getText();
      const second = text.indexOf('{', text.indexOf(ids['flow.wait'] ?? ''));
      assert.ok(editor.document.offsetAt(editor.selection.active) > second);
      await runAnswering(Command.runAgain, {}, { kind: 'execution', record: failed });
      assert.notEqual(services.runs.of(file)?.execution.id, failed.id);
      assert.equal(services.runs.of(file)?.execution.status, 'failed');
    },
  );

  step('the verification of a flow keeps the end of the run if an earlier reply arrives later', async () => {
    const { services } = await extensionParts();
    const { execution } = services.runs.of(file)!;
    services.runs.update(file, { ...execution, status: 'running' });
    assert.equal(services.runs.of(file)?.execution.status, 'failed');
  });

  step(
    'the verification of a flow follows the run that it started before the connection was lost, without asking again',
    async () => {
      const { services } = await extensionParts();
      const runs = async (): Promise<readonly (string | null | undefined)[]> => {
        const { items } = (await client.listExecutions({ query: { pageSize: 100 } })).value;
        return (items ?? []).filter(({ kind }) => kind === 'verification').map(({ status }) => status);
      };
      await write(900);
      await runAnswering(Command.deployFlows, { buttons: ['Update'] }, file);
      services.runs.clear(file);
      const { length } = await runs();
      const lost = runAnswering(Command.verifyFlow, {}, file);
      await until('the step is running', () => services.runs.of(file)?.steps[0]?.status === 'running');
      const { id } = services.runs.of(file)!.execution;
      const outage = { operation: 'getExecution', fault: { kind: 'status', status: 500 } } as const;
      await sandboxClient.addFault({ body: outage });
      await lost;
      await sandboxClient.clearFaults({});
      assert.deepEqual((await runs()).slice(0, -length || undefined), ['running']);
      services.runs.clear(file);
      const verifying = runAnswering(Command.verifyFlow, {}, file);
      await until('the run is shown', () => services.runs.of(file)?.execution.id, id);
      await sandboxClient.setClock({ body: { now: new Date(Date.now() + 1_000_000).toISOString() } });
      await verifying;
      await sandboxClient.resetClock({});
      assert.equal(services.runs.of(file)?.execution.status, 'success');
      assert.equal((await runs()).length, length + 1);
      await runAnswering(Command.hideRun, {}, file);
      assert.deepEqual(services.workspaceState.get('pendingVerifications'), []);
    },
  );

  step(
    'the verification of a flow asks for the payload that the steps read, from the form of the trigger or from a test',
    async () => {
      const { services } = await extensionParts();
      await write('{{event.payload.seconds}}');
      await runAnswering(Command.deployFlows, { buttons: ['Update'] }, file);
      const offered: string[] = [];
      const accept = (value: string): string => {
        offered.push(value);
        return value;
      };
      await runAnswering(Command.verifyFlow, { inputs: [accept] }, file);
      assert.deepEqual(offered, ['{"seconds":0}']);
      const ran = (): unknown => {
        const { status, result } = services.runs.of(file)!.execution;
        return [status, (result as { steps: { output: unknown }[] }).steps[0]?.output];
      };
      assert.deepEqual(ran(), ['success', { waitedMs: 0 }]);
      const cases = [
        { name: 'waits a second', payload: { seconds: 1 } },
        { name: 'needs seconds', payload: {}, expect: { status: 'failed' } },
      ];
      const tests = file.with({ path: file.path.replace('.flow.json', '.flow.test.json') });
      await vscode.workspace.fs.writeFile(tests, new TextEncoder().encode(JSON.stringify({ cases })));
      await runAnswering(Command.verifyFlow, { picks: ['waits a second'] }, file);
      assert.deepEqual(ran(), ['success', { waitedMs: 1000 }]);
      await runAnswering(Command.verifyFlow, { picks: ['Write JSON'], inputs: ['{"seconds":2}'] }, file);
      assert.deepEqual(ran(), ['success', { waitedMs: 2000 }]);
    },
  );
});
