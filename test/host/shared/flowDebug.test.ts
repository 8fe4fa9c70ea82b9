import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command, FLOW_DEBUGGER, TRACE_VIEWER } from '../../../src/manifest.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { serviceConnection } from '../../../src/stores/connection.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { activeInput, until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';

const phone = demoDeviceId('phone');

type Body = Readonly<Record<string, unknown>>;

describe('shared/flowDebug', () => {
  let window: FreshWindow;
  let file: vscode.Uri;
  let written = 0;

  before(async () => void (window = await freshWindow()));
  afterEach(async () => {
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    await vscode.debug.stopDebugging();
    await until('no session', () => vscode.debug.activeDebugSession === undefined);
  });
  after(async () => window.services.connections.choose(undefined));

  const log = (message: string, key?: string): object => ({
    actionId: demoActionId('webhooks.log'),
    key,
    overrides: { params: { message } },
  });

  async function write(actions: readonly object[]): Promise<vscode.TextDocument> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    file = vscode.Uri.joinPath(folder.uri, `debug-${written++}.flow.json`);
    const placed = actions.map((action, position) => ({ ...action, position }));
    const body = { name: 'Debug', triggerId: demoTriggerId('custom'), deviceIds: [phone], actions: placed };
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(body, undefined, 2)));
    return vscode.workspace.openTextDocument(file);
  }

  function breakAt(document: vscode.TextDocument, part: string): void {
    const at = document.positionAt(document.getText().indexOf(part));
    vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(new vscode.Location(document.uri, at))]);
  }

  /** Waits until the selected frame is at a step, and returns its session. */
  async function stopAt(number: string): Promise<vscode.DebugSession> {
    return until(`the stop at step ${number}`, async () => {
      const item = vscode.debug.activeStackItem;
      if (!(item instanceof vscode.DebugStackFrame)) return undefined;
      const given = { threadId: item.threadId };
      // The thread may go on in the meantime.
      const frames = await ask(item.session, 'stackTrace', given, 'stackFrames').catch(() => []);
      return String(frames[0]?.['name']).startsWith(`${number} `) ? item.session : undefined;
    }).then(session => {
      assert.ok(session);
      return session;
    });
  }

  async function ask(
    session: vscode.DebugSession,
    request: string,
    given: object,
    list: string,
  ): Promise<readonly Body[]> {
    const body = (await session.customRequest(request, given)) as Readonly<Record<string, readonly Body[]>>;
    return body[list] ?? [];
  }

  /** Returns the innermost frame of the only thread; the selected item changes shortly after a stop. */
  async function topFrame(session: vscode.DebugSession): Promise<unknown> {
    return (await ask(session, 'stackTrace', { threadId: 1 }, 'stackFrames'))[0]?.['id'];
  }

  async function evaluate(session: vscode.DebugSession, expression: string): Promise<unknown> {
    const given = { expression, frameId: await topFrame(session) };
    return ((await session.customRequest('evaluate', given)) as Body)['result'];
  }

  it('the debugger of flows stops at a breakpoint, changes a value, steps, leaves out a step, and ends', async () => {
    const document = await write([
      log('one'),
      log('two'),
      log('{{event.payload.city}}', 'city'),
      log('four'),
      log('five'),
    ]);
    await vscode.window.showTextDocument(document);
    breakAt(document, 'event.payload.city');
    await vscode.commands.executeCommand(Command.debugFlow, file, { payload: { city: 'Paris' } });
    const session = await stopAt('3');
    assert.equal(session.type, FLOW_DEBUGGER);
    const scopes = await ask(session, 'scopes', { frameId: await topFrame(session) }, 'scopes');
    assert.deepEqual(
      scopes.map(({ name }) => name),
      ['Trigger', 'Steps', 'Flow and Device'],
    );
    const variablesReference = scopes[0]?.['variablesReference'];
    const values = await ask(session, 'variables', { variablesReference }, 'variables');
    assert.deepEqual(
      values.map(({ name, value }) => [name, value]),
      [['city', '"Paris"']],
    );
    await session.customRequest('setVariable', { variablesReference, name: 'city', value: 'Rome' });
    await vscode.commands.executeCommand('workbench.action.debug.stepOver');
    await stopAt('4');
    assert.equal(await evaluate(session, 'steps.city.body.line'), '"info: Rome"');
    await vscode.commands.executeCommand(Command.runStepAgain);
    await stopAt('4');
    await vscode.commands.executeCommand(Command.skipStep);
    await stopAt('5');
    const statuses = (): unknown =>
      window.services.runs
        .of(file)
        ?.steps.map(step => step.status)
        .join(' ');
    await until('the skipped step', statuses, 'success success success skipped');
    await vscode.commands.executeCommand('workbench.action.debug.stop');
    await until('the end', () => vscode.debug.activeDebugSession === undefined);
  });

  it('the debugger of flows restarts with the current text of the file', async () => {
    const document = await write([log('one', 'first'), log('{{event.payload.city}}')]);
    await vscode.window.showTextDocument(document);
    breakAt(document, 'event.payload.city');
    await vscode.commands.executeCommand(Command.debugFlow, file, { payload: { city: 'Paris' } });
    await stopAt('2');
    const edit = new vscode.WorkspaceEdit();
    const at = document.positionAt(document.getText().indexOf('one'));
    edit.replace(file, new vscode.Range(at, at.translate(0, 3)), 'changed');
    await vscode.workspace.applyEdit(edit);
    await document.save();
    await vscode.commands.executeCommand('workbench.action.debug.restart');
    // VS Code starts the same session again.
    await until('a run of the changed text', async () => {
      const line = await evaluate(await stopAt('2'), 'steps.first.body.line').catch(() => undefined);
      return line === '"info: changed"';
    });
    assert.equal(await evaluate(await stopAt('2'), 'event.payload.city'), '"Paris"');
  });

  it('the debugger of flows starts for the file in front without a launch.json', async () => {
    const document = await write([log('one'), log('two')]);
    await vscode.window.showTextDocument(document);
    await runAnswering(Command.toggleBreakpoint, {}, file, [1]);
    await vscode.commands.executeCommand('workbench.action.debug.start');
    const session = await stopAt('2');
    await runAnswering(Command.toggleBreakpoint, {}, file, [1]);
    assert.equal(vscode.debug.breakpoints.length, 0);
    await session.customRequest('continue', { threadId: 1 });
    await until('the end', () => vscode.debug.activeDebugSession === undefined);
    assert.equal(window.services.runs.of(file)?.execution.status, 'success');
  });

  it('the debugger of flows stops at the chosen step, and runs on to another one', async () => {
    await write([log('one'), log('two'), log('three')]);
    await runAnswering(Command.debugToStep, {}, file, [1]);
    await stopAt('2');
    await runAnswering(Command.debugToStep, {}, file, [2]);
    await stopAt('3');
  });

  it('the debugger of flows opens the trace of the run while it is stopped', async () => {
    await write([log('one'), log('two')]);
    await runAnswering(Command.debugToStep, {}, file, [1]);
    await stopAt('2');
    const debugged = window.services.runs.of(file)?.execution.id;
    assert.ok(debugged);
    await vscode.commands.executeCommand(Command.openDebugTrace);
    await until(
      'the trace of the debug run',
      activeInput,
      input =>
        input instanceof vscode.TabInputCustom &&
        input.viewType === TRACE_VIEWER &&
        input.uri.path === `/${debugged}/Debug.flow-trace`,
    );
  });

  it('the debugger of flows needs the sandbox, and offers to switch to it', async () => {
    await write([log('one')]);
    const { connections } = window.services;
    const before = window.services.session.connection;
    await connections.choose(serviceConnection('Cloud', 'https://service.example.test/v1'));
    const messages = await runAnswering(Command.debugFlow, {}, file);
    assert.deepEqual(messages, ['Debugging needs the sandbox, which can stop a run between its steps.']);
    assert.equal(vscode.debug.activeDebugSession, undefined);
    await connections.choose(before);
  });
});
