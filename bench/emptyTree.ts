import { writeExtension } from '../test/support/smallExtension.ts';

/** Name of the view with the empty tree, in the sidebar of the extension. */
export const EMPTY_VIEW = 'Empty';

/** Number of rows per page; the first row is expandable and has the same number of children. */
export const EMPTY_PAGE = 100;

const CONTRIBUTES = { views: { cloudDevices: [{ id: 'empty.tree', name: EMPTY_VIEW }] } };

// A minimal tree: rows with names that are available at once.
const MAIN = `
const vscode = require('vscode');
exports.activate = context => {
  const changed = new vscode.EventEmitter();
  let count = ${EMPTY_PAGE};
  const row = (name, state) => new vscode.TreeItem(name, state);
  const rows = (name, length) => Array.from({ length }, (_, index) => row(name + ' ' + index));
  const more = row('More');
  more.command = { title: 'More', command: 'empty.more' };
  const top = () => [row('Node', vscode.TreeItemCollapsibleState.Collapsed), ...rows('Row', count), more];
  const treeDataProvider = {
    onDidChangeTreeData: changed.event,
    getTreeItem: item => item,
    getChildren: item => item ? rows('Child', ${EMPTY_PAGE}) : top(),
  };
  context.subscriptions.push(
    vscode.window.createTreeView('empty.tree', { treeDataProvider }),
    vscode.commands.registerCommand('empty.more', () => {
      count += ${EMPTY_PAGE};
      changed.fire(undefined);
    }),
  );
};`;

/** Writes an extension with a minimal tree, which shows the time VS Code itself needs to show rows. */
export async function writeEmptyTree(folder: string): Promise<void> {
  await writeExtension(folder, 'empty-tree', MAIN, { contributes: CONTRIBUTES });
}
