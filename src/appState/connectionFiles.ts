import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { isFileNotFound } from '../host/files.ts';

/** The files of a folder, one per connection, named by a hash of its ID. */
export class ConnectionFiles {
  readonly #folder: vscode.Uri;
  readonly #ending: string;

  constructor(folder: vscode.Uri, ending: string) {
    this.#folder = folder;
    this.#ending = ending;
  }

  /** Returns the content of a file; undefined if there is none or it cannot be read. */
  async read(connectionId: string): Promise<Uint8Array | undefined> {
    try {
      return await vscode.workspace.fs.readFile(this.#file(connectionId));
    } catch {
      return undefined;
    }
  }

  /** Writes to a temporary file first, so that an interrupted write leaves the old file intact. */
  async write(connectionId: string, bytes: Uint8Array): Promise<void> {
    const file = this.#file(connectionId);
    const part = file.with({ path: `${file.path}.${process.pid}.part` });
    await vscode.workspace.fs.createDirectory(this.#folder);
    await vscode.workspace.fs.writeFile(part, bytes);
    await vscode.workspace.fs.rename(part, file, { overwrite: true });
  }

  async delete(connectionId: string): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.#file(connectionId));
    } catch (error) {
      if (!isFileNotFound(error)) throw error;
    }
  }

  #file(connectionId: string): vscode.Uri {
    const name = createHash('sha256').update(connectionId).digest('hex').slice(0, 32);
    return vscode.Uri.joinPath(this.#folder, `${name}.${this.#ending}`);
  }
}
