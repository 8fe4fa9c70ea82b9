import type { Service } from './service.ts';

/** One run of a job. */
export interface Job<Payload> {
  readonly id: string;
  readonly payload: Payload;
  /** The number of the attempt, starting at 1. It is 1 again when a run has scheduled the next run. */
  readonly attempt: number;
  /** True if a failure of this attempt is final. */
  readonly isLastAttempt: boolean;
  /** True if the sandbox stopped during an earlier attempt. */
  readonly interrupted: boolean;
  /** Aborted when the job is canceled or the sandbox stops. */
  readonly signal: AbortSignal;
}

/**
 * The result of a run: undefined if the job is done; otherwise, the time of the next run, in milliseconds since 1970,
 * and its payload.
 */
export type JobOutcome<Payload> = undefined | { readonly nextRunAt: number; readonly payload: Payload };

/** A kind of durable background job, declared as a constant and listed in a `Feature`. */
export interface JobKind<Payload> {
  /** The name stored in data files, which must never change. */
  readonly name: string;
  /** The maximum number of concurrent jobs of this kind. */
  readonly concurrency: number;
  /** Runs the job. May run again after a crash, so it must first check what is already done. */
  run(job: Job<Payload>, service: Service): JobOutcome<Payload> | Promise<JobOutcome<Payload>>;
}
