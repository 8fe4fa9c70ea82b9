import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Service } from './service.ts';
import type { Store } from '../store/store.ts';
import type { StoredJob } from '../store/stored.ts';
import type { JobKind, JobOutcome } from './job.ts';

interface Running {
  readonly kind: string;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** The state of a job after a run: done, left for the next start, or stored for another run. */
type Next = 'done' | 'left' | StoredJob;

/** The maximum number of attempts for a job that throws. */
const MAX_ATTEMPTS = 5;
/** The wait after the first failed attempt, in milliseconds; doubles after each further one. */
const RETRY_MS = 1000;

/**
 * A queue of background jobs that survives restarts. Jobs are stored in the same transaction as their records, and run
 * at least once when their time comes.
 */
export class JobQueue {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #running = new Map<string, Running>();
  #kinds: readonly JobKind<unknown>[] = [];
  #service: Service | undefined;
  #wake: { dispose(): void } | undefined;

  constructor(store: Store, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  /** Stores a job for a time in milliseconds since 1970, replacing one with the same ID. Returns its ID. */
  add<Payload>(kind: JobKind<Payload>, moment: number, payload: Payload, id: string = randomUUID()): string {
    const runAt = new Date(moment).toISOString();
    this.#store.jobs.put({ id, kind: kind.name, runAt, started: false, attempts: 0, payload });
    this.#arm();
    return id;
  }

  /** Deletes a job and aborts it if it is running. Returns true if it existed. */
  cancel(id: string): boolean {
    this.#running.get(id)?.controller.abort(new Error('The job was canceled.'));
    return this.#store.jobs.delete(id);
  }

  /** Starts running jobs, first those that the previous process left unfinished. */
  start(service: Service, kinds: readonly JobKind<unknown>[]): void {
    this.#service = service;
    this.#kinds = kinds;
    this.#arm();
    const kindNames = new Set(this.#kinds.map(kind => kind.name));
    const unfinished = this.#store.jobs.all({ started: true }).filter(job => kindNames.has(job.kind));
    for (const job of unfinished) this.#run(job, true, service);
  }

  /** Stops running jobs and aborts the current ones, which run again after the next start. */
  async stop(): Promise<void> {
    this.#service = undefined;
    this.#wake?.dispose();
    for (const { controller: abort } of this.#running.values()) abort.abort(new Error('The sandbox ends.'));
    await this.#waitForRunning();
  }

  /** Waits until no job is running or due. */
  async waitUntilIdle(): Promise<void> {
    this.#runDue();
    while (this.#running.size > 0) await this.#waitForRunning();
  }

  /** Waits until no job of a kind is running, including due ones that start when another ends. */
  async waitForKind(kind: string): Promise<void> {
    while (this.#count(kind) > 0) await this.#waitForRunning(kind);
  }

  async #waitForRunning(kind?: string): Promise<void> {
    const running = [...this.#running.values()].filter(job => kind === undefined || job.kind === kind);
    await Promise.all(running.map(({ done }) => done));
  }

  #arm(): void {
    this.#wake?.dispose();
    if (!this.#service) return;
    const free = this.#kinds.filter(kind => this.#count(kind.name) < kind.concurrency);
    const first = this.#store.jobs.list({
      where: { started: false, kind: free.map(kind => kind.name) },
      orderBy: 'runAt',
      direction: 'asc',
      // A job added again while it is running must first end, so it is skipped below.
      limit: this.#running.size + 1,
    });
    const next = first.find(job => !this.#running.has(job.id));
    if (next) this.#wake = this.#clock.at(Date.parse(next.runAt), () => this.#runDue());
  }

  #runDue(): void {
    const service = this.#service;
    if (!service) return;
    const now = new Date(this.#clock.now()).toISOString();
    for (const kind of this.#kinds) {
      const due = this.#store.jobs.list({
        where: { kind: kind.name, started: false },
        to: { runAt: now },
        orderBy: 'runAt',
        direction: 'asc',
        limit: Math.max(0, kind.concurrency - this.#count(kind.name)),
      });
      for (const job of due) this.#run(job, false, service);
    }
    this.#arm();
  }

  #run(stored: StoredJob, interrupted: boolean, service: Service): void {
    const kind = this.#kinds.find(({ name }) => name === stored.kind);
    if (!kind || this.#running.has(stored.id)) return;
    const job = { ...stored, started: true, attempts: stored.attempts + 1 };
    this.#store.jobs.put(job);
    const abort = new AbortController();
    const { id, payload, attempts: attempt } = job;
    const work = async (): Promise<void> => {
      let next: Next;
      try {
        const isLastAttempt = attempt >= MAX_ATTEMPTS;
        const { signal } = abort;
        const outcome = await kind.run({ id, payload, attempt, isLastAttempt, interrupted, signal }, service);
        next = outcome ? toNextRun(job, outcome) : 'done';
      } catch (error) {
        next = abort.signal.aborted ? 'left' : this.#afterFailure(job, error);
      }
      this.#running.delete(id);
      this.#settle(job, next);
      this.#runDue();
    };
    // Starts in a microtask, outside any open transaction.
    const done = Promise.resolve().then(work);
    this.#running.set(id, { kind: kind.name, controller: abort, done });
  }

  #afterFailure(job: StoredJob, error: unknown): Next {
    this.#log.error(`The job ${job.kind} ${job.id} failed at attempt ${job.attempts}.`, error);
    if (job.attempts >= MAX_ATTEMPTS) return 'done';
    const runAt = new Date(this.#clock.now() + RETRY_MS * 2 ** (job.attempts - 1)).toISOString();
    return { ...job, runAt, started: false };
  }

  // A job canceled or added again during its run has no row, or one that has not started.
  #settle(job: StoredJob, next: Next): void {
    if (next === 'left' || !this.#store.jobs.get(job.id)?.started) return;
    if (next === 'done') this.#store.jobs.delete(job.id);
    else this.#store.jobs.put(next);
  }

  #count(kind: string): number {
    return [...this.#running.values()].filter(job => job.kind === kind).length;
  }
}

function toNextRun(job: StoredJob, outcome: NonNullable<JobOutcome<unknown>>): StoredJob {
  const runAt = new Date(outcome.nextRunAt).toISOString();
  return { ...job, runAt, started: false, attempts: 0, payload: outcome.payload };
}
