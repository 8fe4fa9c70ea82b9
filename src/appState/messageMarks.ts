import type * as vscode from 'vscode';
import type { KeptMarks, KeptMessageMarks } from '../stores/messageMarks.ts';

/** The marks of read messages, stored in the workspace state per connection. */
export class RememberedMessageMarks implements KeptMessageMarks {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  of(connectionId: string): KeptMarks {
    return this.#memory.get<KeptMarks>(keyOf(connectionId), { readBefore: [], read: [] });
  }

  async keep(connectionId: string, marks: KeptMarks): Promise<void> {
    await this.#memory.update(keyOf(connectionId), marks);
  }

  async removeAll(connectionId: string): Promise<void> {
    await this.#memory.update(keyOf(connectionId), undefined);
  }
}

function keyOf(connectionId: string): string {
  return `readMessages/${connectionId}`;
}
