import { readServiceTrace, resultTrace } from '../deploy/readServiceTrace.ts';
import type { Client } from '../client/client.ts';
import { ApiError } from '../client/failure.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { TraceRun, TraceScreen, TraceStep } from '../contract/sandbox/traces.ts';
import { readEvidence } from '../deploy/explainExecution.ts';
import { isFinished } from '../contract/enumerations.ts';
import type { TraceDocument } from '../flow/trace/traceFile.ts';

/** The source of the evidence of a run. */
export interface RunSource {
  readonly executionId: string;
  /** True for a trial run, which only the sandbox knows. */
  readonly isTrial: boolean;
  readonly client: () => Promise<Client>;
  /** Opens the operations of the sandbox; undefined for another service. */
  readonly openSandbox: (() => Promise<SandboxClient>) | undefined;
}

/** The maximum number of steps before the last one that are read again because they still ran. */
const MAX_OPEN = 4;

type Part = Awaited<ReturnType<SandboxClient['getExecutionTrace']>>['value']['data'];

/** The evidence so far, with the screens of the steps that were read again. */
interface Changed {
  readonly run: TraceRun;
  readonly steps: readonly TraceStep[];
  readonly screens: readonly TraceScreen[];
  /** True if no step has changed. */
  readonly isSame: boolean;
}

/** Reads the evidence of a run again and again while it goes on. Only steps that may have changed are requested. */
export class RunReader {
  readonly #source: RunSource;
  #steps: readonly TraceStep[] = [];
  readonly #screens = new Map<string, TraceScreen>();
  #document: TraceDocument | undefined;
  /** The run in the last answer, to recognize that nothing has changed. */
  #last = '';

  constructor(source: RunSource) {
    this.#source = source;
  }

  /** Returns the evidence so far; the same object as before if nothing has changed. */
  async read(signal: AbortSignal): Promise<TraceDocument> {
    const sandboxClient = await this.#source.openSandbox?.();
    const recorded = sandboxClient && (await this.#readRecorded(sandboxClient, signal));
    if (recorded) return recorded;
    const execution = await this.#readExecution(sandboxClient, signal);
    if (!isFinished(execution) || this.#source.isTrial)
      // The sandbox has evidence as soon as the run has started.
      return this.#keep(JSON.stringify(execution), () => ({
        ...resultTrace(execution),
        ...(sandboxClient && !isFinished(execution) ? { missing: [] } : {}),
      }));
    // The pictures are read when they are shown.
    const reading = { signal, mostPictures: 0 };
    return (await readServiceTrace(await this.#source.client(), execution, reading)).document;
  }

  async #readRecorded(sandboxClient: SandboxClient, signal: AbortSignal): Promise<TraceDocument | undefined> {
    const { executionId } = this.#source;
    const changed = await this.#readChanged(sandboxClient, signal);
    if (changed === 'none') return undefined;
    // Everything is read once more at the end, since the sandbox may have learned later that a value is secret.
    const isPart = changed !== undefined && !isFinished(changed.run);
    const { run, steps, screens } =
      (isPart ? changed : await readEvidence(sandboxClient, executionId, signal)) ?? {};
    if (!run || !steps || !screens) return undefined;
    const isSame = isPart && changed.isSame && this.#document !== undefined;
    for (const screen of screens) this.#screens.set(screen.id, screen);
    this.#steps = steps;
    const seen = JSON.stringify(run);
    if (!isSame) this.#last = '';
    return this.#keep(seen, () => this.#toDocument(run));
  }

  /** Reads the steps from the last known one on, and those before it that still ran; undefined if others changed too. */
  async #readChanged(
    sandboxClient: SandboxClient,
    signal: AbortSignal,
  ): Promise<Changed | 'none' | undefined> {
    const known = this.#steps;
    const open = known.flatMap(({ status }, index) => (status === 'running' ? [index] : []));
    const from = Math.max(0, open.at(-1) ?? known.length - 1);
    const steps = [...known.slice(0, from)];
    const screens: TraceScreen[] = [];
    const parts: Part[] = [];
    const readPart = async (offset: number, limit?: number): Promise<Part | undefined> => {
      const query = limit === undefined ? { offset } : { offset, limit };
      const part = await partOf(sandboxClient, this.#source.executionId, query, signal);
      if (!part) return undefined;
      parts.push(part);
      screens.push(...part.screens);
      const [first] = part.steps;
      return known[offset] && known[offset].id !== first?.id ? undefined : part;
    };
    let run: TraceRun | undefined;
    for (let offset: number | undefined = from; offset !== undefined;) {
      const part: Part | undefined = await readPart(offset);
      if (!part) return parts.length === 0 ? 'none' : undefined;
      run = part.run;
      steps.push(...part.steps);
      offset = part.next ?? undefined;
    }
    for (const index of open.slice(0, -1).slice(-MAX_OPEN)) {
      const [step] = (await readPart(index, 1))?.steps ?? [];
      if (!step) return undefined;
      steps[index] = step;
    }
    const isSame =
      steps.length === known.length &&
      [...open, from].every(index => JSON.stringify(steps[index]) === JSON.stringify(known[index]));
    return run && { run, steps, screens, isSame };
  }

  async #readExecution(sandboxClient: SandboxClient | undefined, signal: AbortSignal): Promise<Execution> {
    const { executionId, isTrial, client } = this.#source;
    if (sandboxClient && isTrial) return readTrial(sandboxClient, executionId, signal);
    return (await (await client()).getExecution({ params: { executionId } }, { signal })).value.data;
  }

  #toDocument(run: TraceRun): TraceDocument {
    return { run, steps: this.#steps, screens: [...this.#screens.values()], missing: [], tasks: [] };
  }

  #keep(seen: string, create: () => TraceDocument): TraceDocument {
    if (!this.#document || seen !== this.#last) this.#document = create();
    this.#last = seen;
    return this.#document;
  }
}

/** Reads a trial run. Throws if the sandbox has none, since it forgets them when it stops. */
async function readTrial(
  sandboxClient: SandboxClient,
  trialId: string,
  signal: AbortSignal,
): Promise<Execution> {
  try {
    return (await sandboxClient.getTrial({ params: { trialId } }, { signal })).value.data;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new Error('The sandbox no longer has this trial run. Run it again for a new trace.', {
      cause: error,
    });
  }
}

/** Reads some steps; undefined if the sandbox has no evidence of the run, or not yet. */
async function partOf(
  sandboxClient: SandboxClient,
  executionId: string,
  query: { readonly offset: number; readonly limit?: number },
  signal: AbortSignal,
): Promise<Part | undefined> {
  try {
    return (await sandboxClient.getExecutionTrace({ params: { executionId }, query }, { signal })).value.data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
