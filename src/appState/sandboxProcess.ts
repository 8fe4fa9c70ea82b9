import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { traceOptions } from '../host/settings.ts';
import {
  readAddress,
  type SandboxAddress,
  SandboxDataError,
  SandboxStoppedError,
} from '../client/sandboxAddress.ts';

/** Time for the process to exit on SIGTERM, in milliseconds, before SIGKILL. */
const MAX_STOP_MS = 2000;

/**
 * The sandbox service as a child process, started on demand. Its data is stored per workspace, so windows never share a
 * file; without a workspace or trust, it runs in memory.
 */
export class SandboxProcess implements vscode.Disposable {
  readonly #program: string;
  readonly #storage: () => vscode.Uri | undefined;
  readonly #log: vscode.LogOutputChannel;
  readonly #options: readonly string[] | undefined;
  readonly #changed = new vscode.EventEmitter<boolean>();
  /** The process; pending while the folder of its data is created. */
  #process: Promise<ChildProcessWithoutNullStreams> | undefined;
  #address: Promise<SandboxAddress> | undefined;
  /** The end of a process that is being stopped. */
  #ending: Promise<void> | undefined;
  /** Increased by `stop` and `dispose`, so that a start notices that it was stopped. */
  #stopCount = 0;

  readonly #refused = new vscode.EventEmitter<SandboxDataError>();

  /** Fires when the sandbox cannot start because of its data. */
  readonly onDidRefuseData = this.#refused.event;

  /** Fires when the sandbox starts (true) or stops (false). */
  readonly onDidChange = this.#changed.event;

  /**
   * `storage` is called on each start. `options` are command-line options in addition to those that every sandbox of
   * the extension has; by default, those of the sandbox connection.
   */
  constructor(
    extension: vscode.Uri,
    storage: () => vscode.Uri | undefined,
    log: vscode.LogOutputChannel,
    options?: readonly string[],
  ) {
    this.#options = options;
    this.#program = vscode.Uri.joinPath(extension, 'dist', 'cli.js').fsPath;
    this.#storage = storage;
    this.#log = log;
  }

  get isRunning(): boolean {
    return this.#address !== undefined;
  }

  /**
   * Starts the sandbox unless it is running, after a process that is being stopped has ended. Rejects with a readable
   * reason if it cannot start or is stopped before it has started.
   */
  start(): Promise<SandboxAddress> {
    if (this.#ending) return this.#startAfter(this.#ending);
    this.#address ??= this.#launch();
    return this.#address;
  }

  /** Path of the data file; undefined if the sandbox runs in memory. */
  get dataFile(): string | undefined {
    const storage = this.#storage();
    return storage && vscode.Uri.joinPath(storage, 'sandbox.db').fsPath;
  }

  /** Renames the data file so that the next start creates a new one. Returns the new name. */
  async moveDataAside(): Promise<string | undefined> {
    const { dataFile } = this;
    if (dataFile === undefined) return undefined;
    const { moveAside } = await import('../files/moveAside.ts');
    return moveAside(dataFile, new Date());
  }

  /** Stops the sandbox process, even if it is still starting. Its data remains stored. */
  stop(): Promise<void> {
    this.#stopCount += 1;
    if (this.#process) {
      this.#ending = this.#end(this.#process).finally(() => (this.#ending = undefined));
      // Announced before the process has ended, so that no polling starts it again.
      this.#forget();
    }
    return this.#ending ?? Promise.resolve();
  }

  dispose(): void {
    this.#stopCount += 1;
    void this.#process?.then(
      child => child.kill('SIGTERM'),
      () => undefined,
    );
    this.#changed.dispose();
    this.#refused.dispose();
  }

  async #startAfter(ending: Promise<void>): Promise<SandboxAddress> {
    const stopsBefore = this.#stopCount;
    await ending;
    if (this.#stopCount !== stopsBefore) throw new SandboxStoppedError();
    return this.start();
  }

  async #launch(): Promise<SandboxAddress> {
    const stopsBefore = this.#stopCount;
    const spawned = (this.#process = this.#spawn());
    let child: ChildProcessWithoutNullStreams | undefined;
    let address: SandboxAddress;
    // A process that exits late must not reset its successor.
    const forget = (): void => {
      if (this.#process === spawned) this.#forget();
    };
    try {
      child = await spawned;
      child.once('exit', (code, signal) => {
        this.#log.info(`sandbox: ended (${signal ?? code ?? 'unknown'})`);
        forget();
      });
      createInterface(child.stderr).on('line', line => this.#log.info(`sandbox: ${line}`));
      address = await readAddress(child);
    } catch (error) {
      child?.kill('SIGKILL');
      forget();
      if (this.#stopCount !== stopsBefore) throw new SandboxStoppedError();
      if (error instanceof SandboxDataError) this.#refused.fire(error);
      throw error;
    }
    if (this.#stopCount !== stopsBefore) throw new SandboxStoppedError();
    this.#changed.fire(true);
    return address;
  }

  async #spawn(): Promise<ChildProcessWithoutNullStreams> {
    const options = this.#options ?? ['--loopback-webhooks', ...traceOptions()];
    const args = ['sandbox', '--seed', 'demo', '--control', '--parent', ...options];
    const { dataFile } = this;
    if (dataFile !== undefined) {
      await mkdir(dirname(dataFile), { recursive: true });
      args.push('--data', dataFile);
    }
    // The last line of stderr is shown as the reason for a failed start, so Node.js warnings must not appear there.
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_NO_WARNINGS: '1' };
    return spawn(process.execPath, [this.#program, ...args], { env, stdio: 'pipe', windowsHide: true });
  }

  async #end(process: Promise<ChildProcessWithoutNullStreams>): Promise<void> {
    const child = await process.catch(() => undefined);
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS);
    await ended;
    clearTimeout(killTimer);
  }

  #forget(): void {
    this.#process = undefined;
    this.#address = undefined;
    this.#changed.fire(false);
  }
}
