import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { EditorServices } from '../../../src/flowEditor/editorServices.ts';
import { FLOW_EDITOR } from '../../../src/manifest.ts';
import { activeInput, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { createMemento } from '../../support/memoryStorage.ts';
import { SessionPage } from '../../support/sessionPage.ts';

describe('shared/flowBesideText', () => {
  let services: EditorServices;
  let page: SessionPage | undefined;
  let tap: string;

  before(async () => {
    const parts = await freshWindow();
    services = { ...parts.services, memory: createMemento(new Map()) };
    await services.catalog.refresh();
    const [action] = services.catalog.catalog.searchActions('tap', 1);
    assert.ok(action);
    tap = action.id;
  });

  after(async () => {
    page?.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('the visual editor beside the text of its file shows the step at the cursor of a text editor, and moves that cursor beside to its step', async () => {
    const named = (nameOverride: string, position: number) => ({ actionId: tap, position, nameOverride });
    const actions = [named('a', 1), { ...named('b', 2), children: [named('c', 1)] }];
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'beside.flow.json');
    const content = JSON.stringify({ name: 'A', actions }, undefined, 2);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(content));
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    page = await SessionPage.open(document, services);
    await page.show(0);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const text = document.getText();
    const at = document.positionAt(text.indexOf('"c"'));
    editor.selection = new vscode.Selection(at, at);
    const shown = (): unknown => {
      const state = page?.state;
      return state?.kind === 'flow' && state.details.kind === 'step' && state.details.nameOverride;
    };
    await until('the step at the cursor', shown, 'c');
    assert.deepEqual(page.selected, [[1, 0]]);
    await vscode.commands.executeCommand('vscode.openWith', file, FLOW_EDITOR, vscode.ViewColumn.Beside);
    await until(
      'the visual editor is in front',
      activeInput,
      value => value instanceof vscode.TabInputCustom,
    );
    await until('no text editor is active', () => vscode.window.activeTextEditor, undefined);
    const offset = (): number => {
      const [beside] = vscode.window.visibleTextEditors.filter(visible => visible.document === document);
      return beside ? document.offsetAt(beside.selection.active) : -1;
    };
    await page.show(0);
    await until('the cursor is at the step', offset, text.indexOf('{', 1));
    await page.show();
    await until('the cursor is at the start', offset, 0);
    assert.ok(activeInput() instanceof vscode.TabInputCustom);
  });
});
