import type { ExecutionStep } from '../../contract/records/execution.ts';
import { isObject } from '../../util/isObject.ts';
import type { StepRun } from '../runtime/step.ts';

/** The values of a started step in template expressions. */
export interface StepScope {
  status: string;
  output: unknown;
  children: StepScope[];
}

/** The results of the steps of a run, for the expressions and the methods of later steps. */
export class RunMemory {
  readonly #succeeded: { readonly method: string; readonly scope: StepScope }[] = [];
  #steps: StepScope[] = [];

  /** The results on the current device; `{{steps}}` in expressions. */
  get steps(): readonly StepScope[] {
    return this.#steps;
  }

  /** The steps that succeeded on any device, oldest first. */
  get earlier(): StepRun['earlier'] {
    return this.#succeeded.map(({ method, scope: { output } }) => ({
      method,
      output: isObject(output) ? output : {},
    }));
  }

  /** Forgets the results of the last device. */
  startDevice(): void {
    this.#steps = [];
  }

  /** Forgets the results of the steps inside a step, because its next round begins. */
  startRound(index: number): void {
    this.#parent(index).children = [];
  }

  /** Adds or replaces the result of a step. */
  remember({ index, childIndex, status, output }: ExecutionStep): void {
    const recorded = { status: status ?? '', output: output ?? {} };
    const parent = this.#parent(index);
    if (childIndex == null) Object.assign(parent, recorded);
    else parent.children[childIndex] = { ...recorded, children: [] };
  }

  /** Adds a remembered step to those that succeeded. */
  succeed({ index, childIndex, method }: ExecutionStep): void {
    const parent = this.#parent(index);
    const scope = childIndex == null ? parent : parent.children[childIndex];
    if (scope) this.#succeeded.push({ method: method ?? '', scope });
  }

  #parent(index: number | null | undefined): StepScope {
    return (this.#steps[index ?? 0] ??= { status: '', output: {}, children: [] });
  }
}
