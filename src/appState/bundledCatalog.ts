import * as vscode from 'vscode';
import type { CatalogAction } from '../flow/catalog.ts';
import { packActions, packCatalog } from '../flow/packedCatalog.ts';

/** Reads and packs the action catalog of a new sandbox, which is shipped with the extension. */
export async function readBundledCatalog(extension: vscode.Uri): Promise<Uint8Array> {
  const file = vscode.Uri.joinPath(extension, 'dist', 'sandbox-catalog.json');
  const bytes = await vscode.workspace.fs.readFile(file);
  const actions = JSON.parse(new TextDecoder().decode(bytes)) as readonly CatalogAction[];
  return packCatalog(packActions(actions), {});
}
