import * as vscode from 'vscode';
import { isFinished } from '../contract/enumerations.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { Evidence } from '../flow/explain/explanation.ts';
import type { FlowCoverage } from '../flow/run/coverage.ts';
import { needsExplanation, type RunStep, executionSteps } from '../flow/run/runSteps.ts';
import { Poller, type Polled } from '../stores/poller.ts';
import { dropsRecords, type Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { toError } from '../util/errors.ts';
import { openDocument } from '../host/files.ts';
import type { PastRun, RunHistory } from './runHistory.ts';

/** An execution whose results are shown at the steps of a flow file. */
export interface ShownRun {
  readonly execution: Execution;
  readonly steps: readonly RunStep[];
  /** The text of the file when the run was first shown; undefined while the file has not been open. */
  readonly text: string | undefined;
  /** True for a run of a test, which no service knows. */
  readonly isTest: boolean;
  /** True for a run in the debugger. */
  readonly isDebug?: boolean | undefined;
  /** Stops a trial run, which no service lists; resolves when it has ended. */
  readonly stop?: (() => Promise<void>) | undefined;
}

/** A trial run with the text of the file that it runs. */
export interface FollowedTrial {
  readonly text: string;
  readonly isDebug?: boolean;
  readonly stop: () => Promise<void>;
}

const POLL_MS = 700;

/** The functions of the window that shown runs use. */
export interface RunParts {
  /** Receives the steps of each run that is shown. */
  readonly onSteps: (steps: readonly RunStep[]) => void;
  /** Returns the steps of an ended run, those that failed with the reason. */
  readonly explain: (execution: Execution) => Promise<readonly RunStep[]>;
  /** Reads the evidence of an ended trial run. */
  readonly readEvidence: (executionId: string) => Promise<Evidence | undefined>;
  readonly history: RunHistory;
}

/** The executions of a connection that are shown in flow files, one per file, polled until they end. */
export class ShownRuns implements vscode.Disposable {
  readonly #session: Session;
  readonly #parts: RunParts;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<vscode.Uri>());
  readonly #runs = new Map<string, ShownRun>();
  readonly #coverage = new Map<string, FlowCoverage>();
  readonly #poller = this.#owned.add(new Poller(() => this.#poll(), POLL_MS));

  /** Fires with the file whose shown run or coverage was updated, replaced or removed. */
  readonly onDidChange = this.#changed.event;

  constructor(session: Session, parts: RunParts) {
    this.#session = session;
    this.#parts = parts;
    this.#owned.add(
      session.onDidChange(state => {
        if (dropsRecords(state)) this.clear();
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

  /** Shows an execution in a file, replacing any other, and polls it until it ends. Does nothing unless the connection is active. */
  show(file: vscode.Uri, execution: Execution): void {
    this.#show(file, execution, { isTest: false });
  }

  /** Shows a run of the history in a file again. */
  showPast(file: vscode.Uri, { execution, isTest, isDebug, text }: PastRun): void {
    this.#show(file, execution, { isTest, isDebug, ...(text === undefined ? {} : { text }) });
  }

  /** Shows the progress of an execution in a file, unless it has been hidden or replaced there. */
  update(file: vscode.Uri, execution: Execution): void {
    if (!this.#isShown(file, execution)) return;
    const shown = this.of(file);
    // A reply may arrive after that of a later request that found the end.
    const isOutdated = shown && isFinished(shown.execution) && !isFinished(execution);
    if (!isOutdated) this.show(file, execution);
  }

  /**
   * Shows the finished run of a test with its steps in a file, unless another run there is unfinished or newer. Its
   * sandbox ends soon, so its evidence is kept.
   */
  showTest(file: vscode.Uri, execution: Execution, steps: readonly RunStep[], evidence?: Evidence): void {
    const shown = this.of(file);
    if (evidence) {
      this.#note(file, { execution, isTest: true, text: openDocument(file)?.getText() });
      this.#parts.history.keep(execution.id, () => Promise.resolve(evidence));
    }
    if (shown && !shown.isTest && (isLive(shown) || startOf(shown.execution) > startOf(execution))) return;
    this.#show(file, execution, { isTest: true, steps });
  }

  /** Returns the coverage of a file in the last run of tests with coverage. */
  coverageOf(file: vscode.Uri): FlowCoverage | undefined {
    return this.#coverage.get(file.toString());
  }

  /** Shows the coverage of files, given by their addresses, instead of any earlier one. */
  showCoverage(coverage: ReadonlyMap<string, FlowCoverage>): void {
    const files = new Set([...this.#coverage.keys(), ...coverage.keys()]);
    this.#coverage.clear();
    for (const [file, covered] of coverage) this.#coverage.set(file, covered);
    for (const file of files) this.#changed.fire(vscode.Uri.parse(file));
  }

  /** Removes the coverage of files if it is still the one shown. */
  hideCoverage(coverage: ReadonlyMap<string, FlowCoverage>): void {
    for (const [file, covered] of coverage) {
      if (this.#coverage.get(file) !== covered) continue;
      this.#coverage.delete(file);
      this.#changed.fire(vscode.Uri.parse(file));
    }
  }

  /** Shows a trial run in a file. A trial that another run has replaced is not shown again. */
  showTrial(file: vscode.Uri, execution: Execution, { text, stop, isDebug = false }: FollowedTrial): void {
    const isNew = execution.status === 'pending';
    if (isNew || this.#isShown(file, execution))
      this.#show(file, execution, { isTest: false, isDebug, text, stop });
    else this.#note(file, { execution, isTest: false, isDebug, text });
  }

  /** Stops the trial run shown in a file; resolves to false if none is running. */
  async stopTrial(file: vscode.Uri): Promise<boolean> {
    const shown = this.of(file);
    if (!shown?.stop || isFinished(shown.execution)) return false;
    await shown.stop();
    return true;
  }

  #show(
    file: vscode.Uri,
    execution: Execution,
    {
      text,
      steps: explained,
      ...how
    }: Pick<ShownRun, 'isTest' | 'isDebug' | 'stop'> & Partial<Pick<ShownRun, 'text' | 'steps'>>,
  ): void {
    if (!this.#session.isActive) return;
    const known = this.#runs.get(file.toString());
    const isKnown = known?.execution.id === execution.id;
    if (!isKnown) void this.stopTrial(file);
    const before = text ?? (isKnown ? known.text : undefined) ?? openDocument(file)?.getText();
    const steps = explained ?? executionSteps(execution);
    const shown: ShownRun = { execution, steps, text: before, ...how };
    this.#runs.set(file.toString(), shown);
    if (!how.isTest) {
      this.#parts.onSteps(steps);
      this.#note(file, shown);
    }
    this.#changed.fire(file);
    this.#poller.watch(this.#live().length > 0);
    if (!explained && isFinished(execution) && steps.some(needsExplanation)) void this.#explain(file, shown);
  }

  #note(file: vscode.Uri, { execution, isTest, isDebug = false, text }: Omit<ShownRun, 'steps'>): void {
    const connectionId = this.#session.connection?.id;
    if (connectionId === undefined) return;
    const { history, readEvidence } = this.#parts;
    history.note(file.toString(), { execution, connectionId, isTest, isDebug, text });
    // A service keeps its executions, and the sandbox only the last trial runs.
    if (!isTest && execution.kind === 'trial' && isFinished(execution))
      history.keep(execution.id, () => readEvidence(execution.id));
  }

  #isShown(file: vscode.Uri, { id }: Execution): boolean {
    return this.of(file)?.execution.id === id;
  }

  // The errors are shown until the reasons are known, and stay if they cannot be read.
  async #explain(file: vscode.Uri, { execution }: ShownRun): Promise<void> {
    const steps = await this.#parts.explain(execution).catch(() => undefined);
    const now = this.of(file);
    if (!steps || now?.execution !== execution) return;
    this.#runs.set(file.toString(), { ...now, steps });
    this.#changed.fire(file);
  }

  /** Removes the execution and the coverage from a file, or from all files. */
  clear(file?: vscode.Uri): void {
    const known = new Set([...this.#runs.keys(), ...this.#coverage.keys()]);
    const files = file ? [file] : [...known].map(address => vscode.Uri.parse(address));
    for (const cleared of files) {
      void this.stopTrial(cleared);
      const hadRun = this.#runs.delete(cleared.toString());
      const hadCoverage = this.#coverage.delete(cleared.toString());
      if (hadRun || hadCoverage) this.#changed.fire(cleared);
    }
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
    for (const [address, { execution }] of this.#live()) {
      if (!this.#session.isActive) break;
      try {
        const client = await this.#session.client();
        const { value } = await client.getExecution({ params: { executionId: execution.id } });
        this.update(vscode.Uri.parse(address), value.data);
      } catch (error) {
        problem = toError(error);
      }
    }
    this.#poller.watch(this.#live().length > 0);
    return problem;
  }
}

// A trial is read by the command that started it.
function isLive(run: ShownRun): boolean {
  return !run.isTest && !run.stop && !isFinished(run.execution);
}

function startOf({ startedAt }: Execution): number {
  return Date.parse(startedAt ?? '');
}
