import type { ExecutionStep } from '../../contract/records/execution.ts';
import { isObject } from '../../util/isObject.ts';
import type { RunContext } from '../runtime/step.ts';
import type { PlannedStep } from './plan.ts';

/** The values of a started step in template expressions. */
export interface StepScope {
  status: string;
  /** The output of the step. */
  body: unknown;
}

/** The values of started steps by their keys; `{{steps}}` in expressions. */
export type StepScopes = Record<string, StepScope>;

/** The results of the steps of a run, for the expressions and the methods of later steps. */
export class RunMemory {
  readonly #plan: readonly PlannedStep[];
  readonly #succeeded: { readonly method: string; readonly scope: StepScope }[] = [];
  #steps: StepScopes = {};

  constructor(plan: readonly PlannedStep[]) {
    this.#plan = plan;
  }

  /** The results on the current device. */
  get steps(): StepScopes {
    return this.#steps;
  }

  /** The steps that succeeded on any device, oldest first. */
  get earlier(): RunContext['earlier'] {
    return this.#succeeded.map(({ method, scope: { body } }) => ({
      method,
      output: isObject(body) ? body : {},
    }));
  }

  /** Forgets the results of the last device. */
  startDevice(): void {
    this.#steps = {};
  }

  /** Forgets the results of the steps inside a step, because its next round begins. */
  startRound(index: number): void {
    for (const { key } of this.#plan[index]?.children ?? []) Reflect.deleteProperty(this.#steps, key);
  }

  /** Adds or replaces the result of a step. */
  remember(step: ExecutionStep): void {
    const key = this.#keyOf(step);
    if (key === undefined) return;
    const recorded = { status: step.status ?? '', body: step.output ?? {} };
    const known = this.#steps[key];
    // A child gets a new record for each round, since the steps that succeeded keep theirs.
    if (known && step.childIndex == null) Object.assign(known, recorded);
    else this.#steps[key] = recorded;
  }

  /** Adds a remembered step to those that succeeded. */
  succeed(step: ExecutionStep): void {
    const scope = this.#steps[this.#keyOf(step) ?? ''];
    if (scope) this.#succeeded.push({ method: step.method ?? '', scope });
  }

  #keyOf({ index, childIndex }: ExecutionStep): string | undefined {
    const outer = this.#plan[index ?? 0];
    return childIndex == null ? outer?.key : outer?.children[childIndex]?.key;
  }
}
