import type { Execution } from '../contract/records/execution.ts';
import type { Evidence } from '../flow/explain/explanation.ts';
import type { Trace } from '../flow/trace/traceFile.ts';
import type { FailedChecks } from './failedChecks.ts';

/** A run that this window has shown at the steps of a flow file. */
export interface PastRun {
  readonly execution: Execution;
  readonly connectionId: string;
  readonly isTest: boolean;
  readonly isDebug: boolean;
  /** The text of the file that ran; undefined if the file was not open. */
  readonly text: string | undefined;
}

/** The number of runs of a file that are kept and listed. */
export const MAX_RUNS = 20;
/** The number of files whose runs are kept. */
const MAX_FILES = 50;

/** The last runs of each flow file of a window, with the evidence of those that no service keeps. */
export class RunHistory {
  readonly #runs = new Map<string, readonly PastRun[]>();
  /** Trace files without pictures, by the ID of the execution. */
  readonly #traces = new Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>();
  readonly failedChecks: FailedChecks = new Map();

  /** Adds a run of a file, given by its address, or updates it. */
  note(file: string, run: PastRun): void {
    const others = this.of(file).filter(({ execution }) => execution.id !== run.execution.id);
    const runs = [run, ...others].toSorted(compareLatest);
    this.#runs.delete(file);
    this.#runs.set(file, runs.slice(0, MAX_RUNS));
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MAX_FILES && oldest !== undefined) this.#runs.delete(oldest);
    const known = new Set(
      [...this.#runs.values()].flatMap(kept => kept.map(({ execution }) => execution.id)),
    );
    for (const id of this.#traces.keys()) if (!known.has(id)) this.#traces.delete(id);
  }

  /** Keeps the evidence of a run that was noted, unless it is already kept. */
  keep(executionId: string, read: () => Promise<Evidence | undefined>): void {
    if (this.#traces.has(executionId)) return;
    // A run without evidence is listed all the same.
    this.#traces.set(
      executionId,
      packEvidence(read).catch(() => undefined),
    );
  }

  /** Returns the runs of a file, the last one first. */
  of(file: string): readonly PastRun[] {
    return this.#runs.get(file) ?? [];
  }

  /** Returns a run with the address of its file; undefined if it is not known. */
  find(executionId: string): { readonly file: string; readonly run: PastRun } | undefined {
    for (const [file, runs] of this.#runs) {
      const run = runs.find(({ execution }) => execution.id === executionId);
      if (run) return { file, run };
    }
    return undefined;
  }

  /** Reads the evidence that was kept of a run; undefined if there is none. */
  async traceOf(executionId: string): Promise<Trace | undefined> {
    const bytes = await this.#traces.get(executionId);
    if (!bytes) return undefined;
    const { readTrace } = await import('../flow/trace/traceFile.ts');
    return readTrace(bytes);
  }
}

/** Returns evidence as a trace file without pictures; undefined if there is none. */
async function packEvidence(
  read: () => Promise<Evidence | undefined>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const evidence = await read();
  if (!evidence) return undefined;
  // Loaded with the first run, to keep the activation of the extension fast.
  const { writeEvidence } = await import('../flow/trace/traceFile.ts');
  return writeEvidence(evidence);
}

/** Compares two runs so that the latest comes first; one that has not started yet is the latest. */
export function compareLatest(one: PastRun, other: PastRun): number {
  // Two that have not started are equal.
  return startOf(other) - startOf(one) || 0;
}

function startOf({ execution: { startedAt } }: PastRun): number {
  return startedAt == null ? Number.POSITIVE_INFINITY : Date.parse(startedAt);
}
