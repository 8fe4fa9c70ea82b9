import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { SANDBOX } from '../stores/connection.ts';
import type { KeptCatalogs } from '../stores/catalogStore.ts';
import { isNotFound } from '../host/readAtMost.ts';

/**
 * Catalog files in the extension's storage, one per connection, named by a hash of its ID. They hold actions, devices
 * and triggers without the values that schemas mark as secret.
 */
export class CatalogFiles implements KeptCatalogs {
  readonly #folder: vscode.Uri;
  readonly #extension: vscode.Uri;

  /** `extension` is the extension folder, which contains the action catalog of a new sandbox. */
  constructor(storage: vscode.Uri, extension: vscode.Uri) {
    this.#folder = vscode.Uri.joinPath(storage, 'catalogs');
    this.#extension = extension;
  }

  async read(connectionId: string): Promise<Uint8Array | undefined> {
    try {
      return await vscode.workspace.fs.readFile(this.#file(connectionId));
    } catch {
      if (connectionId !== SANDBOX.id) return undefined;
      return (await import('./bundledCatalog.ts')).readBundledCatalog(this.#extension);
    }
  }

  /** Writes to a temporary file first, so that an interrupted write leaves the old file intact. */
  async write(connectionId: string, packed: Uint8Array): Promise<void> {
    const file = this.#file(connectionId);
    const part = file.with({ path: `${file.path}.${process.pid}.part` });
    await vscode.workspace.fs.createDirectory(this.#folder);
    await vscode.workspace.fs.writeFile(part, packed);
    await vscode.workspace.fs.rename(part, file, { overwrite: true });
  }

  async delete(connectionId: string): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.#file(connectionId));
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  #file(connectionId: string): vscode.Uri {
    const name = createHash('sha256').update(connectionId).digest('hex').slice(0, 32);
    return vscode.Uri.joinPath(this.#folder, `${name}.catalog`);
  }
}
