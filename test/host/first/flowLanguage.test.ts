import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command, FLOW_EDITOR } from '../../../src/manifest.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';

const LOCATE = '21b6a332-e43a-4995-be0e-df190932e644';
const TAP = 'edb39883-3307-445f-968c-770dca9e7e3e';
const FILES = '{marked,look-at-an-app*,closed*}.flow.json';

describe('what helps with flow files', function () {
  this.timeout(120_000);
  let folder: vscode.Uri;
  let document: vscode.TextDocument;

  const codes = (uri: vscode.Uri): unknown[] =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === 'flow')
      .map(({ code }) => code);
  const inStep = (inner: string): string => `{"actions":[{"actionId":"${LOCATE}","position":1${inner}}]}`;
  const inParams = (inner: string): string => inStep(`,"overrides":{"params":{${inner}}}`);
  const save = (name: string, text: string): Thenable<void> =>
    vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), new TextEncoder().encode(text));

  /** Writes a text with a `|` for the cursor into the file and answers the place of the cursor. */
  async function mark(marked: string): Promise<vscode.Position> {
    const edit = new vscode.WorkspaceEdit();
    const end = document.lineAt(document.lineCount - 1).range.end;
    edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), marked.replace('|', ''));
    assert.ok(await vscode.workspace.applyEdit(edit));
    return document.positionAt(marked.indexOf('|'));
  }

  before(async () => {
    const { services } = await extensionParts();
    await vscode.commands.executeCommand(Command.startSandbox);
    await services.session.client();
    await services.catalogue.refresh();
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    folder = open.uri;
    await save('marked.flow.json', '{}');
    document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, 'marked.flow.json'));
    await vscode.window.showTextDocument(document);
  });

  after(async () => {
    for (const open of vscode.workspace.textDocuments)
      if (open.isDirty && !open.isUntitled) await open.save();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const file of await vscode.workspace.findFiles(FILES)) await vscode.workspace.fs.delete(file);
    await vscode.commands.executeCommand(Command.stopSandbox);
  });

  const offers: readonly (readonly [what: string, marked: string, label: string])[] = [
    ['fields', '{"name":"A",|}', 'triggerId'],
    ['values', '{"cooldownScope":|}', '"device"'],
    ['actions by name', '{"actions":[{"actionId":|}]}', 'Set location'],
    ['triggers by name', '{"triggerId":|}', 'By hand'],
    ['devices by name', '{"deviceIds":[|]}', 'Pixel phone'],
    ['parameters', inParams('"latitude":1,|'), 'longitude'],
    ['expressions', inParams('"latitude":|'), '{{trigger.payload.}}'],
    ['whole steps', '{"actions":[|]}', 'Repeat'],
  ];
  for (const [what, marked, label] of offers) {
    it(`offers ${what}`, async () => {
      const at = await mark(marked);
      const offered = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        at,
      );
      const labels = offered.items.map(item =>
        typeof item.label === 'string' ? item.label : item.label.label,
      );
      assert.ok(labels.includes(label), labels.join());
    });
  }

  const fixes: readonly (readonly [code: string, marked: string, title: string, after: string])[] = [
    ['param-missing', inParams('"latitu|de":1'), 'Add "longitude"', '"longitude":'],
    [
      'param-unknown',
      inParams('"target":{"x":1,"y":2},"col|our":3').replace(LOCATE, TAP),
      'Remove "colour"',
      '"y":2}}',
    ],
    ['param-type', inParams('"latitude":"|1","longitude":2'), 'Change to 1', '"latitude":1'],
    ['wrong-value', '{"cooldownScope":"|devise"}', 'Change to "device"', '"device"'],
    ['unknown-action', '{"actions":[{"actionId":"|set location"}]}', 'Use “Set location”', LOCATE],
    [
      'duplicate-position',
      '{"actions":[{"position":3},{"position":|3}]}',
      'Number the steps in their order',
      '"position":2',
    ],
    [
      'nested-children',
      inStep(`,"children":[{"position":1,"chil|dren":[{"position":1}]}]`),
      'Move the step with these steps behind the one that it stands in',
      '"position"',
    ],
    [
      'template-scope',
      inParams('"latitude":"{{it|em}}","longitude":2'),
      'Wrap the step in “Repeat”',
      '"children"',
    ],
  ];
  for (const [code, marked, title, after] of fixes) {
    it(`mends ${code}`, async () => {
      const at = await mark(marked);
      await until(`the diagnostic ${code}`, () => codes(document.uri).includes(code));
      const found = vscode.languages.getDiagnostics(document.uri).find(one => one.code === code);
      const range = found?.range ?? new vscode.Range(at, at);
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        range,
      );
      const action = actions.find(one => one.title === title);
      assert.ok(action?.edit, actions.map(one => one.title).join());
      assert.ok(await vscode.workspace.applyEdit(action.edit));
      await until('the diagnostic is gone', () => !codes(document.uri).includes(code));
      assert.ok(document.getText().includes(after), document.getText());
    });
  }

  it('lays a file out without a question, and keeps the order of names', async () => {
    await mark('{"triggerId":"x","name":"A","actions":[]|}');
    await vscode.commands.executeCommand('editor.action.formatDocument');
    await until('the file is laid out', () => document.lineCount > 3);
    assert.deepEqual(Object.keys(JSON.parse(document.getText()) as object), ['triggerId', 'name', 'actions']);
  });

  it('says nothing of what a diff shows only to be looked at', async () => {
    const content = { provideTextDocumentContent: () => inParams('"latitude":1') };
    const earlier = vscode.workspace.registerTextDocumentContentProvider('earlier', content);
    try {
      await mark(inParams('"latitude":1|'));
      const left = vscode.Uri.parse('earlier:/marked.flow.json');
      await vscode.commands.executeCommand('vscode.diff', left, document.uri, 'Diff');
      await until('the right side has its diagnostics', () => codes(document.uri).includes('param-missing'));
      assert.deepEqual(codes(left), []);
    } finally {
      earlier.dispose();
    }
  });

  it('makes a flow of a template, with the cursor at what only the person knows', async () => {
    await runAnswering(Command.newFlow, {
      picks: ['Look at an app', 'By hand', 'Save and Open as Text'],
      inputs: ['Look at an app'],
    });
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.ok(editor.document.uri.path.endsWith('/look-at-an-app.flow.json'));
    const flow = JSON.parse(editor.document.getText()) as { actions: unknown[] };
    assert.equal(flow.actions.length, 3);
    const { uri } = editor.document;
    await until('it is checked', () => vscode.languages.getDiagnostics(uri).length >= 0);
    const wrong = vscode.languages
      .getDiagnostics(uri)
      .filter(one => one.severity === vscode.DiagnosticSeverity.Error);
    for (const { message } of wrong) assert.match(message, /must have at least|must match|must be/);
  });

  it('makes a flow that has no file yet, also in the visual editor', async () => {
    await runAnswering(Command.newFlow, {
      picks: ['Look at an app', 'Fill It In Later', '$(list-tree) Open in Visual Editor'],
      inputs: ['Look at an app'],
    });
    const input = (): unknown => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    await until('the visual editor is in front', () => input() instanceof vscode.TabInputCustom);
    const tab = input() as vscode.TabInputCustom;
    assert.equal(tab.viewType, FLOW_EDITOR);
    assert.equal(tab.uri.scheme, 'untitled');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('checks files that are not open, and follows what becomes of them', async () => {
    const closed = vscode.Uri.joinPath(folder, 'closed.flow.json');
    await save('closed.flow.json', inParams('"latitude":1'));
    const said = await runAnswering(Command.checkAllFlows, { buttons: [] }).catch((error: unknown) => [
      String(error),
    ]);
    assert.ok(codes(closed).includes('param-missing'), said.join());
    await save('closed.flow.json', inParams('"latitude":1,"longitude":2'));
    await until('the change is checked', () => !codes(closed).includes('param-missing'));
    await save('closed.flow.json', inParams('"latitude":1'));
    await until('the mistake is back', () => codes(closed).includes('param-missing'));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(closed));
    await until('it is told once', () => codes(closed).filter(code => code === 'param-missing').length === 1);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    // As the Explorer does it: VS Code then lets go of the document that it keeps for a while after its tab is closed.
    const gone = new vscode.WorkspaceEdit();
    gone.deleteFile(closed);
    await vscode.workspace.applyEdit(gone);
    await until('nothing is said of a file that is gone', () => codes(closed).length === 0);
  });
});
