import * as vscode from 'vscode';
import type { KeptOutputs } from '../stores/catalogStore.ts';
import { ConnectionFiles } from './connectionFiles.ts';

/** Files in the extension's storage, one per connection, with what was learned from runs about outputs of actions. */
export class OutputFiles implements KeptOutputs {
  readonly #files: ConnectionFiles;

  constructor(storage: vscode.Uri) {
    this.#files = new ConnectionFiles(vscode.Uri.joinPath(storage, 'outputs'), 'json');
  }

  async read(connectionId: string): Promise<string | undefined> {
    const bytes = await this.#files.read(connectionId);
    return bytes && new TextDecoder().decode(bytes);
  }

  async write(connectionId: string, text: string): Promise<void> {
    await this.#files.write(connectionId, new TextEncoder().encode(text));
  }

  async delete(connectionId: string): Promise<void> {
    await this.#files.delete(connectionId);
  }
}
