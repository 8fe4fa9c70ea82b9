import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PassedRun } from '../../../src/appState/passedRun.ts';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { type Trace, writeTrace } from '../../../src/flow/trace/traceFile.ts';
import { FLOW_EDITOR, TRACE_VIEWER } from '../../../src/manifest.ts';
import { demoActionId, demoCatalog } from '../../../src/sandbox/demo/demoCatalog.ts';
import type { ShownTrace } from '../../../src/traceViewer/shownTrace.ts';
import type { OtherRun } from '../../../src/traceViewer/comparedTraces.ts';
import { OpenTraceFile } from '../../../src/traceViewer/openTraceFile.ts';
import type { TraceServices } from '../../../src/traceViewer/traceServices.ts';
import { TraceSession } from '../../../src/traceViewer/traceSession.ts';
import { activeInput, until } from '../../support/extension.ts';
import type { Disposable } from '../../../src/util/disposables.ts';
import { FakeTracePage } from '../../support/fakeTracePage.ts';
import { freshWindow } from '../../support/freshWindow.ts';

const TAP = '11111111-1111-4111-8111-111111111111';

/** Returns a trace of a flow whose steps tap texts. */
function traceOf(...texts: readonly string[]): Trace {
  return {
    document: {
      run: { executionId: 'e', flowName: 'Traced', status: 'failed' },
      steps: texts.map((text, index) => ({
        ...{
          id: String(index),
          index,
          childIndex: null,
          method: 'device.tap',
          name: 'Tap',
          status: 'failed',
        },
        ...{ actionId: TAP, params: { text }, error: `No ${text}.` },
      })),
      ...{ screens: [], missing: [], tasks: [] },
    },
    pictures: new Map(),
  };
}

function flowOf(...texts: readonly string[]): string {
  const actions = texts.map((text, index) => {
    return { actionId: TAP, position: index + 1, overrides: { params: { text } } };
  });
  return JSON.stringify({ name: 'Traced', actions }, undefined, 2);
}

describe('shared/traceViewer', () => {
  let folder: vscode.Uri;
  let file: vscode.Uri;
  let services: TraceServices;
  const revealed: number[] = [];
  let other: OtherRun | undefined;
  let passed: PassedRun | undefined;
  const opened: Disposable[] = [];

  before(async () => {
    const parts = await freshWindow();
    await parts.services.connections.choose(undefined);
    const { scopes, clients, sandbox, connections, links, history, openFlowDocuments } = parts.services;
    const reveal = (_: vscode.Uri, offset: number): void => void revealed.push(offset);
    const chooseRun: TraceServices['chooseRun'] = () => Promise.resolve(other);
    const readPassedRun: TraceServices['readPassedRun'] = () => Promise.resolve(passed);
    const readCatalog: TraceServices['readCatalog'] = () => Promise.resolve(createCatalog(demoCatalog));
    const runs = { chooseRun, readPassedRun, readCatalog };
    services = {
      scopes,
      clients,
      sandbox,
      connections,
      links,
      history,
      openFlowDocuments,
      flowEditors: { reveal },
      ...runs,
    };
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    folder = first.uri;
    file = vscode.Uri.joinPath(folder, 'run [1].flow-trace');
    await vscode.workspace.fs.writeFile(file, await writeTrace(traceOf('one', 'two')));
  });

  afterEach(async () => {
    for (const one of opened.splice(0)) one.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(() => vscode.workspace.fs.delete(file));

  function open(): FakeTracePage {
    const page = new FakeTracePage();
    const document = new OpenTraceFile(file);
    opened.push(document, new TraceSession(document, page.webview, vscode.Uri.file('/'), services));
    return page;
  }

  it('the trace viewer in a window without a connection opens a trace file by default', async () => {
    await vscode.commands.executeCommand('vscode.open', file);
    await until('the viewer is in front', activeInput, input => input instanceof vscode.TabInputCustom);
    assert.equal((activeInput() as vscode.TabInputCustom).viewType, TRACE_VIEWER);
  });

  it('the trace viewer in a window without a connection keeps the newest content if an earlier reading ends later', async () => {
    const changed = new vscode.EventEmitter<void>();
    const readings: PromiseWithResolvers<Trace>[] = [];
    const read = async (): Promise<Trace> => {
      const reading = Promise.withResolvers<Trace>();
      readings.push(reading);
      return reading.promise;
    };
    const document: ShownTrace = {
      ...{ uri: file, onDidChange: changed.event, progress: undefined, recordings: undefined, read },
      connectionId: undefined,
      failedChecks: [],
      picture: () => Promise.resolve(undefined),
      setVisible: () => undefined,
      dispose: () => undefined,
    };
    const page = new FakeTracePage();
    opened.push(new TraceSession(document, page.webview, vscode.Uri.file('/'), services));
    changed.fire();
    changed.fire();
    readings[1]?.reject(new Error('The newest reading.'));
    const sentence = (): unknown => (page.state?.kind === 'broken' ? page.state.sentence : page.state?.kind);
    await until('the newest content', sentence, 'The newest reading.');
    readings[0]?.reject(new Error('The earlier reading.'));
    // Until then, the session has handled the end of the reading.
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(sentence(), 'The newest reading.');
  });

  it('the trace viewer in a window without a connection shows the trace, and the new content when the file changes', async () => {
    const page = open();
    assert.equal(await page.ask({ kind: 'open' }), '');
    // The event of an earlier write may arrive during the read, which then shows nothing.
    await until('the trace', () => page.state?.kind, 'open');
    assert.ok(page.state?.kind === 'open');
    assert.deepEqual([page.state.name, page.state.rows.length], ['Traced', 2]);
    await vscode.workspace.fs.writeFile(file, await writeTrace(traceOf('one', 'two', 'three')));
    await until(
      'the new rows',
      () => (page.state?.kind === 'open' ? page.state.rows.length : 0),
      count => count === 3,
    );
    await vscode.workspace.fs.writeFile(file, new Uint8Array([1, 2, 3]));
    await until(
      'the reason',
      () => (page.state?.kind === 'broken' ? page.state.sentence : ''),
      sentence => sentence.includes('is not a zip file'),
    );
    await vscode.workspace.fs.writeFile(file, await writeTrace(traceOf('one', 'two')));
  });

  it('the trace viewer in a window without a connection compares the trace with another run until told to stop, also when the file changes', async () => {
    const page = open();
    await page.ask({ kind: 'open' });
    const marks = (): string =>
      page.state?.kind === 'open' ? page.state.rows.map(({ compared }) => compared?.mark ?? '').join() : '';
    // The event of an earlier write may arrive during a read, which then shows nothing.
    await until('the trace', marks, ',');
    await page.ask({ kind: 'compare' });
    await until('no comparison yet', marks, ',');
    other = { name: 'other', trace: traceOf('one', 'new') };
    await page.ask({ kind: 'compare' });
    await until('the comparison', marks, 'same,different');
    await vscode.workspace.fs.writeFile(file, await writeTrace(traceOf('one', 'new')));
    await until('the new comparison', marks, text => text === 'same,same');
    await page.ask({ kind: 'stopComparing' });
    await until('no comparison', marks, ',');
    await vscode.workspace.fs.writeFile(file, await writeTrace(traceOf('one', 'two')));
  });

  it('the trace viewer in a window without a connection writes a proposed repair into the flow file only when asked, as an edit that can be undone', async () => {
    const tapId = demoActionId('device.tap');
    const traced = (text: string, status: string): Trace['document'] => ({
      run: { executionId: status, flowName: 'Repaired', status },
      steps: [
        {
          ...{ id: '0', index: 0, childIndex: null, method: 'device.tap', actionId: tapId, name: 'Tap' },
          ...{ status, params: { target: { by: 'text', text: 'Sign in' } }, screenBefore: status },
        },
      ],
      screens: [
        {
          ...{ id: status, app: 'Shop', packageName: 'com.example.shop', width: 1000, height: 2000 },
          elements: [
            {
              ...{ bounds: { left: 100, top: 100, right: 900, bottom: 200 }, text, clickable: true },
              ...{ resourceId: 'com.example.shop:id/sign_in', className: 'android.widget.Button' },
            },
          ],
        },
      ],
      ...{ missing: [], tasks: [] },
    });
    const document = traced('Log in', 'failed');
    await vscode.workspace.fs.writeFile(file, await writeTrace({ document, pictures: new Map() }));
    passed = { evidence: traced('Sign in', 'success'), picture: () => Promise.resolve(undefined) };
    const flow = vscode.Uri.joinPath(folder, 'repaired.flow.json');
    const target = { by: 'text', text: 'Sign in' };
    const actions = [{ actionId: tapId, position: 1, overrides: { params: { target } } }];
    const text = JSON.stringify({ name: 'Repaired', actions }, undefined, 2);
    await vscode.workspace.fs.writeFile(flow, new TextEncoder().encode(text));
    try {
      const page = open();
      await page.ask({ kind: 'open' });
      await page.ask({ kind: 'repair', step: 0 });
      const shown = await vscode.workspace.openTextDocument(flow);
      assert.equal(shown.getText(), text);
      assert.equal(await page.ask({ kind: 'applyRepair', step: 0 }), '');
      assert.equal(shown.getText(), text.replace('Sign in', 'Log in'));
      assert.ok(shown.isDirty);
      assert.match(await page.ask({ kind: 'applyRepair', step: 0 }), /no longer names the same element/);
      await vscode.window.showTextDocument(shown);
      await vscode.commands.executeCommand('undo');
      await until(
        'the undone edit',
        () => shown.getText(),
        now => now === text,
      );
      await vscode.commands.executeCommand('workbench.action.files.revert');
    } finally {
      passed = undefined;
      await vscode.workspace.fs.delete(flow);
      await vscode.workspace.fs.writeFile(file, await writeTrace(traceOf('one', 'two')));
    }
  });

  it('the trace viewer in a window without a connection goes to a step that was moved, and says if the workspace does not have the flow', async () => {
    const page = open();
    assert.match(await page.ask({ kind: 'goTo', step: 0 }), /no file of “Traced”/);
    const flow = vscode.Uri.joinPath(folder, 'traced.flow.json');
    const text = flowOf('two', 'new', 'one');
    await vscode.workspace.fs.writeFile(flow, new TextEncoder().encode(text));
    try {
      await page.ask({ kind: 'goTo', step: 0 });
      await until('the flow is in front', activeInput, input => input instanceof vscode.TabInputCustom);
      assert.equal((activeInput() as vscode.TabInputCustom).viewType, FLOW_EDITOR);
      const offset = revealed.at(-1);
      assert.match(text.slice(offset), /^\{[^{]*"position": 3/);
      await vscode.workspace.fs.writeFile(flow, new TextEncoder().encode(flowOf('two')));
      const removed = 'Step 1 “Tap” was removed from traced.flow.json after this run.';
      assert.equal(await page.ask({ kind: 'goTo', step: 0 }), removed);
    } finally {
      await vscode.workspace.fs.delete(flow);
    }
  });
});
