import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { StepDecorations } from '../../../src/views/stepDecorations.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';

const [phone, tablet] = [demoDeviceId('phone'), demoDeviceId('tablet')];

describe('shared/flowTrials', () => {
  let window: FreshWindow;
  let file: vscode.Uri;
  let written = 0;

  before(async () => void (window = await freshWindow()));
  after(async () => window.services.connections.choose(undefined));

  const step = (method: string, params: object): object => ({
    actionId: demoActionId(method),
    overrides: { params },
  });
  const log = (message: string, key?: string): object => ({ ...step('webhooks.log', { message }), key });

  async function write(actions: readonly object[], deviceIds: readonly string[] = [phone]): Promise<void> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    // Choices are kept for each file.
    file = vscode.Uri.joinPath(folder.uri, `trial-${written++}.flow.json`);
    const placed = actions.map((action, position) => ({ ...action, position }));
    const body = { name: 'Trial', triggerId: demoTriggerId('custom'), deviceIds, actions: placed };
    const text = JSON.stringify(body, undefined, 2);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  }

  function shown(): { status: unknown; kind: unknown; outputs: unknown[]; states: unknown[] } {
    const run = window.services.runs.of(file);
    return {
      status: run?.execution.status,
      kind: run?.execution.kind,
      outputs: run?.steps.map(({ output }) => output) ?? [],
      states: run?.steps.map(({ status }) => status) ?? [],
    };
  }

  it('trial runs of steps run the steps up to the cursor, on the phone of the flow', async () => {
    const app = 'org.sandbox.maps';
    await write([step('device.launchApp', { platform: 'android', app }), log('here'), log('not here')]);
    const editor = await vscode.window.showTextDocument(file);
    const at = editor.document.positionAt(editor.document.getText().indexOf('"here"'));
    editor.selection = new vscode.Selection(at, at);
    await runAnswering(Command.runToStep, {});
    assert.deepEqual(shown(), {
      status: 'success',
      kind: 'trial',
      outputs: [{ app }, { line: 'info: here' }],
      states: ['success', 'success'],
    });
    const screen = await window.client.getUiState({ params: { deviceId: phone } });
    assert.match(JSON.stringify(screen.value), /org\.sandbox\.maps/);
    const { items } = (await window.client.listExecutions({ query: { pageSize: 100 } })).value;
    assert.ok(!(items ?? []).some(({ flowName }) => flowName === 'Trial'));
  });

  it('trial runs of steps run the whole flow on the phone that is shown, without a selected step', async () => {
    await write([log('one'), log('two')], [phone, tablet]);
    const { devicePanels, scopes } = window.services;
    await devicePanels.openBeside(tablet, scopes.current);
    await until('the panel', () => devicePanels.shownIn(scopes.current).includes(tablet));
    await runAnswering(Command.showPhone, {}, file);
    // To look at the phone chooses nothing.
    assert.equal(window.services.trialChoices.phoneOf(file, [phone, tablet]), undefined);
    await runAnswering(Command.runFlow, {}, file);
    assert.deepEqual(shown().states, ['success', 'success']);
    assert.equal(window.services.trialChoices.phoneOf(file, [phone, tablet]), tablet);
    const [run] = window.services.history.of(file.toString());
    assert.equal(run?.execution.status, 'success');
    const trace = await window.services.history.traceOf(run.execution.id);
    assert.deepEqual(
      trace?.document.steps.map(({ status }) => status),
      ['success', 'success'],
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('trial runs of steps say that a flow without steps has none', async () => {
    await write([]);
    assert.deepEqual(await runAnswering(Command.runFlow, {}, file), ['The flow has no steps yet.']);
  });

  it('trial runs of steps explain a step that failed, at the step and in its hover', async () => {
    const text = (value: string): object => ({ target: { by: 'text', text: value } });
    const app = 'org.sandbox.form';
    await write([
      step('device.launchApp', { platform: 'android', app }),
      step('device.tap', text('Creat account')),
    ]);
    await runAnswering(Command.runToStep, {}, file, [1]);
    const sentence = 'No element says “Creat account”. The closest text is “Create account”.';
    const failed = await until(
      'the explanation',
      () => window.services.runs.of(file)?.steps[1],
      known => known?.explanation !== undefined,
    );
    assert.equal(failed?.explanation?.sentence, sentence);
    assert.deepEqual(failed.explanation.actions, ['Use “Create account”.']);
    const document = await vscode.workspace.openTextDocument(file);
    const hovers: string[] = [];
    const shown: unknown[] = [];
    const setDecorations = (_: unknown, options: readonly vscode.DecorationOptions[]): void => {
      for (const { hoverMessage, renderOptions } of options) {
        if (hoverMessage instanceof vscode.MarkdownString) hovers.push(hoverMessage.value);
        shown.push(renderOptions?.after?.contentText);
      }
    };
    const decorations = new StepDecorations(await window.services.openFlowDocuments());
    const editor = { document, setDecorations } as unknown as vscode.TextEditor;
    decorations.show(editor, window.services.runs.of(file), id => id);
    decorations.dispose();
    assert.match(shown.join('\n'), /✗ failed .*: No element says “Creat account”\./);
    const hover = hovers.find(one => one.includes('No element')) ?? '';
    assert.match(hover, /The closest text is “Create account”/);
    assert.match(hover, /\*\*Suggestion:\*\* Use “Create account”/);
    // A step of a successful run needs no reading of evidence.
    await runAnswering(Command.runToStep, {}, file, [0]);
    assert.equal(window.services.runs.of(file)?.steps[0]?.explanation, undefined);
  });

  it('trial runs of steps run one step with the results of earlier ones', async () => {
    await write([log('one'), log('two', 'two'), log('{{steps.two.body.line}}')]);
    await runAnswering(Command.runStep, {}, file, [1]);
    assert.deepEqual(shown().states, ['skipped', 'success']);
    await runAnswering(Command.runStep, {}, file, [2]);
    assert.deepEqual(shown().outputs, [undefined, { line: 'info: two' }, { line: 'info: info: two' }]);
  });

  it('trial runs of steps do not start for a step that lacks parameters, and name these', async () => {
    await write([step('device.launchApp', {})]);
    const told = await runAnswering(Command.runStep, {}, file, [0]);
    assert.deepEqual(told, ['Step 1 cannot run: Platform and App are missing.']);
    assert.equal(shown().status, undefined);
  });

  it('trial runs of steps ask once for the values of the trigger that the steps read', async () => {
    await write([log('{{event.payload.city}} {{event.payload.zip}}')]);
    await runAnswering(Command.runStep, { inputs: ['Paris', '75001'] }, file, [0]);
    await runAnswering(Command.runStep, {}, file, [0]);
    assert.deepEqual(shown().outputs, [{ line: 'info: Paris 75001' }]);
    const asked: string[] = [];
    const change = (value: string): string => {
      asked.push(value);
      return value === 'Paris' ? 'Rome' : value;
    };
    await runAnswering(Command.editTrialPayload, { inputs: [change, change] }, file);
    assert.deepEqual(asked, ['Paris', '75001']);
    await runAnswering(Command.runToStep, {}, file, [0]);
    assert.deepEqual(shown().outputs, [{ line: 'info: Rome 75001' }]);
  });

  it('trial runs of steps stop when asked to, and when the run is hidden', async () => {
    await write([step('flow.wait', { seconds: 3600 })]);
    for (const end of [Command.stopTrial, Command.hideRun]) {
      const running = vscode.commands.executeCommand(Command.runStep, file, [0]);
      await until('the running step', () => shown().states[0], 'running');
      await vscode.commands.executeCommand(end, file);
      await running;
    }
    assert.equal(shown().status, undefined);
    const messages = await runAnswering(Command.stopTrial, {}, file);
    assert.deepEqual(messages, ['No run is in progress for this file.']);
  });

  it('trial runs of steps ask for the phone if the flow names several, and keep the choice', async () => {
    await write(
      [step('device.launchApp', { platform: 'android', app: 'org.sandbox.form' })],
      [phone, tablet],
    );
    await runAnswering(Command.runStep, { picks: ['Android tablet'] }, file, [0]);
    await runAnswering(Command.runStep, {}, file, [0]);
    assert.deepEqual(
      window.services.runs.of(file)?.steps.map(({ deviceId }) => deviceId),
      [tablet],
    );
    await runAnswering(Command.chooseTrialPhone, { picks: ['Pixel phone'] }, file);
    assert.equal(window.services.trialChoices.phoneOf(file, [phone, tablet]), phone);
  });

  it('trial runs of steps show the phone beside the editor, which keeps the focus', async () => {
    await write([log('x')]);
    // The name of a panel is that of its device.
    await window.services.devices.ensure();
    await vscode.window.showTextDocument(file);
    for (let time = 0; time < 2; time++) {
      await runAnswering(Command.showPhone, {}, file);
      const { activeTabGroup, all } = vscode.window.tabGroups;
      const input: unknown = activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputText && input.uri.toString() === file.toString());
      const panels = all.flatMap(({ tabs }) => tabs).filter(({ label }) => label === 'Pixel phone');
      assert.equal(panels.length, 1);
      assert.notEqual(panels[0]?.group.viewColumn, activeTabGroup.viewColumn);
    }
  });

  it('trial runs of steps say why a device cannot be used, or which step to select', async () => {
    await write([step('flow.wait', { seconds: 3600 })]);
    const running = vscode.commands.executeCommand(Command.runStep, file, [0]);
    await until('the running step', () => shown().states[0], 'running');
    const first = file;
    await write([log('x')]);
    const messages = await runAnswering(Command.runStep, {}, file, [0]);
    assert.match(messages.join(' '), /A trial run is in progress on “Pixel phone”/);
    await vscode.commands.executeCommand(Command.stopTrial, first);
    await running;
    const unknown = await runAnswering(Command.runStep, {}, file, [7]);
    assert.deepEqual(unknown, ['Select a step first, or put the cursor into one.']);
  });

  it('trial runs of steps offer the sandbox on another connection', async () => {
    await write([log('x')]);
    await window.services.connections.choose(undefined);
    const [message = ''] = await runAnswering(Command.runStep, {}, file, [0]);
    assert.match(message, /^A flow file runs in the sandbox only/);
  });
});
