import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FlowDocuments } from '../../../src/appState/flowDocuments.ts';
import { DiagnosticsFeed } from '../../../src/language/diagnosticsFeed.ts';
import { symbolProvider } from '../../../src/language/readingProviders.ts';
import { WorkspaceCheck } from '../../../src/language/workspaceCheck.ts';
import { until } from '../../support/extension.ts';
import { Disposables } from '../../../src/util/disposables.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { SessionPage } from '../../support/sessionPage.ts';

describe('shared/flowDocuments', () => {
  let owned = new Disposables();

  beforeEach(() => (owned = new Disposables()));

  afterEach(async () => {
    owned.dispose();
    for (const document of vscode.workspace.textDocuments) if (document.isDirty) await document.save();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('the flow documents of a window are parsed and checked once per version, whatever shows them', async () => {
    const { services } = await freshWindow();
    const { catalog } = services;
    await catalog.refresh();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'shared.flow.json');
    const text = '{"name": "", "actions": [{"actionId": "a", "position": 1}]}';
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);

    // A second copy of the features, whose state the test can read.
    const documents = owned.add(new FlowDocuments(catalog));
    const all = owned.add(new WorkspaceCheck(documents, catalog));
    const feed = owned.add(new DiagnosticsFeed(documents, owned.add(new vscode.EventEmitter<void>()).event));
    const symbols = symbolProvider(documents, catalog);
    const openFlowDocuments = (): Promise<FlowDocuments> => Promise.resolve(documents);
    const editors = {
      ...services,
      memory: { keys: () => [], get: () => undefined, update: () => Promise.resolve() },
    };
    const pages = [1, 2].map(() => SessionPage.open(document, { ...editors, openFlowDocuments }));
    const [first, second] = await Promise.all(pages);
    assert.ok(first && second);
    for (const page of [first, second]) owned.add(page);
    const showAll = async (): Promise<void> => {
      await feed.findingsIn(document);
      await symbols.provideDocumentSymbols(document, new vscode.CancellationTokenSource().token);
      await first.flow();
      await second.flow();
      await all.checkAll(() => undefined, new AbortController().signal);
    };
    // A new parse or check would return another object.
    const shown = (): readonly unknown[] => [documents.parse(document), documents.check(document)];

    const before = shown();
    await first.show(0);
    await second.show();
    await showAll();
    assert.ok(shown().every((one, index) => one === before[index]));

    const edit = { kind: 'set', location: { in: 'settings', path: ['name'] }, value: 'B' } as const;
    await first.change({ kind: 'edit', base: document.version, edit });
    await until('the version is shown', async () => (await second.flow()).name, 'B');
    const after = shown();
    assert.ok(after.every((one, index) => one !== before[index]));
    await showAll();
    assert.ok(shown().every((one, index) => one === after[index]));
  });
});
