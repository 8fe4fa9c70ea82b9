import type { ExecutionStep } from '../../contract/records/execution.ts';
import type { Store } from '../store/store.ts';
import type { StoredExecution } from '../store/stored.ts';

/** A step of a run that has not ended yet, as it is stored. */
export interface StoredStep {
  /** The execution's id and the step's number in it. */
  readonly id: string;
  readonly executionId: string;
  readonly step: ExecutionStep;
}

/** Where a step stands in a run. */
export type StepPlace = Required<Pick<ExecutionStep, 'index' | 'childIndex' | 'round' | 'deviceId'>>;

/** The steps of one execution while it runs, stored one by one, so that long runs stay cheap. */
export class StepLog {
  readonly #store: Store;
  readonly #executionId: string;
  readonly #rows = new Map<string, StoredStep>();

  constructor(store: Store, executionId: string) {
    this.#store = store;
    this.#executionId = executionId;
    for (const row of store.runSteps.all({ executionId })) this.#rows.set(keyOf(row.step), row);
  }

  /** The step at a place, if it began before. */
  at(place: StepPlace): ExecutionStep | undefined {
    return this.#rows.get(keyOf(place))?.step;
  }

  /** Steps that began and did not end, outermost first. */
  open(): readonly ExecutionStep[] {
    return [...this.#rows.values()].map(row => row.step).filter(step => step.status === 'running');
  }

  /** Stores a step in place of what is known of it. */
  put(step: ExecutionStep & StepPlace): void {
    const key = keyOf(step);
    const id = this.#rows.get(key)?.id ?? `${this.#executionId}:${this.#rows.size}`;
    this.#rows.set(key, this.#store.runSteps.put({ id, executionId: this.#executionId, step }));
  }
}

/** The steps of an execution that began so far, whether it still runs or not. */
export function stepsOf(store: Store, execution: StoredExecution): unknown {
  const rows = store.runSteps.all({ executionId: execution.id });
  return rows.length > 0
    ? rows.map(row => row.step)
    : (execution.result as { steps?: unknown } | null)?.steps;
}

function keyOf({ deviceId, index, round, childIndex }: ExecutionStep): string {
  return [deviceId, index, round, childIndex].join('/');
}
