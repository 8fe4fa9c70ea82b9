import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';

const phone = demoDeviceId('phone');

describe('shared/flowDataOfRun', () => {
  let window: FreshWindow;
  let file: vscode.Uri;
  let written = 0;

  before(async () => void (window = await freshWindow()));
  afterEach(async () => {
    await vscode.debug.stopDebugging();
    await until('no session', () => vscode.debug.activeDebugSession === undefined);
  });
  after(async () => window.services.connections.choose(undefined));

  const step = (method: string, params: object): object => ({
    actionId: demoActionId(method),
    overrides: { params },
  });
  const log = (message: string, key?: string): object => ({ ...step('webhooks.log', { message }), key });
  const openMaps = {
    ...step('device.launchApp', { platform: 'android', app: 'org.sandbox.maps' }),
    key: 'maps',
  };

  async function write(actions: readonly object[], isNew = true): Promise<void> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    if (isNew) file = vscode.Uri.joinPath(folder.uri, `data-${written++}.flow.json`);
    const placed = actions.map((action, position) => ({ ...action, position }));
    const body = {
      ...{ name: `Data ${written}`, triggerId: demoTriggerId('custom') },
      ...{ deviceIds: [phone], actions: placed },
    };
    const text = JSON.stringify(body, undefined, 2);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    // An open document follows its file.
    const document = await vscode.workspace.openTextDocument(file);
    await until('the new text', () => document.getText(), text);
  }

  /** Waits for the end of a session, and returns the status of each step that the file shows. */
  async function ended(): Promise<readonly unknown[]> {
    await until('the end', () => {
      const { status } = window.services.runs.of(file)?.execution ?? {};
      return vscode.debug.activeDebugSession === undefined && status !== 'pending' && status !== 'running';
    });
    return window.services.runs.of(file)?.steps.map(({ index, status }) => `${index} ${status ?? ''}`) ?? [];
  }

  it('runs with the data of an earlier run run from a step on with the outputs of the steps before it', async () => {
    await write([log('one', 'one'), log('{{steps.one.body.line}}'), log('three')]);
    await runAnswering(Command.runToStep, {}, file, [2]);
    const first = window.services.runs.of(file)?.execution.id;
    await runAnswering(Command.runFromStep, {}, file, [1]);
    await until('another run', () => window.services.runs.of(file)?.execution.id !== first);
    assert.deepEqual(await ended(), ['0 success', '1 success', '2 success']);
  });

  it('runs with the data of an earlier run run from a step on without an earlier run if nothing of it is read', async () => {
    await write([log('one'), log('two')]);
    await runAnswering(Command.runFromStep, {}, file, [1]);
    await until('a run', () => window.services.runs.of(file));
    assert.deepEqual(await ended(), ['0 skipped', '1 success']);
  });

  it('runs with the data of an earlier run stop at the step when they are debugged', async () => {
    await write([log('one', 'one'), log('{{steps.one.body.line}}')]);
    await runAnswering(Command.runToStep, {}, file, [0]);
    await runAnswering(Command.debugFromStep, {}, file, [1]);
    const session = await until('the stop', () => {
      const item = vscode.debug.activeStackItem;
      return item instanceof vscode.DebugStackFrame ? item.session : undefined;
    });
    assert.ok(session);
    const { from, fromRun, devices } = session.configuration;
    assert.deepEqual([from, devices], ['2', [phone]]);
    assert.equal(typeof fromRun, 'string');
    await session.customRequest('continue', { threadId: 1 });
    assert.deepEqual(await ended(), ['0 success', '1 success']);
  });

  it('runs with the data of an earlier run say which output is missing before anything starts', async () => {
    await write([log('one', 'one'), log('{{steps.one.body.line}}')]);
    assert.deepEqual(await runAnswering(Command.runFromStep, {}, file, [1]), [
      'The sandbox has no run of this flow yet. Run it first.',
    ]);
    await runAnswering(Command.runToStep, {}, file, [0]);
    const before = window.services.runs.of(file)?.execution.id;
    await write([log('one', 'one'), openMaps, log('{{steps.maps.body.app}}')], false);
    const messages = await runAnswering(Command.runFromStep, {}, file, [2]);
    assert.match(
      messages.join(),
      /This run has no output of step “2 .+”, which step “3 .+” reads\. Choose another run\./,
    );
    assert.equal(window.services.runs.of(file)?.execution.id, before);
    assert.equal(vscode.debug.activeDebugSession, undefined);
  });
});
