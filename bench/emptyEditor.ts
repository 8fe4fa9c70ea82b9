import { writeExtension } from '../test/support/smallExtension.ts';

/** Title of the command that opens a file in the empty editor. */
export const EMPTY_COMMAND = 'Empty: Open in Empty Editor';

const CONTRIBUTES = {
  commands: [{ command: 'empty.open', title: 'Open in Empty Editor', category: 'Empty' }],
  customEditors: [
    {
      viewType: 'empty.editor',
      displayName: 'Empty Editor',
      selector: [{ filenamePattern: '*.flow.json' }],
      priority: 'option',
    },
  ],
};

// A minimal custom editor: no files to load, and a single input field, with a label because an empty field does not
// count as painted content.
const MAIN = `
const vscode = require('vscode');
exports.activate = context => {
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider('empty.editor', {
      resolveCustomTextEditor(document, panel) {
        panel.webview.html = '<!DOCTYPE html><html><body><label>Empty <input></label></body></html>';
      },
    }),
    vscode.commands.registerCommand('empty.open', () =>
      vscode.commands.executeCommand(
        'vscode.openWith', vscode.window.activeTextEditor.document.uri, 'empty.editor')),
  );
};`;

/** Writes an extension with a minimal custom editor, which shows the time VS Code itself needs to open one. */
export async function writeEmptyEditor(folder: string): Promise<void> {
  await writeExtension(folder, 'empty-editor', MAIN, { contributes: CONTRIBUTES });
}
