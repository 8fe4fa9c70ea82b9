import type { ExecutionStep } from '../../contract/records/execution.ts';
import type { Store } from '../store/store.ts';
import type { StoredExecution, StoredStep } from '../store/stored.ts';

/** The position of a step in a run. */
export type StepPosition = Required<Pick<ExecutionStep, 'index' | 'childIndex' | 'round' | 'deviceId'>>;

/** The steps of a running execution, stored individually so that long runs stay fast. */
export class StepLog {
  readonly #store: Store;
  readonly #executionId: string;
  readonly #rows = new Map<string, StoredStep>();
  #added: number;

  constructor(store: Store, executionId: string) {
    this.#store = store;
    this.#executionId = executionId;
    for (const row of store.runSteps.all({ executionId })) this.#rows.set(stepPositionKey(row.step), row);
    this.#added = this.#rows.size;
  }

  /** Returns the step at a position, if it has started. */
  at(position: StepPosition): ExecutionStep | undefined {
    return this.#rows.get(stepPositionKey(position))?.step;
  }

  /** Returns the ended children of a top-level step, in the order in which they ran. */
  inside({ deviceId, index, childIndex }: ExecutionStep): readonly ExecutionStep[] {
    if (childIndex != null) return [];
    const steps = [...this.#rows.values()].map(row => row.step);
    return steps.filter(
      step =>
        step.childIndex != null &&
        step.index === index &&
        step.deviceId === deviceId &&
        step.status !== 'running',
    );
  }

  /** Returns the steps that have started but not ended, parents first. */
  open(): readonly ExecutionStep[] {
    return [...this.#rows.values()].map(row => row.step).filter(step => step.status === 'running');
  }

  /** Removes steps, so that they can run again. */
  forget(isForgotten: (step: ExecutionStep) => boolean): void {
    for (const [key, { id, step }] of this.#rows) {
      if (!isForgotten(step)) continue;
      this.#rows.delete(key);
      this.#store.runSteps.delete(id);
    }
  }

  /** Adds or replaces a step. */
  put(step: ExecutionStep & StepPosition): void {
    const key = stepPositionKey(step);
    const id = this.#rows.get(key)?.id ?? `${this.#executionId}:${this.#added++}`;
    this.#rows.set(key, this.#store.runSteps.put({ id, executionId: this.#executionId, step }));
  }
}

/** Returns the started steps of an execution, running or not. */
export function startedStepsOf(store: Store, { id, result }: StoredExecution): readonly ExecutionStep[] {
  const rows = store.runSteps.all({ executionId: id });
  return rows.length > 0 ? rows.map(row => row.step) : result.steps;
}

/** Returns the position of a step as text. */
export function stepPositionKey({ deviceId, index, round, childIndex }: ExecutionStep): string {
  return [deviceId, index, round, childIndex].join('/');
}
