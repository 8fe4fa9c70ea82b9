import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { FolderLinks, type LinkFolder } from '../deploy/folderLinks.ts';
import { LinksFile } from '../deploy/linksFile.ts';
import { isLinkKey } from '../flow/deploy/linksText.ts';
import { VirtualLinks } from './virtualLinks.ts';

/** Returns the links of the workspace folders, which are determined on each access. */
export function openLinks(): FolderLinks<vscode.Uri> {
  return new FolderLinks<vscode.Uri>(openFolders, file => vscode.workspace.asRelativePath(file));
}

function openFolders(): readonly LinkFolder<vscode.Uri>[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => ({
    storage: uri.scheme === 'file' ? new LinksFile(uri.fsPath) : new VirtualLinks(uri),
    keyOf: file => keyOf(uri, file),
    fileOf: key => vscode.Uri.joinPath(uri, key),
  }));
}

function keyOf(folder: vscode.Uri, file: vscode.Uri): string | undefined {
  if (file.scheme !== folder.scheme || file.authority !== folder.authority) return undefined;
  const path = relative(folder.fsPath, file.fsPath).split(sep).join('/');
  return isLinkKey(path) ? path : undefined;
}
