import { writeExtension } from '../test/support/smallExtension.ts';

/** What the view of the empty tree is called, in the sidebar of the extension. */
export const EMPTY_VIEW = 'Empty';

/** How many rows a page of it has; the first one can be unfolded and has as many below it. */
export const EMPTY_PAGE = 100;

const CONTRIBUTES = { views: { cloudDevices: [{ id: 'empty.tree', name: EMPTY_VIEW }] } };

// As little as a tree can be: rows with a name, known without asking anybody.
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

/** Writes an extension with a tree that does nothing, to know what VS Code itself takes to show rows. */
export async function writeEmptyTree(folder: string): Promise<void> {
  await writeExtension(folder, 'empty-tree', MAIN, { contributes: CONTRIBUTES });
}
