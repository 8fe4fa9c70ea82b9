import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { EditorServices } from '../../../src/flowEditor/editorServices.ts';
import type { FlowEdit } from '../../../src/flow/edit/flowEdit.ts';
import { Command, FLOW_EDITOR } from '../../../src/manifest.ts';
import { type EditReply, flowState } from '../../../src/protocol/flowEditor.ts';
import { activeInput, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { memoryFiles } from '../../support/memoryFiles.ts';
import { createMemento } from '../../support/memoryStorage.ts';
import { SessionPage } from '../../support/sessionPage.ts';

const SETTINGS = (name: string) => ({ in: 'settings', path: [name] }) as const;

describe('shared/flowVisualEditor', () => {
  const pages: SessionPage[] = [];
  let services: EditorServices;
  let folder: vscode.Uri;
  /** The file that was opened last, and how many were. */
  let file: vscode.Uri;
  let opened = 0;
  let tap: string;

  before(async () => {
    const parts = await freshWindow();
    services = { ...parts.services, memory: createMemento(new Map()) };
    await services.catalog.refresh();
    const [action] = services.catalog.catalog.searchActions('tap', 1);
    assert.ok(action);
    tap = action.id;
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    folder = first.uri;
  });

  afterEach(async () => {
    for (const page of pages.splice(0)) page.dispose();
    for (const document of vscode.workspace.textDocuments) if (document.isDirty) await document.save();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** A text in a new file, shown in a text editor so that undo reaches it. */
  async function open(text: string): Promise<vscode.TextDocument> {
    // A document that VS Code still knows could not be saved over a file that was written meanwhile.
    file = vscode.Uri.joinPath(folder, `visual-${(opened += 1)}.flow.json`);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    return document;
  }

  async function pageOf(document: vscode.TextDocument): Promise<SessionPage> {
    const page = await SessionPage.open(document, services);
    pages.push(page);
    return page;
  }

  it('the visual editor gives a page its initial state', async () => {
    const page = await pageOf(await open(JSON.stringify({ name: 'Tom & "Jerry" <b>', actions: [] })));
    const [, first = ''] = /<body data-first="([^"]*)"><\/body>/.exec(page.webview.html) ?? [];
    const state: unknown = JSON.parse(first.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
    assert.ok(flowState(state) && state.kind === 'flow');
    assert.equal(state.name, 'Tom & "Jerry" <b>');
    assert.equal(state.details.kind, 'settings');
  });

  const applyEdit = (page: SessionPage, base: number, edit: FlowEdit) =>
    page.change({ kind: 'edit', base, edit });

  it('the visual editor opens a file as a custom editor, and as text again', async () => {
    await open('{}');
    await vscode.commands.executeCommand(Command.openFlowVisually, file);
    await until(
      'the visual editor is in front',
      activeInput,
      value => value instanceof vscode.TabInputCustom,
    );
    assert.equal((activeInput() as vscode.TabInputCustom).viewType, FLOW_EDITOR);
    await vscode.commands.executeCommand(Command.openFlowAsText);
    await until('the text editor is in front', activeInput, value => value instanceof vscode.TabInputText);
  });

  it('the visual editor is offered above the text of a flow file', async () => {
    await open('{}');
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      file,
    );
    assert.ok(lenses.some(({ command }) => command?.command === Command.openFlowVisually));
  });

  it('the visual editor writes edits into the text, and undo restores every byte', async () => {
    const text = `{\r\n  "name": "A", // kept\r\n  "mine": [1,  2],\r\n  "actions": []\r\n}\r\n`;
    const document = await open(text);
    const page = await pageOf(document);
    const { version } = await page.show();
    const edit = { kind: 'addStep', to: { index: 0 }, step: { actionId: tap } } as const;
    const reply = await applyEdit(page, version, edit);
    assert.deepEqual(reply, { kind: 'done', version: document.version, steps: [[0]] });
    const { steps, details } = await page.flow();
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['Tap'],
    );
    assert.deepEqual(page.selected, [[0]]);
    assert.equal(details.kind === 'step' && details.actionId, tap);
    assert.ok(document.getText().startsWith(text.slice(0, text.indexOf('[]'))));
    assert.ok(document.isDirty);
    await vscode.commands.executeCommand('undo');
    await until('the change is undone', () => document.getText(), text);
    assert.equal((await page.flow()).steps.length, 0);
  });

  it('the visual editor refuses what was made on another version, and what cannot be done, with nothing changed', async () => {
    const document = await open('{"name": "A", "actions": []}');
    const page = await pageOf(document);
    const { version } = await page.show();
    const named = { kind: 'set', location: SETTINGS('name'), value: 'B' } as const;
    assert.equal((await applyEdit(page, version, named)).kind, 'done');
    const after = document.getText();
    assert.deepEqual(await applyEdit(page, version, { ...named, value: 'C' }), { kind: 'stale' });
    const gone = { kind: 'deleteSteps', steps: [[4]] } as const;
    const refused = await applyEdit(page, document.version, gone);
    assert.equal(refused.kind, 'refused');
    assert.equal(document.getText(), after);
    await assert.rejects(page.ask({ kind: 'edit', base: 1, edit: { kind: 'explode' } }), /unknown/);
  });

  it('the visual editor saves pending input of the page, and saves without it if the page does not respond', async () => {
    const document = await open('{"name": "A", "actions": []}');
    const page = await pageOf(document);
    const rename = async (value: string): Promise<void> => {
      const edit = { kind: 'set', location: SETTINGS('name'), value } as const;
      assert.equal((await applyEdit(page, document.version, edit)).kind, 'done');
    };
    await page.show();
    const saved = async (): Promise<unknown> =>
      JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
    // With another name each time: saving waits only about a second, which may be too short on a busy computer.
    let time = 0;
    const savesPending = async (): Promise<boolean> => {
      time++;
      await rename(`B${time}`);
      let writing = Promise.resolve();
      page.flush = () => (writing = rename(`C${time}`));
      assert.ok(await document.save());
      const isSaved =
        isDeepStrictEqual(await saved(), { name: `C${time}`, actions: [] }) && !document.isDirty;
      await writing;
      return isSaved;
    };
    await until('the pending input is saved', savesPending);
    await rename('D');
    page.flush = () => new Promise(() => undefined);
    assert.ok(await document.save());
    assert.deepEqual(await saved(), { name: 'D', actions: [] });
  });

  it('the visual editor is saved where auto save has missed what was written as the editor lost the focus', async () => {
    const document = await open('{"name": "A", "actions": []}');
    const page = await pageOf(document);
    const { version } = await page.show();
    const files = vscode.workspace.getConfiguration('files');
    const before = files.inspect('autoSave')?.globalValue;
    await files.update('autoSave', 'onFocusChange', vscode.ConfigurationTarget.Global);
    try {
      // Its visual editor is not the active one, which is the text editor.
      await applyEdit(page, version, { kind: 'set', location: SETTINGS('name'), value: 'B' });
      await until('the file is saved', () => document.isDirty, false);
    } finally {
      await files.update('autoSave', before, vscode.ConfigurationTarget.Global);
    }
    await applyEdit(page, document.version, { kind: 'set', location: SETTINGS('name'), value: 'C' });
    assert.ok(document.isDirty);
  });

  it('the visual editor shows every editor of a file the same, and what is typed in the text', async () => {
    const document = await open('{"name": "A", "actions": []}');
    const [one, other] = [await pageOf(document), await pageOf(document)];
    const { version } = await one.show();
    await other.show();
    await applyEdit(one, version, { kind: 'set', location: SETTINGS('name'), value: 'B' });
    assert.equal((await other.flow()).name, 'B');
    const typed = new vscode.WorkspaceEdit();
    typed.replace(file, new vscode.Range(0, 10, 0, 11), 'C');
    assert.ok(await vscode.workspace.applyEdit(typed));
    assert.equal((await one.flow()).name, 'C');
    assert.equal((await other.flow()).name, 'C');
  });

  it('the visual editor applies concurrent edits one after another', async () => {
    const document = await open('{"name": "A", "actions": []}');
    const page = await pageOf(document);
    const { version } = await page.show();
    const replies = await Promise.all(
      ['B', 'C'].map(value => applyEdit(page, version, { kind: 'set', location: SETTINGS('name'), value })),
    );
    assert.deepEqual(
      replies.map(({ kind }) => kind),
      ['done', 'stale'],
    );
    assert.equal((await page.flow()).name, 'B');
  });

  it('the visual editor shows where a file stops being JSON, changes nothing, and recovers once it is fixed', async () => {
    const document = await open('{"name": "A",\n "actions": [}');
    const page = await pageOf(document);
    await page.ask({ kind: 'show', target: { kind: 'settings' }, selected: [] });
    assert.equal(page.state?.kind, 'broken');
    assert.equal(page.state.line, 2);
    const named = { kind: 'set', location: SETTINGS('name'), value: 'B' } as const;
    assert.equal((await applyEdit(page, document.version, named)).kind, 'refused');
    const mend = new vscode.WorkspaceEdit();
    mend.replace(file, new vscode.Range(1, 13, 1, 14), ']}');
    assert.ok(await vscode.workspace.applyEdit(mend));
    assert.equal((await page.flow()).name, 'A');
  });

  it('the visual editor shows the same problem of a field as the text editor', async () => {
    const actions = [{ actionId: tap, position: 1, overrides: { params: { target: 5 } } }];
    const document = await open(JSON.stringify({ name: '', actions }));
    const page = await pageOf(document);
    const { details: settings } = await page.show();
    const { details: step, errors } = await page.show(0);
    assert.ok(settings.kind === 'settings' && step.kind === 'step');
    const shown = [...settings.problems, ...step.problems].map(({ message }) => message);
    const told = (): string[] =>
      vscode.languages
        .getDiagnostics(file)
        .flatMap(({ source, message }) => (source === 'flow' ? [message] : []));
    await until(
      'the diagnostics',
      () => told().length,
      value => value >= shown.length,
    );
    assert.deepEqual(shown.toSorted(), told().toSorted());
    assert.ok(errors > 0);
  });

  it('the visual editor copies and pastes steps between files through the clipboard', async () => {
    const actions = [{ actionId: tap, position: 1, mine: true, children: [{ actionId: tap, position: 1 }] }];
    const page = await pageOf(await open(JSON.stringify({ name: 'A', actions })));
    await page.show();
    await page.ask({ kind: 'copy', steps: [[0]] });
    const second = await open('{"actions": []}');
    const other = await pageOf(second);
    const { version } = await other.show();
    assert.equal((await other.change({ kind: 'paste', base: version, to: { index: 0 } })).kind, 'done');
    const pasted = JSON.parse(second.getText()) as { actions: { mine: boolean; children: unknown[] }[] };
    assert.equal(pasted.actions[0]?.mine, true);
    assert.equal(pasted.actions[0].children.length, 1);
    await vscode.env.clipboard.writeText('no steps');
    const refused = await other.change({ kind: 'paste', base: second.version, to: { index: 0 } });
    assert.equal(refused.kind, 'refused');
  });

  it('the visual editor adds the step selected in the picker, and remembers it', async () => {
    const document = await open('{"name": "A", "actions": []}');
    const page = await pageOf(document);
    await page.show();
    let isDone = false;
    void page.session.actOnSteps('add').then(() => (isDone = true));
    await until('the step is added', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return isDone;
    });
    assert.deepEqual(page.selected, [[0]]);
    const { details } = await page.flow();
    assert.ok(details.kind === 'step' && details.schema === 'given');
    assert.deepEqual(services.memory.get('flowEditor.recentActions'), [details.actionId]);
  });

  it('the visual editor performs menu actions on the selected steps', async () => {
    const step = (nameOverride: string, position: number) => ({ actionId: tap, position, nameOverride });
    const document = await open(JSON.stringify({ actions: [step('a', 1), step('b', 2), step('c', 3)] }));
    const page = await pageOf(document);
    await page.show(1);
    const names = async (): Promise<string> =>
      (await page.flow()).steps.map(({ step: path, name }) => `${path.join('.')}${name}`).join(' ');
    await page.session.actOnSteps('moveUp');
    assert.equal(await names(), '0b 1a 2c');
    await page.session.actOnSteps('moveDown');
    await page.session.actOnSteps('moveIn');
    assert.equal(await names(), '0a 0.0b 1c');
    await page.session.actOnSteps('moveOut');
    await page.session.actOnSteps('duplicate');
    assert.equal(await names(), '0a 1b 2b 3c');
    await page.session.actOnSteps('delete');
    assert.equal(await names(), '0a 1b 2c');
  });

  it('the visual editor adds an action to the flow file in front', async () => {
    const document = await open('{"name": "A", "actions": []}');
    const action = services.catalog.catalog.action(tap);
    await vscode.commands.executeCommand(Command.insertAction, { kind: 'action', record: action });
    await until(
      'the step is there',
      () => document.getText(),
      value => value.includes(tap),
    );
    const cursor = vscode.window.activeTextEditor?.selection.active;
    assert.ok(cursor && document.offsetAt(cursor) === document.getText().indexOf('{', 2));
  });

  it('the visual editor shows the request of the flow as a document', async () => {
    const page = await pageOf(await open('{"$schema": "x", "name": "Preview me", "actions": []}'));
    await page.show();
    await page.ask({ kind: 'act', act: 'preview' });
    await until(
      'the document is shown',
      () => vscode.window.activeTextEditor?.document.getText(),
      value => value?.includes('curl --request') === true,
    );
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.ok(text.includes('"name": "Preview me"') && !text.includes('$schema"'));
    assert.match(text, /curl --request POST 'http:\/\/127\.0\.0\.1:\d+/);
    const { apiKey } = await services.sandbox.start();
    assert.ok(!text.includes(apiKey));
  });

  it('the visual editor shows a read-only file and changes nothing', async () => {
    const content = new TextEncoder().encode('{"name": "Fixed", "actions": []}');
    const files = memoryFiles('fixed-flows', content, true);
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse('fixed-flows:/a.flow.json'));
      const page = await pageOf(document);
      await page.show();
      await until('the page says that it is read-only', async () => !(await page.flow()).editable);
      const { name, notices } = await page.flow();
      assert.equal(name, 'Fixed');
      assert.match(notices[0]?.sentence ?? '', /read-only/);
    } finally {
      files.dispose();
    }
  });

  it('the visual editor is read-only while the user or the settings lock the file', async () => {
    const document = await open('{"name": "A", "actions": []}');
    await vscode.commands.executeCommand(Command.openFlowVisually, file);
    const page = await pageOf(document);
    await page.show();
    const files = vscode.workspace.getConfiguration('files');
    const set = (name: string, value: unknown) => () =>
      files.update(name, value, vscode.ConfigurationTarget.Global);
    const run = (name: string) => () =>
      vscode.commands.executeCommand(`workbench.action.files.${name}ActiveEditorReadonlyInSession`);
    const locks = [
      [run('set'), run('reset')],
      [set('readonlyInclude', { '**/visual-*': true }), set('readonlyInclude', undefined)],
      [set('readonlyFromPermissions', true), set('readonlyFromPermissions', undefined)],
    ] as const;
    for (const [index, [lock, unlock]] of locks.entries()) {
      const rename = (): Promise<EditReply> =>
        applyEdit(page, document.version, { kind: 'set', location: SETTINGS('name'), value: `B${index}` });
      const text = document.getText();
      await chmod(file.fsPath, 0o444);
      await lock();
      await until('the page says that it is read-only', async () => !(await page.flow()).editable);
      assert.equal((await rename()).kind, 'refused');
      assert.equal(document.getText(), text);
      await unlock();
      await chmod(file.fsPath, 0o644);
      await until('the page can be worked in again', async () => (await page.flow()).editable);
      assert.equal((await rename()).kind, 'done');
      assert.ok(await document.save());
    }
  });

  it('the visual editor shows what a run did at each step until the run is hidden', async () => {
    const page = await pageOf(await open(JSON.stringify({ actions: [{ actionId: tap, position: 1 }] })));
    await page.show();
    const result = { steps: [{ index: 0, actionId: tap, status: 'failed', error: 'No such element.' }] };
    services.runs.show(file, { id: '7f1d6b52-5df2-4f9a-bb1e-0d5c6d7c5c11', status: 'failed', result });
    const { steps, run } = await page.flow();
    assert.deepEqual(steps[0]?.run, { state: 'failed', time: '', error: 'No such element.' });
    assert.equal(run?.label, 'Run: failed');
    await page.ask({ kind: 'act', act: 'hideRun' });
    await until(
      'the run is gone',
      async () => (await page.flow()).run,
      value => value === undefined,
    );
  });
});
