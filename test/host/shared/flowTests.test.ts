import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Execution } from '../../../src/contract/records/execution.ts';
import type { FlowTests } from '../../../src/testExplorer/startTestExplorer.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

/** The result of each item: `passed`, or the messages of its failure. */
type Told = Map<string, readonly vscode.TestMessage[] | 'passed' | 'skipped'>;

describe('shared/flowTests', () => {
  let tests: FlowTests;
  let folder: vscode.Uri;
  let extension: vscode.Extension<unknown>;

  before(async () => {
    tests = (await freshWindow()).flowTests;
    const found = vscode.extensions.getExtension('cloud-device-automation.cloud-device-automation');
    assert.ok(found);
    extension = found;
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    folder = vscode.Uri.joinPath(open.uri, 'tested');
    await copy('first-steps.flow.json');
    await copy('ask-the-agents.flow.json');
    await copy('ask-the-agents.flow.test.json');
  });

  async function copy(name: string): Promise<void> {
    const examples = vscode.Uri.joinPath(extension.extensionUri, 'examples');
    await vscode.workspace.fs.copy(vscode.Uri.joinPath(examples, name), vscode.Uri.joinPath(folder, name), {
      overwrite: true,
    });
  }

  function itemOf(name: string): vscode.TestItem {
    const item = tests.controller.items.get(vscode.Uri.joinPath(folder, name).toString());
    assert.ok(item, name);
    return item;
  }

  function childrenOf(item: vscode.TestItem): vscode.TestItem[] {
    const children: vscode.TestItem[] = [];
    item.children.forEach(one => children.push(one));
    return children;
  }

  /** Runs items and returns the results reported to the Test Explorer. */
  async function run(
    items: vscode.TestItem[],
    {
      cancel = false,
      exclude,
      source = new vscode.CancellationTokenSource(),
      profile,
      onCoverage,
    }: {
      cancel?: boolean;
      exclude?: vscode.TestItem[];
      source?: vscode.CancellationTokenSource;
      profile?: vscode.TestRunProfile;
      onCoverage?: (file: vscode.FileCoverage) => void;
    } = {},
  ): Promise<Told> {
    const told: Told = new Map();
    const { controller } = tests;
    const original = controller.createTestRun.bind(controller);
    controller.createTestRun = (...given) => {
      const real = original(...given);
      const note = (
        item: vscode.TestItem,
        messages: vscode.TestMessage | readonly vscode.TestMessage[],
      ): void =>
        void told.set(item.label, Array.isArray(messages) ? messages : [messages as vscode.TestMessage]);
      return {
        ...real,
        passed: item => void told.set(item.label, 'passed'),
        skipped: item => void told.set(item.label, 'skipped'),
        failed: note,
        errored: note,
        addCoverage: file => {
          real.addCoverage(file);
          onCoverage?.(file);
        },
      };
    };
    try {
      if (cancel) source.cancel();
      await tests.run(new vscode.TestRunRequest(items, exclude, profile), source.token);
    } finally {
      controller.createTestRun = original;
      source.dispose();
    }
    return told;
  }

  it('flow files in the Test Explorer are listed with their cases at their locations', async () => {
    await tests.controller.resolveHandler?.(undefined);
    assert.deepEqual(childrenOf(itemOf('first-steps.flow.json')), []);
    const cases = childrenOf(itemOf('ask-the-agents.flow.json'));
    assert.deepEqual(
      cases.map(({ label }) => label),
      ['takes the passcode out of a subject', 'fails without a subject'],
    );
    const [first] = cases;
    assert.ok(first?.uri && first.range);
    const document = await vscode.workspace.openTextDocument(first.uri);
    assert.match(document.lineAt(first.range.start.line).text, /takes the passcode/);
  });

  it('flow files in the Test Explorer run in their own sandbox and do not change the connected one', async () => {
    const { services } = await extensionParts();
    const running = services.sandbox.isRunning;
    const told = await run([itemOf('first-steps.flow.json'), itemOf('ask-the-agents.flow.json')]);
    assert.deepEqual(Object.fromEntries(told), {
      'first-steps.flow.json': 'passed',
      'takes the passcode out of a subject': 'passed',
      'fails without a subject': 'passed',
    });
    assert.equal(services.sandbox.isRunning, running);
    const file = vscode.Uri.joinPath(folder, 'first-steps.flow.json');
    const shown = services.runs.of(file);
    assert.deepEqual([shown?.execution.status, shown?.isTest], ['success', true]);
    services.runs.clear();
  });

  it('flow files in the Test Explorer are shown as test runs, and do not hide a newer or unfinished run of the service', async () => {
    const { services } = await extensionParts();
    const { runs } = services;
    const file = vscode.Uri.joinPath(folder, 'first-steps.flow.json');
    const at = (minute: number, id: string, status = 'success'): Execution => ({
      id,
      status,
      startedAt: new Date(Date.UTC(2026, 2, 14, 10, minute)).toISOString(),
    });
    const shown = (): unknown => runs.of(file)?.execution.id;
    try {
      runs.show(file, at(5, 'newer'));
      runs.showTest(file, at(4, 'test'), []);
      assert.equal(shown(), 'newer');
      runs.show(file, at(1, 'unfinished', 'running'));
      runs.showTest(file, at(4, 'test'), []);
      assert.equal(shown(), 'unfinished');
      runs.show(file, at(3, 'older'));
      runs.showTest(file, at(4, 'test'), []);
      assert.equal(shown(), 'test');
      await vscode.window.showTextDocument(file);
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        file,
      );
      const lens = lenses.find(({ command }) => command?.title.startsWith('Test run, '));
      assert.ok(lens?.command);
      assert.ok((await vscode.commands.getCommands()).includes(lens.command.command));
    } finally {
      runs.clear();
    }
  });

  it('flow files in the Test Explorer report which steps ran, in all cases and in each', async () => {
    const { services } = await extensionParts();
    const items = [itemOf('first-steps.flow.json'), itemOf('ask-the-agents.flow.json')];
    const covered: vscode.FileCoverage[] = [];
    const { coverageProfile } = tests;
    await run(items, { profile: coverageProfile, onCoverage: file => covered.push(file) });
    const detailsOf = async (
      file: vscode.FileCoverage,
      item?: vscode.TestItem,
    ): Promise<readonly vscode.StatementCoverage[]> => {
      const none = new vscode.CancellationTokenSource().token;
      const testRun = tests.controller.createTestRun(new vscode.TestRunRequest());
      testRun.end();
      const details = item
        ? await coverageProfile.loadDetailedCoverageForTest?.(testRun, file, item, none)
        : await coverageProfile.loadDetailedCoverage?.(testRun, file, none);
      return (details ?? []).filter(detail => detail instanceof vscode.StatementCoverage);
    };
    const [plain, asked] = covered;
    assert.ok(plain && asked && covered.length === 2);
    const countsOf = (count?: vscode.TestCoverageCount): unknown => [count?.covered, count?.total];
    assert.deepEqual(countsOf(plain.statementCoverage), [5, 5]);
    const counts = (await detailsOf(plain)).map(({ executed }) => executed);
    assert.deepEqual(counts, [1, 1, 1, 1, 1]);
    assert.deepEqual(countsOf(asked.branchCoverage), [1, 2]);
    const cases = childrenOf(items[1]!);
    assert.deepEqual(asked.includesTests, cases);
    const executed = await Promise.all(
      [undefined, ...cases].map(async one => (await detailsOf(asked, one)).map(each => each.executed)),
    );
    assert.deepEqual(executed, [
      [2, 2, 1, 1, 1],
      [1, 1, 1, 1, 1],
      [1, 1, 0, 0, 0],
    ]);
    const [first] = await detailsOf(asked);
    const document = await vscode.workspace.openTextDocument(asked.uri);
    assert.ok(first && first.location instanceof vscode.Position);
    assert.match(
      document.getText(new vscode.Range(first.location, document.lineAt(first.location.line + 1).range.end)),
      /^\{\s+"actionId"/,
    );
    assert.deepEqual(
      services.runs.coverageOf(asked.uri)?.steps.map(({ runs }) => runs),
      executed[0],
    );
    services.runs.clear(asked.uri);
    assert.equal(services.runs.coverageOf(asked.uri), undefined);
  });

  it('flow files in the Test Explorer are left out if they are excluded', async () => {
    const item = itemOf('ask-the-agents.flow.json');
    const exclude = childrenOf(item).filter(({ label }) => label === 'fails without a subject');
    assert.equal(exclude.length, 1);
    const told = await run([item], { exclude });
    assert.deepEqual(Object.fromEntries(told), { 'takes the passcode out of a subject': 'passed' });
  });

  it('flow files in the Test Explorer fail at the step in the file that had an unexpected result', async () => {
    const cases = [{ name: 'waits too long', expect: { steps: [{ step: 3, output: { seconds: 8 } }] } }];
    const file = vscode.Uri.joinPath(folder, 'first-steps.flow.test.json');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify({ cases })));
    await until('the case is found', () => childrenOf(itemOf('first-steps.flow.json')).length, 1);
    const told = await run([itemOf('first-steps.flow.json')]);
    const messages = told.get('waits too long');
    assert.ok(Array.isArray(messages));
    const [message] = messages as readonly vscode.TestMessage[];
    assert.ok(message && typeof message.message === 'string');
    assert.match(message.message, /^Step 3 “Wait”: output\./);
    assert.match(message.expectedOutput ?? '', /"seconds": 8/);
    const place = message.location;
    assert.ok(place);
    const text = (await vscode.workspace.openTextDocument(place.uri)).getText();
    const offset = (await vscode.workspace.openTextDocument(place.uri)).offsetAt(place.range.start);
    assert.match(text.slice(offset).slice(0, 120), /"position": 3/);
  });

  it('flow files in the Test Explorer say why the step failed, and what to do', async () => {
    const file = vscode.Uri.joinPath(folder, 'explained.flow.json');
    const tap = {
      actionId: demoActionId('device.tap'),
      position: 1,
      overrides: { params: { target: { by: 'text', text: 'Messagez' } } },
    };
    const flow = {
      name: 'Explained',
      triggerId: demoTriggerId('custom'),
      deviceIds: [demoDeviceId('phone')],
      actions: [tap],
    };
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(flow)));
    await tests.controller.refreshHandler?.(new vscode.CancellationTokenSource().token);
    const [message] = (await run([itemOf('explained.flow.json')])).get('explained.flow.json') ?? [];
    assert.ok(message && typeof message !== 'string' && typeof message.message === 'string');
    const [first = '', ...more] = message.message.split('\n');
    assert.match(first, /^The run ended with failed, not success: Step 1 “.+”: No element says “Messagez”\./);
    assert.match(more.join(' '), /Suggestion: Use “Messages”\./);
    const { services } = await extensionParts();
    assert.match(services.runs.of(file)?.steps[0]?.explanation?.sentence ?? '', /Messagez/);
    services.runs.clear();
    await vscode.workspace.fs.delete(file);
  });

  describe('debugger', () => {
    const file = (): vscode.Uri => vscode.Uri.joinPath(folder, 'first-steps.flow.json');
    let profile: vscode.TestRunProfile;

    before(() => {
      // That of the extension is not exposed.
      const { Debug } = vscode.TestRunProfileKind;
      profile = tests.controller.createRunProfile('Debug', Debug, () => undefined);
    });
    after(() => profile.dispose());
    afterEach(async () => {
      vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
      await vscode.debug.stopDebugging();
      await until('no session', () => vscode.debug.activeDebugSession === undefined);
      (await extensionParts()).services.runs.clear();
    });

    async function stopAtWait(): Promise<vscode.DebugSession> {
      const document = await vscode.workspace.openTextDocument(file());
      const place = document.positionAt(document.getText().indexOf('"position": 3'));
      vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(new vscode.Location(file(), place))]);
      const session = await until('the stop', () => {
        const item = vscode.debug.activeStackItem;
        return item instanceof vscode.DebugStackFrame ? item.session : undefined;
      });
      assert.ok(session);
      return session;
    }

    it('flow files in the debugger of the Test Explorer stop at breakpoints of the flow file, and tell the result when they continue', async () => {
      const { services } = await extensionParts();
      const running = services.sandbox.isRunning;
      const result = run([itemOf('first-steps.flow.json')], { profile });
      const session = await stopAtWait();
      assert.equal(session.configuration['flow'], file().fsPath);
      await session.customRequest('continue', { threadId: 1 });
      assert.deepEqual(Object.fromEntries(await result), { 'first-steps.flow.json': 'passed' });
      await until('the end', () => vscode.debug.activeDebugSession === undefined);
      const shown = services.runs.of(file());
      assert.deepEqual([shown?.execution.status, shown?.isTest], ['success', true]);
      assert.equal(services.sandbox.isRunning, running);
    });

    it('flow files in the debugger of the Test Explorer are skipped when they are canceled, which ends the session', async () => {
      const source = new vscode.CancellationTokenSource();
      const ending = run([itemOf('first-steps.flow.json')], { profile, source });
      await stopAtWait();
      source.cancel();
      assert.deepEqual(Object.fromEntries(await ending), { 'first-steps.flow.json': 'skipped' });
      await until('the end', () => vscode.debug.activeDebugSession === undefined);
    });
  });

  it('flow files in the Test Explorer report errors in a test file, fail then, and are skipped when they are canceled', async () => {
    const file = vscode.Uri.joinPath(folder, 'first-steps.flow.test.json');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('{"cases": []}'));
    const item = itemOf('first-steps.flow.json');
    await until('the problem is told', () => item.error);
    assert.ok(typeof item.error === 'string');
    assert.match(item.error, /first-steps\.flow\.test\.json is not a file of tests\. cases: /);
    const problem = (await run([item])).get('first-steps.flow.json');
    assert.ok(Array.isArray(problem));
    assert.deepEqual(
      problem.map(({ message }: vscode.TestMessage) => message),
      [item.error],
    );
    await vscode.workspace.fs.delete(file);
    await until(
      'the problem is gone',
      () => item.error,
      value => value === undefined,
    );
    assert.deepEqual(Object.fromEntries(await run([item], { cancel: true })), {
      'first-steps.flow.json': 'skipped',
    });
  });
});
