import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { memoryFiles } from '../../support/memoryFiles.ts';

const LOCATE = '21b6a332-e43a-4995-be0e-df190932e644';

async function openExample(name: string): Promise<vscode.TextDocument> {
  const extension = vscode.extensions.getExtension('cloud-device-automation.cloud-device-automation');
  assert.ok(extension);
  const uri = vscode.Uri.joinPath(extension.extensionUri, 'examples', `${name}.flow.json`);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

/** A flow file of the workspace that a test may write to, since some windows save by themselves. */
async function openOwn(): Promise<vscode.TextDocument> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder);
  const uri = vscode.Uri.joinPath(folder.uri, 'own.flow.json');
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('{}'));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

/** Writes a text with a `|` for the cursor over a flow file and answers the place of the cursor. */
async function write(document: vscode.TextDocument, marked: string): Promise<vscode.Position> {
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(
    new vscode.Position(0, 0),
    document.lineAt(document.lineCount - 1).range.end,
  );
  edit.replace(document.uri, whole, marked.replace('|', ''));
  assert.ok(await vscode.workspace.applyEdit(edit));
  return document.positionAt(marked.indexOf('|'));
}

const inParams = (inner: string): string =>
  `{"name":"A","actions":[{"actionId":"${LOCATE}","position":1,"overrides":{"params":{${inner}}}}]}`;

describe('flow files', () => {
  const codes = (document: vscode.TextDocument): unknown[] =>
    vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ source }) => source === 'flow')
      .map(({ code }) => code);

  before(async () => {
    await extensionParts();
    await vscode.commands.executeCommand(Command.startSandbox);
    const { services } = await extensionParts();
    await services.session.client();
  });

  after(async () => {
    for (const document of vscode.workspace.textDocuments) if (document.isDirty) await document.save();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const files = await vscode.workspace.findFiles('own.flow.json');
    for (const file of files) await vscode.workspace.fs.delete(file);
    await vscode.commands.executeCommand(Command.stopSandbox);
  });

  it('show what is wrong in the settings and in parameters of the sandbox’s actions', async () => {
    const document = await openExample('mistakes');
    await until('the diagnostics of parameters', () => codes(document).includes('param-value'));
    for (const code of [
      'wrong-value',
      'param-missing',
      'unknown-action',
      'nested-children',
      'unknown-field',
    ]) {
      assert.ok(codes(document).includes(code), code);
    }
    const latitude = vscode.languages
      .getDiagnostics(document.uri)
      .find(({ message }) => message === '“latitude” must be at most 90, not 95.5.');
    assert.ok(latitude);
    assert.equal(document.getText(latitude.range), '95.5');
    assert.equal(latitude.severity, vscode.DiagnosticSeverity.Error);
  });

  it('show steps by name in the outline and names beside ids', async () => {
    const document = await openExample('first-steps');
    await until('the names of the steps', async () => {
      const whole = new vscode.Range(0, 0, document.lineCount, 0);
      const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        document.uri,
        whole,
      );
      return hints.some(({ label }) => label === 'Swipe');
    });
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    assert.ok(symbols.some(({ name }) => name === 'triggerId' || name === 'Swipe'));
  });

  it('are completed, explained and mended where the cursor stands', async () => {
    const document = await openOwn();
    const before = await write(document, inParams('"latitude":1,|'));
    await until('the missing parameter', () => codes(document).includes('param-missing'));
    const offered = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      before,
    );
    assert.ok(offered.items.some(({ label }) => label === 'longitude'));

    const inside = await write(document, inParams('"lati|tude":12,"longitude":"3"'));
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      inside,
    );
    const told = hovers.flatMap(hover => hover.contents.map(one => (one as vscode.MarkdownString).value));
    assert.ok(
      told.some(text => text.includes('Runs with `12`')),
      told.join(),
    );

    await until('the wrong type', () => codes(document).includes('param-type'));
    const wrong = vscode.languages.getDiagnostics(document.uri).find(({ code }) => code === 'param-type');
    assert.ok(wrong);
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      wrong.range,
    );
    const fix = fixes.find(({ title }) => title === 'Change to 3');
    assert.ok(fix?.edit);
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    await until('the mended type', () => !codes(document).includes('param-type'));
    assert.ok(document.getText().includes('"longitude":3}'));
  });

  it('are searched for every place that names the same thing', async () => {
    const document = await openExample('mistakes');
    const other = await openExample('location-tour');
    const id = document.getText().indexOf(LOCATE);
    assert.ok(other.getText().includes(LOCATE));
    const places = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      document.uri,
      document.positionAt(id + 3),
    );
    const files = new Set(places.map(({ uri }) => uri.path.replace(/.*\//, '')));
    assert.ok(files.has('mistakes.flow.json') && files.has('location-tour.flow.json'), [...files].join());
  });

  it('lead from an action to its schema', async () => {
    const document = await openExample('location-tour');
    const [place] = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      document.positionAt(document.getText().indexOf(LOCATE) + 3),
    );
    assert.ok(place);
    const schema = await vscode.workspace.openTextDocument(place.uri);
    assert.match(schema.getText(), /"latitude"/);
  });

  it('are mended as a whole', async () => {
    const document = await openOwn();
    await write(document, `{"name":"A","colour":1,"enabled":"yes",|"triggerId":"${LOCATE}"}`);
    await until('the diagnostics', () => codes(document).includes('unknown-field'));
    const [action] = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(0, 0, 0, 0),
      vscode.CodeActionKind.SourceFixAll.value,
    );
    assert.ok(action?.edit);
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    assert.ok(document.getText().startsWith('{"name":"A","enabled":true,'));
  });

  it('are told once what is wrong, and offered each name once', async () => {
    const document = await openExample('mistakes');
    await until('the diagnostics of parameters', () => codes(document).includes('param-value'));
    const others = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source !== 'flow');
    assert.deepEqual(
      others.map(({ message }) => message),
      [],
    );
    const at = document.positionAt(document.getText().indexOf('"latitude"'));
    const offered = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      at,
    );
    const labels = offered.items.map(({ label }) => label);
    assert.equal(labels.filter(label => label === 'longitude').length, 1);
    assert.ok(!labels.includes('severity'), 'a name from another step');
  });

  it('are known before they have a name, by what they hold', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: '{"a":1}' });
    await vscode.window.showTextDocument(document);
    await write(document, inParams('"latitude":1|'));
    await until('the missing parameter', () => codes(document).includes('param-missing'));
    await write(document, '{"a":1|}');
    await until('no diagnostics', () => codes(document).length === 0);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('work on a file system of an extension, and quietly where they cannot be changed', async () => {
    const content = new TextEncoder().encode(inParams('"latitude":1'));
    const other = memoryFiles('memory', content, false);
    const old = memoryFiles('history', content, true);
    try {
      const own = await vscode.workspace.openTextDocument(vscode.Uri.parse('memory:/a.flow.json'));
      await until('the missing parameter', () => codes(own).includes('param-missing'));
      const earlier = await vscode.workspace.openTextDocument(vscode.Uri.parse('history:/a.flow.json'));
      await until('the name of the action', async () => {
        const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
          'vscode.executeInlayHintProvider',
          earlier.uri,
          new vscode.Range(0, 0, earlier.lineCount, 0),
        );
        return hints.some(({ label }) => label === 'Set location');
      });
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        earlier.uri,
        earlier.positionAt(earlier.getText().indexOf('latitude')),
      );
      assert.ok(hovers.length > 0);
      // Shown by then if it were shown at all, since what was opened later is.
      const later = await vscode.workspace.openTextDocument(vscode.Uri.parse('memory:/b.flow.json'));
      await until('the missing parameter', () => codes(later).includes('param-missing'));
      assert.deepEqual(codes(earlier), []);
    } finally {
      other.dispose();
      old.dispose();
    }
  });
});
