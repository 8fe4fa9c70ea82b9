import type * as vscode from 'vscode';
import type { AddedDevices } from '../stores/deviceStore.ts';

/** Ids of devices that a person added by hand, kept with the workspace for each connection. */
export class RememberedDevices implements AddedDevices {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  ids(connectionId: string): readonly string[] {
    return this.#memory.get<readonly string[]>(keyOf(connectionId), []);
  }

  /** Adds an id; one that is known stays as it is. */
  async add(connectionId: string, id: string): Promise<void> {
    await this.#memory.update(keyOf(connectionId), [...new Set([...this.ids(connectionId), id])]);
  }

  /** Removes an id. */
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
