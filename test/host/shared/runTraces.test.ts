import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command, TRACE_VIEWER } from '../../../src/manifest.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { openShownTrace } from '../../../src/traceViewer/openShownTrace.ts';
import { runAddress } from '../../../src/traceViewer/runAddress.ts';
import type { ShownTrace } from '../../../src/traceViewer/shownTrace.ts';
import { TraceSession } from '../../../src/traceViewer/traceSession.ts';
import type { OpenTrace } from '../../../src/protocol/traceViewer.ts';
import type { Disposable } from '../../../src/util/disposables.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { activeInput, until } from '../../support/extension.ts';
import { FakeTracePage } from '../../support/fakeTracePage.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';

describe('shared/runTraces', () => {
  let window: FreshWindow;
  let file: vscode.Uri;
  const opened: Disposable[] = [];

  const step = (method: string, params: object): object => ({
    actionId: demoActionId(method),
    overrides: { params },
  });
  const log = step('webhooks.log', { message: 'here' });
  const wait = step('flow.wait', { seconds: 3000 });

  const textOf = (...actions: readonly object[]): string =>
    JSON.stringify(
      {
        ...{ name: 'Watched', triggerId: demoTriggerId('custom'), deviceIds: [demoDeviceId('phone')] },
        actions: actions.map((action, position) => ({ ...action, position })),
      },
      undefined,
      2,
    );

  before(async () => {
    window = await freshWindow();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    file = vscode.Uri.joinPath(folder.uri, 'watched.flow.json');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(textOf(log, wait)));
  });

  afterEach(async () => {
    await vscode.commands.executeCommand(Command.stopTrial, file);
    for (const one of opened.splice(0)) one.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => {
    await vscode.workspace.fs.delete(file);
    await window.services.connections.choose(undefined);
  });

  /** Starts a trial run, whose second step waits, and returns its ID. */
  async function start(): Promise<string> {
    void vscode.commands.executeCommand(Command.runToStep, file, [1]);
    const run = await until(
      'the second step runs',
      () => Promise.resolve(window.services.runs.of(file)),
      shown => shown?.steps[1]?.status === 'running',
    );
    assert.ok(run);
    return run.execution.id;
  }

  const traces = (): readonly vscode.TabInputCustom[] =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) =>
        input instanceof vscode.TabInputCustom && input.viewType === TRACE_VIEWER ? [input] : [],
      );

  /** Opens the trace of a run in a viewer. */
  async function open(executionId: string): Promise<{
    readonly document: ShownTrace;
    readonly session: TraceSession;
    readonly state: () => OpenTrace | undefined;
  }> {
    const { connection } = window.services.session;
    assert.ok(connection);
    const address = { connectionId: connection.id, executionId, isTrial: true, flowName: 'Watched' };
    const page = new FakeTracePage();
    const services = {
      ...window.services,
      reveal: () => undefined,
      chooseRun: () => Promise.resolve(undefined),
      readPassedRun: () => Promise.resolve(undefined),
      readCatalog: () => Promise.resolve(window.services.catalog.catalog),
    };
    const document = openShownTrace(runAddress(address), services);
    const session = new TraceSession(document, page.webview, vscode.Uri.file('/'), services);
    opened.push(document, session);
    assert.equal(await page.ask({ kind: 'open' }), '');
    return { document, session, state: () => (page.state?.kind === 'open' ? page.state : undefined) };
  }

  it('the traces of runs in progress show each step as it runs, and the end of the run', async () => {
    const { session, state } = await open(await start());
    assert.equal(state()?.live?.sentence, 'Step 2 “Wait” is running.');
    const [first, second] = state()?.rows ?? [];
    assert.equal(state()?.live?.row, second?.key);
    await session.showStep({ text: textOf(wait, log), path: [1], label: 'step 2' });
    assert.equal(state()?.wanted?.row, first?.key);
    await vscode.commands.executeCommand(Command.stopTrial, file);
    const ended = await until(
      'the end of the run',
      () => Promise.resolve(state()),
      shown => shown?.live === undefined,
    );
    assert.equal(ended?.state, 'aborted');
  });

  it('the traces of runs in progress open from a flow file, once for each run', async () => {
    const executionId = await start();
    await runAnswering(Command.openTrace, {}, file);
    await until(
      'the viewer',
      () => Promise.resolve(traces().length),
      count => count === 1,
    );
    assert.match(traces()[0]?.uri.path ?? '', new RegExp(`${executionId}/Watched\\.flow-trace$`));
    await vscode.window.showTextDocument(file);
    await runAnswering(Command.showInTrace, {}, file, [0]);
    await until('the viewer is in front', activeInput, value => value instanceof vscode.TabInputCustom);
    assert.equal(traces().length, 1);
  });

  it('the traces of runs in progress open from links at the actions of the steps that ran', async () => {
    await start();
    const document = await vscode.workspace.openTextDocument(file);
    const links = async (): Promise<readonly vscode.DocumentLink[]> =>
      (
        await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', file)
      ).filter(({ tooltip }) => tooltip === 'Show in Trace');
    const found = await until('the links', links, all => all.length === 2);
    assert.deepEqual(
      found.map(({ range }) => document.getText(range)),
      [demoActionId('webhooks.log'), demoActionId('flow.wait')],
    );
    const { path, query } = found[1]?.target ?? {};
    assert.equal(path, Command.showInTrace);
    const [linked, step] = JSON.parse(query ?? '') as [vscode.Uri, number[]];
    await runAnswering(Command.showInTrace, {}, vscode.Uri.from(linked), step);
    await until(
      'the viewer',
      () => Promise.resolve(traces().length),
      count => count === 1,
    );
    await vscode.commands.executeCommand(Command.hideRun, file);
    await until('no links', links, all => all.length === 0);
  });

  it('the traces of runs in progress need a run', async () => {
    await vscode.commands.executeCommand(Command.hideRun, file);
    const messages = await runAnswering(Command.showInTrace, {}, file, [0]);
    assert.deepEqual(messages, ['No run of this flow is known. Run the flow first.']);
  });

  it('the traces of runs in progress do not start a stopped sandbox again', async () => {
    const { services } = window;
    // The window keeps nothing of a run that it has not started.
    const sandboxClient = await services.clients.openSandbox();
    const flow = JSON.parse(textOf(log, wait)) as Parameters<
      typeof sandboxClient.startTrial
    >[0]['body']['flow'];
    const { data: trial } = (
      await sandboxClient.startTrial({ body: { flow, step: { index: 1 }, deviceId: demoDeviceId('phone') } })
    ).value;
    const { document, state } = await open(trial.id);
    const { document: read } = await document.read();
    await vscode.commands.executeCommand(Command.stopSandbox);
    const shows = (reason: string): boolean => state()?.live?.sentence.includes(reason) === true;
    await until('the reason', () => shows('no longer has this trial run'));
    await assert.rejects(document.picture('any'), /no longer has this trial run/);
    assert.ok(document.recordings);
    await assert.rejects(document.recordings.list(read, new AbortController().signal), /no longer has/);
    assert.equal(services.sandbox.isRunning, false);
    await vscode.commands.executeCommand(Command.startSandbox);
    await until('the sandbox is asked again', () =>
      shows('getExecutionTrace failed: 404 execution_not_found'),
    );
    await vscode.commands.executeCommand('workbench.action.closeSidebar');
  });
});
