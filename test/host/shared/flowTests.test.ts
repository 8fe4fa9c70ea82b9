import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Execution } from '../../../src/contract/records/execution.ts';
import type { FlowTests } from '../../../src/testExplorer/startTestExplorer.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

/** The result of each item: `passed`, or the messages of its failure. */
type Told = Map<string, readonly vscode.TestMessage[] | 'passed' | 'skipped'>;

describe('flow files in the Test Explorer', () => {
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
    { cancel = false, exclude }: { cancel?: boolean; exclude?: vscode.TestItem[] } = {},
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
      };
    };
    const source = new vscode.CancellationTokenSource();
    try {
      if (cancel) source.cancel();
      await tests.run(new vscode.TestRunRequest(items, exclude), source.token);
    } finally {
      controller.createTestRun = original;
      source.dispose();
    }
    return told;
  }

  it('are listed with their cases at their locations', async () => {
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

  it('run in their own sandbox and do not change the connected one', async () => {
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

  it('are shown as test runs, and do not hide a newer or unfinished run of the service', async () => {
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
      runs.showTest(file, at(4, 'test'));
      assert.equal(shown(), 'newer');
      runs.show(file, at(1, 'unfinished', 'running'));
      runs.showTest(file, at(4, 'test'));
      assert.equal(shown(), 'unfinished');
      runs.show(file, at(3, 'older'));
      runs.showTest(file, at(4, 'test'));
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

  it('are left out if they are excluded', async () => {
    const item = itemOf('ask-the-agents.flow.json');
    const exclude = childrenOf(item).filter(({ label }) => label === 'fails without a subject');
    assert.equal(exclude.length, 1);
    const told = await run([item], { exclude });
    assert.deepEqual(Object.fromEntries(told), { 'takes the passcode out of a subject': 'passed' });
  });

  it('fail at the step in the file that had an unexpected result', async () => {
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

  it('report errors in a test file, fail then, and are skipped when they are canceled', async () => {
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
