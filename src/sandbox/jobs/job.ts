import type { Service } from '../service.ts';

/** A piece of work at its turn. */
export interface Job<Payload> {
  readonly id: string;
  readonly payload: Payload;
  /** Counts from 1; starts again from 1 when a run asked for another one. */
  readonly attempt: number;
  /** Whether the sandbox ended while an earlier attempt ran. */
  readonly interrupted: boolean;
  /** Aborted when the job is cancelled or the sandbox ends. */
  readonly signal: AbortSignal;
}

/** What comes after a run: nothing, or another run at a moment (milliseconds since 1970). */
export type JobOutcome<Payload> = undefined | { readonly again: number; readonly payload: Payload };

/** A kind of work that must not be lost. Declared as a constant by a room and named in its Room. */
export interface JobKind<Payload> {
  /** Kept in data files, so it never changes. */
  readonly name: string;
  /** How many jobs of the kind may run side by side. */
  readonly atOnce: number;
  /** Does the work. May run again for the same job after a crash, so it begins by looking at what is done. */
  run(job: Job<Payload>, service: Service): Promise<JobOutcome<Payload>>;
}

/** A job as it is stored. */
export interface StoredJob {
  readonly id: string;
  readonly kind: string;
  /** ISO 8601. */
  readonly runAt: string;
  readonly started: boolean;
  readonly attempts: number;
  readonly payload: unknown;
}
