import * as vscode from 'vscode';
import type { CatalogAction } from '../flow/catalog.ts';
import { SANDBOX } from '../stores/connection.ts';
import type { KeptCatalogs } from '../stores/catalogStore.ts';
import { ConnectionFiles } from './connectionFiles.ts';

/**
 * Catalog files in the extension's storage, one per connection. They hold actions, devices and triggers without the
 * values that schemas mark as secret.
 */
export class CatalogFiles extends ConnectionFiles implements KeptCatalogs {
  readonly #extension: vscode.Uri;

  /** `extension` is the extension folder, which contains the action catalog of a new sandbox. */
  constructor(storage: vscode.Uri, extension: vscode.Uri) {
    super(vscode.Uri.joinPath(storage, 'catalogs'), 'catalog');
    this.#extension = extension;
  }

  override async read(connectionId: string): Promise<Uint8Array | undefined> {
    const kept = await super.read(connectionId);
    return kept || connectionId !== SANDBOX.id ? kept : this.#readBundled();
  }

  // The action catalog of a new sandbox, which is shipped with the extension.
  async #readBundled(): Promise<Uint8Array> {
    const file = vscode.Uri.joinPath(this.#extension, 'dist', 'sandbox-catalog.json');
    const bytes = await vscode.workspace.fs.readFile(file);
    const { encodeCatalog } = await import('../stores/keptCatalog.ts');
    return encodeCatalog(JSON.parse(new TextDecoder().decode(bytes)) as readonly CatalogAction[], {});
  }
}
