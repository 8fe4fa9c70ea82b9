import * as vscode from 'vscode';
import type { CatalogueAction } from '../flow/catalogue.ts';
import { packActions, packCatalogue } from '../flow/packedCatalogue.ts';

/** Reads and packs the action catalog of a new sandbox, which is shipped with the extension. */
export async function readBundledCatalogue(extension: vscode.Uri): Promise<Uint8Array> {
  const file = vscode.Uri.joinPath(extension, 'media', 'sandbox-catalogue.json');
  const bytes = await vscode.workspace.fs.readFile(file);
  const actions = JSON.parse(new TextDecoder().decode(bytes)) as readonly CatalogueAction[];
  return packCatalogue(packActions(actions), {});
}
