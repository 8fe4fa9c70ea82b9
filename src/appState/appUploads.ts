import type * as vscode from 'vscode';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';

/** An upload of an app that has not ended; it can be resumed after a reload or a lost connection. */
export interface PendingAppUpload {
  /** The ID of the app in cloud storage. */
  readonly id: string;
  /** The path of the file on this computer. */
  readonly path: string;
  readonly name: string;
  readonly versionName: string;
}

/** The uploads of apps that have not ended, stored in the workspace state per connection. */
export class AppUploads implements Disposable {
  readonly #memory: vscode.Memento;
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new Emitter<void>());
  /** Sent percentages of the uploads of this window, by connection and app. */
  readonly #running = new Map<string, number>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** Returns the uploads of a connection, oldest first. */
  of(connectionId: string): readonly PendingAppUpload[] {
    return this.#memory.get<readonly PendingAppUpload[]>(keyOf(connectionId), []);
  }

  /** Returns the percentage of a running upload that was sent; undefined if the upload was interrupted. */
  percentOf(connectionId: string, id: string): number | undefined {
    return this.#running.get(runningKey(connectionId, id));
  }

  /** Notes that an upload begins. An earlier one of the same app is replaced. */
  async begin(connectionId: string, upload: PendingAppUpload): Promise<void> {
    this.#running.set(runningKey(connectionId, upload.id), 0);
    await this.#store(connectionId, [...this.#others(connectionId, upload.id), upload]);
  }

  /** Notes the percentage that was sent. */
  report(connectionId: string, id: string, percent: number): void {
    this.#running.set(runningKey(connectionId, id), percent);
    this.#changed.fire();
  }

  /** Notes that an upload was interrupted. It stays in the list. */
  interrupt(connectionId: string, id: string): void {
    this.#running.delete(runningKey(connectionId, id));
    this.#changed.fire();
  }

  /** Removes an upload that was completed or discarded. */
  async end(connectionId: string, id: string): Promise<void> {
    this.#running.delete(runningKey(connectionId, id));
    await this.#store(connectionId, this.#others(connectionId, id));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #others(connectionId: string, id: string): readonly PendingAppUpload[] {
    return this.of(connectionId).filter(upload => upload.id !== id);
  }

  async #store(connectionId: string, uploads: readonly PendingAppUpload[]): Promise<void> {
    await this.#memory.update(keyOf(connectionId), uploads.length === 0 ? undefined : uploads);
    this.#changed.fire();
  }
}

function keyOf(connectionId: string): string {
  return `appUploads/${connectionId}`;
}

function runningKey(connectionId: string, id: string): string {
  return `${connectionId}/${id}`;
}
