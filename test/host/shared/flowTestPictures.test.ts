import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { FlowTests } from '../../../src/testExplorer/startTestExplorer.ts';
import { openShownTrace } from '../../../src/traceViewer/openShownTrace.ts';
import { pictureOfCheck } from '../../../src/traceViewer/pictureChecks.ts';
import { runAddress } from '../../../src/traceViewer/runAddress.ts';
import { TraceSession } from '../../../src/traceViewer/traceSession.ts';
import { escapeMarkdown } from '../../../src/util/markdown.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { until } from '../../support/extension.ts';
import { FakeTracePage } from '../../support/fakeTracePage.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';

describe('shared/flowTestPictures', () => {
  let window: FreshWindow;
  let tests: FlowTests;
  let folder: vscode.Uri;

  before(async () => {
    window = await freshWindow();
    tests = window.flowTests;
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    folder = vscode.Uri.joinPath(open.uri, 'pictured');
    await vscode.workspace.fs.createDirectory(folder);
    const params = { platform: 'android', app: 'org.sandbox.form' };
    const flow = {
      name: 'Opens the form',
      triggerId: demoTriggerId('custom'),
      deviceIds: [demoDeviceId('phone')],
      actions: [{ actionId: demoActionId('device.launchApp'), position: 1, overrides: { params } }],
    };
    write('form.flow.json', flow);
    const expect = { pictures: [{ name: 'form' }] };
    write('form.flow.test.json', { cases: [{ name: 'looks right', expect }] });
    await tests.controller.resolveHandler?.(undefined);
  });

  const pathOf = (name: string): string => vscode.Uri.joinPath(folder, name).fsPath;
  const write = (name: string, value: unknown): void => writeFileSync(pathOf(name), JSON.stringify(value));

  /** Runs the test, and returns its messages; none if it passes. */
  async function run(profile?: vscode.TestRunProfile): Promise<readonly vscode.TestMessage[]> {
    const item = tests.controller.items.get(vscode.Uri.joinPath(folder, 'form.flow.json').toString());
    assert.ok(item);
    const told: vscode.TestMessage[] = [];
    const original = tests.controller.createTestRun.bind(tests.controller);
    tests.controller.createTestRun = (...given) => ({
      ...original(...given),
      passed: () => undefined,
      failed: (_, messages) => void told.push(...[messages].flat()),
      errored: (_, messages) => void told.push(...[messages].flat()),
    });
    try {
      const request = new vscode.TestRunRequest([item], undefined, profile);
      await tests.run(request, new vscode.CancellationTokenSource().token);
    } finally {
      tests.controller.createTestRun = original;
    }
    return told;
  }

  /** Checks that the trace of the last run has the failed check at its step, with pictures that are read by their IDs. */
  async function showsInTrace(message: string): Promise<void> {
    const { services } = window;
    const file = vscode.Uri.joinPath(folder, 'form.flow.json');
    const [run] = services.history.of(file.toString());
    assert.ok(run);
    const { connectionId, execution } = run;
    const address = { connectionId, executionId: execution.id, isTrial: true, flowName: 'Form' };
    const parts = {
      ...services,
      chooseRun: () => Promise.resolve(undefined),
      readPassedRun: () => Promise.resolve(undefined),
      readCatalog: () => Promise.resolve(services.catalog.catalog),
    };
    const document = openShownTrace(runAddress(address), parts);
    const page = new FakeTracePage();
    const session = new TraceSession(document, page.webview, vscode.Uri.file('/'), parts);
    try {
      await page.ask({ kind: 'open' });
      assert.ok(page.state?.kind === 'open');
      const { failedChecks, explanation, rows, notes } = page.state;
      assert.deepEqual(notes, []);
      const [check] = failedChecks;
      assert.ok(check?.expected !== undefined && check.actual !== undefined);
      assert.deepEqual([failedChecks.length, check.row, check.difference], [1, rows[0]?.key, undefined]);
      assert.equal(explanation?.row, check.row);
      assert.equal(escapeMarkdown(check.sentence), message);
      for (const id of [check.expected, check.actual]) assert.ok(pictureOfCheck(document.failedChecks, id));
    } finally {
      session.dispose();
      document.dispose();
    }
  }

  it('a picture of a flow test is offered for acceptance, and a different one has links to both', async () => {
    const [missing] = await run();
    assert.ok(missing?.message instanceof vscode.MarkdownString, JSON.stringify(missing));
    assert.match(missing.message.value, /is not accepted yet: [\s\S]*\n\n\[Actual\]\(file:[^)]*\)$/);
    const profile = tests.controller.createRunProfile(
      'Accept Pictures',
      vscode.TestRunProfileKind.Run,
      () => undefined,
    );
    const file = pathOf('form.pictures/form.pixel-phone.light.png');
    try {
      const accepting = run(profile);
      await until('the accepted picture', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return existsSync(file);
      });
      await accepting;
    } finally {
      profile.dispose();
    }
    assert.deepEqual(await run(), []);
    const bytes = readFileSync(file);
    // Another density, so that the two are not compared.
    bytes.writeUInt32BE(1, 41);
    writeFileSync(file, bytes);
    const [different] = await run();
    assert.ok(different?.message instanceof vscode.MarkdownString);
    const [, accepted = '', actual = ''] =
      /\[Accepted\]\(([^)]*)\) \| \[Actual\]\(([^)]*)\)$/.exec(different.message.value) ?? [];
    assert.equal(vscode.Uri.parse(accepted).fsPath, file);
    assert.ok(existsSync(vscode.Uri.parse(actual).fsPath));
    await showsInTrace(different.message.value.split('\n')[0] ?? '');
    await vscode.commands.executeCommand('vscode.diff', vscode.Uri.parse(accepted), vscode.Uri.parse(actual));
    // The editor of pictures names both files.
    assert.match(
      vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '',
      /^form\.pixel-phone\.light\.png ↔ .*-actual-form\.pixel-phone\.light\.png$/,
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('a picture of a flow test is accepted by a quick fix where the file of tests lists it', async () => {
    const accepted = pathOf('form.pictures/form.pixel-phone.light.png');
    rmSync(accepted, { force: true });
    const file = vscode.Uri.joinPath(folder, 'form.flow.test.json');
    const document = await vscode.workspace.openTextDocument(file);
    const text = document.getText();
    const actionsAt = async (words: string): Promise<readonly vscode.CodeAction[]> => {
      const at = document.positionAt(text.indexOf(words));
      const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        file,
        new vscode.Range(at, at),
      );
      return found.filter(({ title }) => title === 'Accept Pictures…');
    };
    assert.deepEqual(await actionsAt('looks right'), []);
    const [action] = await actionsAt('"form"');
    assert.ok(action?.command);
    const accepting = vscode.commands.executeCommand(
      action.command.command,
      ...((action.command.arguments ?? []) as unknown[]),
    );
    await until('the accepted picture', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return existsSync(accepted);
    });
    await accepting;
    assert.deepEqual(await run(), []);
  });
});
