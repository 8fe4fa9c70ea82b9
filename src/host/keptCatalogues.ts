import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { SANDBOX } from '../stores/connection.ts';
import type { KeptCatalogues } from '../stores/catalogueStore.ts';

/**
 * Catalogues kept as files of the extension's storage, one for each connection, named by a hash of its id.
 * They hold what the service says of its actions, devices and triggers, without what schemas mark as secret.
 */
export class CatalogueFiles implements KeptCatalogues {
  readonly #folder: vscode.Uri;
  readonly #extension: vscode.Uri;

  /** `extension` is the folder of the extension, which brings the actions of a new sandbox. */
  constructor(storage: vscode.Uri, extension: vscode.Uri) {
    this.#folder = vscode.Uri.joinPath(storage, 'catalogues');
    this.#extension = extension;
  }

  async read(connectionId: string): Promise<Uint8Array | undefined> {
    try {
      return await vscode.workspace.fs.readFile(this.#file(connectionId));
    } catch {
      if (connectionId !== SANDBOX.id) return undefined;
      return (await import('./bundledCatalogue.ts')).readBundledCatalogue(this.#extension);
    }
  }

  /** Replaces the file whole, so that a window which closes meanwhile leaves the old one. */
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
      if (!(error instanceof vscode.FileSystemError && error.code === 'FileNotFound')) throw error;
    }
  }

  #file(connectionId: string): vscode.Uri {
    const name = createHash('sha256').update(connectionId).digest('hex').slice(0, 32);
    return vscode.Uri.joinPath(this.#folder, `${name}.catalogue`);
  }
}
