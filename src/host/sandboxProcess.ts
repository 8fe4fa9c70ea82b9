import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';

/** Where a running sandbox answers, with the key it was started with. */
export interface SandboxAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly pid: number;
}

const START_LIMIT_MS = 20_000;

/**
 * The local service as a process of its own, started on demand. Its state is kept with the workspace, so
 * two windows never share one file; without a workspace it lives in memory.
 */
export class SandboxProcess implements vscode.Disposable {
  readonly #program: string;
  readonly #storage: vscode.Uri | undefined;
  readonly #log: vscode.LogOutputChannel;
  readonly #options: readonly string[];
  readonly #changed = new vscode.EventEmitter<boolean>();
  #process: ChildProcess | undefined;
  #address: Promise<SandboxAddress> | undefined;

  /** Tells whether the sandbox runs, whenever that changes. */
  readonly onDidChange = this.#changed.event;

  /** Further options of the command line can be given. */
  constructor(
    extension: vscode.Uri,
    storage: vscode.Uri | undefined,
    log: vscode.LogOutputChannel,
    options: readonly string[] = [],
  ) {
    this.#options = options;
    this.#program = vscode.Uri.joinPath(extension, 'dist', 'cli.js').fsPath;
    this.#storage = storage;
    this.#log = log;
  }

  get running(): boolean {
    return this.#address !== undefined;
  }

  /** Starts the sandbox unless it runs already; rejects with a sentence that says why it could not start. */
  start(): Promise<SandboxAddress> {
    this.#address ??= this.#launch();
    return this.#address;
  }

  /** Ends the sandbox; its state is saved. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  dispose(): void {
    this.#process?.kill('SIGTERM');
    this.#changed.dispose();
  }

  async #launch(): Promise<SandboxAddress> {
    try {
      const child = await this.#spawn();
      this.#process = child;
      child.once('exit', (code, signal) => {
        this.#log.info(`sandbox: ended (${signal ?? code ?? 'unknown'})`);
        // A process that ends late must not be taken for the one that came after it.
        if (this.#process === child) this.#forget();
      });
      createInterface(child.stderr).on('line', line => this.#log.info(`sandbox: ${line}`));
      const address = await firstLine(child);
      this.#changed.fire(true);
      return address;
    } catch (error) {
      this.#process?.kill('SIGKILL');
      this.#forget();
      throw error;
    }
  }

  async #spawn(): Promise<ChildProcessWithoutNullStreams> {
    const args = [
      'sandbox',
      '--seed',
      'demo',
      '--loopback-webhooks',
      '--control',
      '--parent',
      ...this.#options,
    ];
    if (this.#storage) {
      await mkdir(this.#storage.fsPath, { recursive: true });
      args.push('--data', vscode.Uri.joinPath(this.#storage, 'sandbox.db').fsPath);
    }
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    return spawn(process.execPath, [this.#program, ...args], { env, stdio: 'pipe', windowsHide: true });
  }

  #forget(): void {
    this.#process = undefined;
    this.#address = undefined;
    this.#changed.fire(false);
  }
}

function firstLine(child: ChildProcessWithoutNullStreams): Promise<SandboxAddress> {
  let said = '';
  createInterface(child.stderr).on('line', line => (said = line));
  return new Promise<SandboxAddress>((resolve, reject) => {
    const fail = (what: string, cause?: unknown): void => reject(new Error(`The sandbox ${what}`, { cause }));
    createInterface(child.stdout).once('line', line => {
      try {
        resolve(JSON.parse(line) as SandboxAddress);
      } catch (cause) {
        fail('began with a line that was not expected; see the log.', cause);
      }
    });
    child.once('error', cause => fail(`could not be started: ${cause.message}`, cause));
    child.once('close', () => fail(`did not start. ${said || 'See the log for more.'}`));
    setTimeout(() => fail('did not start within 20 seconds; see the log.'), START_LIMIT_MS).unref();
  });
}
