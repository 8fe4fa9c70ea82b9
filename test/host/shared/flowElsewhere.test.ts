import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { until } from '../../support/extension.ts';
import { memoryFiles } from '../../support/memoryFiles.ts';
import {
  dropUntitled,
  paramsOf,
  problemsOf,
  freshWindowWithCatalog,
  SampleFile,
} from '../../support/sampleFile.ts';

const WRONG = paramsOf('device.setLocation', '"latitude":1');
const bytes = new TextEncoder().encode(WRONG);

describe('shared/flowElsewhere', () => {
  before(freshWindowWithCatalog);

  const codes = (uri: vscode.Uri): unknown[] => problemsOf(uri).map(({ code }) => code);

  async function hintsIn({ uri, lineCount }: vscode.TextDocument): Promise<unknown[]> {
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      uri,
      new vscode.Range(0, 0, lineCount, 0),
    );
    return hints.map(({ label }) => label);
  }

  /** Everything that helps with reading is there, and nothing is said to be wrong. */
  async function isOnlyRead(file: SampleFile): Promise<void> {
    await until(
      'the name of the action',
      () => hintsIn(file.document),
      value => value.includes('Set location'),
    );
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      file.uri,
      file.document.positionAt(file.document.getText().indexOf('latitude')),
    );
    assert.ok(hovers.length > 0);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      file.uri,
    );
    assert.ok(symbols.some(({ name }) => name === 'Set location'));
    // Shown by then if it were shown at all, since what is written later is.
    const later = new SampleFile(
      await vscode.workspace.openTextDocument({ language: 'json', content: WRONG }),
    );
    await later.problem('param-missing');
    assert.deepEqual(codes(file.uri), []);
    await dropUntitled(later.document);
  }

  it('flow files outside of the workspace are recognized by their content before they have a name', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: '{"a":1}' });
    await vscode.window.showTextDocument(document);
    const file = new SampleFile(document);
    const { cursor } = await file.write(paramsOf('device.setLocation', '"latitude":1,|'));
    const missing = await file.problem('param-missing');
    assert.ok((await file.offered(cursor)).has('longitude'));
    assert.ok((await hintsIn(document)).includes('Set location'));
    const fix = (await file.fixes(missing.range)).find(({ title }) => title === 'Add "longitude"');
    assert.ok(fix?.edit);
    await file.write(paramsOf('device.setLocation', '"latitude":1'));
    const [again] = (await file.fixes((await file.problem('param-missing')).range)).filter(
      ({ title }) => title === fix.title,
    );
    assert.ok(again?.edit && (await vscode.workspace.applyEdit(again.edit)));
    await file.waitUntilFixed('param-missing');
    // The value that the fix leaves open is a problem, until the text is no flow anymore.
    await file.problem('param-type');
    await file.write('{"a":1|}');
    await until(
      'no diagnostics',
      () => codes(file.uri),
      value => value.length === 0,
    );
    assert.deepEqual(await hintsIn(document), []);
    await dropUntitled(document);
  });

  it('flow files outside of the workspace get language features on the file system of an extension, and are saved there', async () => {
    const files = memoryFiles('memory', bytes, false);
    try {
      const file = await SampleFile.open(vscode.Uri.parse('memory:/a.flow.json'));
      const missing = await file.problem('param-missing');
      assert.equal(file.document.getText(missing.range), '"params"');
      const fix = (await file.fixes(missing.range)).find(({ title }) => title === 'Add "longitude"');
      assert.ok(fix?.edit && (await vscode.workspace.applyEdit(fix.edit)));
      await file.waitUntilFixed('param-missing');
      assert.ok(await file.document.save());
      const saved = new TextDecoder().decode(await vscode.workspace.fs.readFile(file.uri));
      assert.ok(saved.includes('"longitude"'), saved);
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        file.uri,
      );
      assert.ok(lenses.some(({ command }) => command?.command === Command.openFlowVisually));
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      files.dispose();
    }
  });

  it('flow files outside of the workspace show only a hint if they are read-only', async () => {
    const files = memoryFiles('history', bytes, true);
    try {
      await isOnlyRead(await SampleFile.open(vscode.Uri.parse('history:/a.flow.json')));
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      files.dispose();
    }
  });

  it('flow files outside of the workspace show only a hint on the left of a diff with Git, and all problems on the right', async () => {
    // Simulates the built-in Git extension, which is disabled in tests.
    const files = memoryFiles('git', bytes, true);
    try {
      const right = await SampleFile.create('compared.flow.json', WRONG);
      const query = JSON.stringify({ path: right.uri.fsPath, ref: 'HEAD' });
      const left = right.uri.with({ scheme: 'git', query });
      await vscode.commands.executeCommand(
        'vscode.diff',
        left,
        right.uri,
        'compared.flow.json (Working Tree)',
      );
      const tab: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(tab instanceof vscode.TabInputTextDiff);
      await right.problem('param-missing');
      await isOnlyRead(new SampleFile(await vscode.workspace.openTextDocument(left)));
      assert.ok(codes(right.uri).includes('param-missing'));
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      files.dispose();
    }
  });

  it('flow files outside of the workspace show no problems in virtual documents of a diff', async () => {
    const content = { provideTextDocumentContent: () => WRONG };
    const earlier = vscode.workspace.registerTextDocumentContentProvider('earlier', content);
    try {
      const right = await SampleFile.create('compared.flow.json', WRONG);
      const left = vscode.Uri.parse('earlier:/compared.flow.json');
      await vscode.commands.executeCommand('vscode.diff', left, right.uri, 'Diff');
      await right.problem('param-missing');
      assert.deepEqual(codes(left), []);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      earlier.dispose();
    }
  });
});
