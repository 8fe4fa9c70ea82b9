import type * as vscode from 'vscode';
import type { AddedDevices } from '../stores/deviceStore.ts';

/** Device IDs that users added manually, stored in the workspace state per connection. */
export class RememberedDevices implements AddedDevices {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  ids(connectionId: string): readonly string[] {
    return this.#memory.get<readonly string[]>(keyOf(connectionId), []);
  }

  async add(connectionId: string, id: string): Promise<void> {
    await this.#memory.update(keyOf(connectionId), [...new Set([...this.ids(connectionId), id])]);
  }

  async remove(connectionId: string, id: string): Promise<void> {
    await this.#memory.update(
      keyOf(connectionId),
      this.ids(connectionId).filter(known => known !== id),
    );
  }
}

function keyOf(connectionId: string): string {
  return `devices/${connectionId}`;
}
