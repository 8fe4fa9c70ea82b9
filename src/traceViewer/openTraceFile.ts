import * as vscode from 'vscode';
import { MAX_TRACE_BYTES, readTrace, type Trace } from '../flow/trace/traceFile.ts';
import { readAtMost } from '../host/files.ts';
import { Emitter } from '../util/emitter.ts';
import { Disposables } from '../util/disposables.ts';
import type { ShownTrace } from './shownTrace.ts';

/** A trace file that is open in one or several viewers. It is read again when it changes. */
export class OpenTraceFile implements ShownTrace {
  readonly uri: vscode.Uri;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #trace: Promise<Trace> | undefined;

  readonly onDidChange = this.#changed.event;
  /** A file does not change while it is shown, unless it is replaced. */
  readonly progress = undefined;
  readonly connectionId = undefined;
  readonly recordings = undefined;
  readonly failedChecks = [];

  constructor(uri: vscode.Uri) {
    this.uri = uri;
    // A pattern with the name of the file would treat brackets in it as wildcards.
    const files = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), '*.flow-trace');
    const watcher = this.#owned.add(vscode.workspace.createFileSystemWatcher(files, false, false, true));
    const reread = (changed: vscode.Uri): void => {
      if (changed.toString() !== uri.toString()) return;
      this.#trace = undefined;
      this.#changed.fire();
    };
    this.#owned.add(watcher.onDidChange(reread));
    this.#owned.add(watcher.onDidCreate(reread));
  }

  read(): Promise<Trace> {
    return (this.#trace ??= readAtMost(this.uri, MAX_TRACE_BYTES).then(bytes =>
      readTrace(new Uint8Array(bytes)),
    ));
  }

  // All pictures are in the file.
  picture(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  setVisible(): void {
    // A hidden viewer reads the file again once it is shown.
  }

  dispose(): void {
    this.#trace = undefined;
    this.#owned.dispose();
  }
}
