import type { ExecutionStep } from '../../contract/records/execution.ts';
import { StepFailure } from '../runtime/step.ts';

/** A step failure prefixed with the position of the step, as shown in the execution. */
export class RunFailure extends Error {
  readonly failure: StepFailure;

  constructor(position: string, failure: StepFailure) {
    super(`${position}: ${failure.message}`);
    this.failure = failure;
  }
}

/** Thrown to continue with another step: one of the same list, or of the list around it. */
export class RunJump extends Error {
  /** The index of the step whose children contain the step; null for a top-level step. */
  readonly parent: number | null;
  readonly index: number;

  constructor(parent: number | null, index: number) {
    super('The run continues with another step.');
    this.parent = parent;
    this.index = index;
  }
}

/** Thrown by a step that was interrupted and can run again. */
export class StepInterrupted extends Error {}

/** Returns the failure of a step for an error that it threw. */
export function toStepFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  return new StepFailure('transient', 'The sandbox failed at this step; its log says why.');
}

/** Returns the number and the name of a step for messages. */
export function stepForMessages({ index, childIndex, name }: ExecutionStep): string {
  const number = childIndex == null ? `${(index ?? 0) + 1}` : `${(index ?? 0) + 1}.${childIndex + 1}`;
  return `Step ${number} “${name}”`;
}
