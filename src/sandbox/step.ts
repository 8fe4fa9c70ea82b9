import type { FLOW_FAILURE_CODES } from '../contract/enumerations.ts';
import type { Service } from './service.ts';

/** Why a step failed; becomes the flow's `lastFailureCode` (wire facts 3). */
export type FailureCode = (typeof FLOW_FAILURE_CODES)[number];

/** Thrown by a step that failed; the message is one sentence for people. */
export class StepFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.name = 'StepFailure';
    this.code = code;
  }
}

/** What a step leaves for later steps and for the execution's record. */
export type StepOutput = Readonly<Record<string, unknown>>;

/** A file that a run of a flow kept, such as a picture. */
export interface RunFile {
  readonly id: string;
  readonly executionId: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly base64: string;
}

/** The run of a flow that a step is part of. */
export interface StepRun {
  readonly executionId: string;
  readonly flowId: string;
  /** Milliseconds since 1970, in sandbox time. */
  readonly startedAt: number;
  /** Steps of this run that succeeded before, oldest first. */
  readonly earlier: readonly { readonly method: string; readonly output: StepOutput }[];
  /** Files of this run, oldest first. */
  readonly files: () => readonly RunFile[];
  /** Keeps a file with the run and answers its id. */
  readonly keepFile: (filename: string, mimeType: string, bytes: Uint8Array) => string;
}

/** A step at its turn: parameters resolved, laid over the action's own, and checked against its schema. */
export interface StepCall {
  readonly params: Readonly<Record<string, unknown>>;
  /** The device that the step works on; absent when the flow has none. */
  readonly deviceId: string | undefined;
  readonly run: StepRun;
  readonly service: Service;
  /** Shows what is known of the output while the step still runs. */
  readonly show: (output: StepOutput) => void;
  /** Aborted when the run is aborted or the sandbox ends. */
  readonly signal: AbortSignal;
}

/** What carries out one method of the action catalogue. */
export interface StepKind {
  /** Whether a step that a crash cut off may simply run again: reads and waits, not what acts. */
  readonly repeatable: boolean;
  /** Carries it out. Throws StepFailure when the step failed. */
  readonly run: (call: StepCall) => Promise<StepOutput>;
}

/** A step that is carried out at once, without waiting for anything. */
export function atOnce(repeatable: boolean, carryOut: (call: StepCall) => StepOutput): StepKind {
  return { repeatable, run: call => new Promise(resolve => resolve(carryOut(call))) };
}

/** What carries out the methods of the action catalogue, by method. */
export type StepKinds = Readonly<Record<string, StepKind>>;
