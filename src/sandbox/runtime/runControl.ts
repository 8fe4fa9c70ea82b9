import type { ExecutionStep } from '../../contract/records/execution.ts';
import type { TemplateScope } from '../../flow/template.ts';
import type { StepFailure } from './step.ts';

/** A step at which a run can stop, with the values that its expressions read. */
export interface RunPlace {
  readonly deviceId: string | null;
  readonly index: number;
  readonly childIndex: number | null;
  readonly round: number | null;
  /** The number of rounds of the repeated step around it. */
  readonly rounds: number | null;
  readonly name: string;
  readonly method: string;
  /** True if the run continues after a failure of the step. */
  readonly isFailureCaught: boolean;
  /** True if the step has started before, and was interrupted. */
  readonly isStarted: boolean;
  readonly scope: TemplateScope;
}

/** The continuation of a run at a step; `run` runs a failed step again, and `fail` makes its failure final. */
export type RunDecision =
  | { readonly kind: 'run' | 'skip' | 'fail' }
  | { readonly kind: 'goto'; readonly index: number; readonly childIndex: number | null };

/** Hides the secrets of a run in values. */
export interface RunSecrets {
  /** Looks for secrets in a value; those found are hidden from now on. */
  learn(value: unknown): void;
  /** Returns a copy without secrets and within the limits of a trace. */
  hide<T>(value: T): T;
}

/** Decides how a run continues at each of its steps. */
export interface RunControl {
  /** Called before the first step. */
  attach(secrets: RunSecrets): void;
  /** Called when the run of a device starts and ends. */
  enterDevice(deviceId: string | null): void;
  leaveDevice(deviceId: string | null): void;
  /** Decides about a step that is about to start. Rejects with the signal's reason if the run is aborted. */
  before(place: RunPlace, signal: AbortSignal): Promise<RunDecision>;
  /** Decides about a step that failed, before the failure is final. */
  failed(place: RunPlace, failure: StepFailure, signal: AbortSignal): Promise<RunDecision>;
  /** Called with the result of each step. */
  ended(step: ExecutionStep): void;
  /** Called with each log line of a step. */
  logged(step: ExecutionStep, line: string): void;
  /** Returns a signal that interrupts a wait, after which `before` decides about the step again. */
  interruption(): AbortSignal;
  /** Returns what was done to the run since the last call, for its evidence. */
  takeNotes(): readonly string[];
  /** Returns true while the run uses a device, that is, while it runs there and is not stopped. */
  isUsing(deviceId: string): boolean;
  /** Called when the run is over, with any outcome. */
  close(): void;
}
