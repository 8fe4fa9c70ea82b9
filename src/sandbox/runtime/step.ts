import type { FLOW_FAILURE_CODES } from '../../contract/enumerations.ts';
import type { TraceStep } from '../../contract/sandbox/traces.ts';
import type { RunFile } from '../store/stored.ts';
import { PhoneFailure } from './phoneDriver.ts';
import { Refusal } from './refusal.ts';
import type { Service } from './service.ts';

/** The reason for a failed step; becomes the flow's `lastFailureCode` (wire facts 3). */
export type FailureCode = (typeof FLOW_FAILURE_CODES)[number];

/** Thrown by a failed step; the message is one sentence for users. */
export class StepFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.name = 'StepFailure';
    this.code = code;
  }
}

/** The output of a step, for later steps and for the execution record. */
export type StepOutput = Readonly<Record<string, unknown>>;

/** A fact about a running step, recorded as evidence. */
export type StepNote =
  | { readonly kind: 'target'; readonly target: NonNullable<TraceStep['target']> }
  | { readonly kind: 'request'; readonly request: NonNullable<TraceStep['requests']>[number] }
  | { readonly kind: 'log'; readonly line: string };

/** The run that a step belongs to. */
export interface RunContext {
  readonly executionId: string;
  readonly flowId: string;
  /** True if the run may send requests only to this computer. */
  readonly isConfined: boolean;
  /** The time from which mail counts, in sandbox time, in milliseconds since 1970. */
  readonly mailSince: number;
  /** The steps of this run that have succeeded so far, oldest first. */
  readonly earlier: readonly { readonly method: string; readonly output: StepOutput }[];
  /** Returns the files of this run, oldest first. */
  readonly files: () => readonly RunFile[];
  /** Stores a file with the run and returns its ID. */
  readonly saveFile: (filename: string, mimeType: string, bytes: Uint8Array) => string;
  /** Records a fact about the current step as evidence; secrets in it are hidden. */
  readonly note: (note: StepNote) => void;
}

/**
 * A step that is about to run. Its parameters contain no expressions, include those of the action that it does not
 * override, and match the schema of the action.
 */
export interface StepCall<Params = unknown> {
  readonly params: Params;
  /** The device of the step; undefined if the flow has none. */
  readonly deviceId: string | undefined;
  readonly run: RunContext;
  readonly service: Service;
  /** Shows partial output while the step is running. */
  readonly show: (output: StepOutput) => void;
  /** Aborted when the run is aborted or the sandbox stops. */
  readonly signal: AbortSignal;
}

/** The implementation of one method of the action catalog. */
export interface StepKind {
  /** True if a step interrupted by a crash may run again: true for reads and waits, false for side effects. */
  readonly isRepeatable: boolean;
  /** Runs the step. Throws StepFailure if it fails. */
  readonly run: (call: StepCall) => Promise<StepOutput>;
}

/** The failure codes of steps by refusal code; all others become `client_error`. */
const CODES: Readonly<Record<string, FailureCode>> = {
  device_not_found: 'device_not_found',
  device_state: 'transient',
  device_timeout: 'transient',
  device_unauthorized: 'permission_denied',
  ime_not_active: 'logic',
};

/** Returns the failure of a step for the refusal of what it wanted to do. */
export function stepFailureOf({ code, message }: Refusal): StepFailure {
  return new StepFailure(CODES[code] ?? 'client_error', message);
}

/**
 * Creates the implementation of a step; the action's schema must accept only values of the type `Params`. Refusals and
 * failures of phones become step failures with the same message.
 */
export function defineStep<Params>(
  isRepeatable: boolean,
  run: (call: StepCall<Params>) => StepOutput | Promise<StepOutput>,
): StepKind {
  return {
    isRepeatable,
    run: async call => {
      try {
        return await run(call as StepCall<Params>);
      } catch (error) {
        const refusal = error instanceof PhoneFailure ? error.toRefusal() : error;
        if (!(refusal instanceof Refusal)) throw error;
        throw stepFailureOf(refusal);
      }
    },
  };
}

/** The implementations of the action catalog's methods, by method. */
export type StepKinds = Readonly<Record<string, StepKind>>;
