import * as vscode from 'vscode';
import { FINISHED_EXECUTIONS } from '../contract/enumerations.ts';
import type { Execution } from '../contract/records/execution.ts';
import { type RunStep, runSteps } from '../flow/run/runSteps.ts';
import { Poller, type Polled } from '../stores/poller.ts';
import type { Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { openDocument } from '../host/fileText.ts';

/** An execution whose results are shown at the steps of a flow file. */
export interface ShownRun {
  readonly execution: Execution;
  readonly steps: readonly RunStep[];
  /** The text of the file when the run was first shown; undefined while the file has not been open. */
  readonly text: string | undefined;
  /** True for a run of a test, which no service knows. */
  readonly isTest: boolean;
}

const POLL_MS = 700;

/** The executions shown in flow files, one per file, polled until they end. */
export class ShownRuns implements vscode.Disposable {
  readonly #session: Session;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<vscode.Uri>());
  readonly #runs = new Map<string, ShownRun>();
  readonly #poller = this.#owned.add(new Poller(() => this.#poll(), POLL_MS));

  /** Fires with the file whose shown run was updated, replaced or removed. */
  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    this.#owned.add(
      session.onDidChange(({ kind }) => {
        if (kind === 'none' || kind === 'closed' || kind === 'signedOut') this.clear();
      }),
    );
    this.#owned.add(
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        const known = this.#runs.get(uri.toString());
        if (known && known.text === undefined)
          this.#runs.set(uri.toString(), { ...known, text: openDocument(uri)?.getText() });
      }),
    );
  }

  /** Returns the run shown in a file. */
  of(file: vscode.Uri): ShownRun | undefined {
    return this.#runs.get(file.toString());
  }

  /** Shows an execution in a file, replacing any other, and polls it until it ends. */
  show(file: vscode.Uri, execution: Execution): void {
    this.#show(file, execution, false);
  }

  /** Shows the finished run of a test in a file, unless another run shown there is unfinished or newer. */
  showTest(file: vscode.Uri, execution: Execution): void {
    const shown = this.of(file);
    if (shown && !shown.isTest && (isLive(shown) || startOf(shown.execution) > startOf(execution))) return;
    this.#show(file, execution, true);
  }

  #show(file: vscode.Uri, execution: Execution, isTest: boolean): void {
    const known = this.#runs.get(file.toString());
    const text =
      known?.execution.id === execution.id && known.text !== undefined
        ? known.text
        : openDocument(file)?.getText();
    this.#runs.set(file.toString(), { execution, steps: runSteps(execution.result), text, isTest });
    this.#changed.fire(file);
    this.#poller.watch(this.#live().length > 0);
  }

  /** Removes the execution from a file, or from all files. */
  clear(file?: vscode.Uri): void {
    const files = file ? [file] : [...this.#runs.keys()].map(address => vscode.Uri.parse(address));
    for (const cleared of files) if (this.#runs.delete(cleared.toString())) this.#changed.fire(cleared);
    this.#poller.watch(this.#live().length > 0);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #live(): readonly (readonly [address: string, run: ShownRun])[] {
    return [...this.#runs].filter(([, run]) => isLive(run));
  }

  async #poll(): Promise<Polled> {
    let problem: Polled;
    const { connection } = this.#session;
    for (const [address, { execution }] of connection ? this.#live() : []) {
      // The shown executions belong to the connection that was active when polling began.
      if (!connection || !this.#session.isActive(connection)) break;
      try {
        const client = await this.#session.clientOf(connection);
        const { value } = await client.getExecution({ params: { executionId: execution.id } });
        // Another run may have replaced this one in the meantime.
        if (this.#runs.get(address)?.execution.id === execution.id)
          this.show(vscode.Uri.parse(address), value.data);
      } catch (error) {
        problem = error instanceof Error ? error : new Error(String(error));
      }
    }
    this.#poller.watch(this.#live().length > 0);
    return problem;
  }
}

function isLive({ execution, isTest }: ShownRun): boolean {
  return !isTest && !FINISHED_EXECUTIONS.includes(execution.status ?? '');
}

function startOf({ startedAt }: Execution): number {
  return Date.parse(startedAt ?? '');
}
