import * as vscode from 'vscode';

/** Creates the parent item of the flow files without a flow on this connection. */
export function flowFilesItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem('Not Created Yet', vscode.TreeItemCollapsibleState.Collapsed);
  item.id = 'flows/files';
  item.iconPath = new vscode.ThemeIcon('files');
  item.description = `${count} ${count === 1 ? 'file' : 'files'}`;
  item.tooltip = 'Flow files in this workspace that are not linked to a flow of this connection';
  item.accessibilityInformation = { label: `Not created yet, ${item.description}` };
  item.contextValue = 'flowFiles';
  return item;
}

/** Creates the tree item of a flow file without a flow on this connection; a click opens the file. */
export function flowFileItem(file: vscode.Uri): vscode.TreeItem {
  const path = vscode.workspace.asRelativePath(file);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const item = new vscode.TreeItem(file);
  item.id = `flows/file/${file.toString()}`;
  item.label = path.slice(folder.length);
  item.description = folder;
  item.tooltip = path;
  item.accessibilityInformation = { label: `${path}, flow file, not created yet` };
  item.contextValue = 'flowFile';
  item.command = { title: 'Open', command: 'vscode.open', arguments: [file] };
  return item;
}
