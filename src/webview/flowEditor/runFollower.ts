import type { StepPath } from '../../flow/edit/flowEdit.ts';
import type { StepCard } from '../../protocol/flowEditor.ts';

/** Keeps the step that runs in view until the user scrolls or selects during the run. */
export class RunFollower {
  #last = '';
  #isLive = false;
  #hasLeft = false;

  /** Notes that the user has scrolled or selected. */
  leave(): void {
    this.#hasLeft = this.#isLive;
  }

  /** Returns the row to scroll to, if another step runs now. */
  next(steps: readonly StepCard[], list: ParentNode): Element | undefined {
    this.#isLive = steps.some(({ run }) => isLive(run));
    if (!this.#isLive) this.#hasLeft = false;
    const step = shownStep(steps);
    const key = step?.join('.') ?? '';
    if (!step || key === this.#last || this.#hasLeft) {
      this.#last = key;
      return undefined;
    }
    this.#last = key;
    const rowOf = (row: string): Element | null => list.querySelector(`[data-step="${row}"]`);
    // A collapsed step stands for those inside.
    return rowOf(key) ?? rowOf(String(step[0])) ?? undefined;
  }
}

/** Returns the step before which debugging is paused, or else the innermost one that runs. */
function shownStep(steps: readonly StepCard[]): StepPath | undefined {
  return (
    steps.find(({ isStopped }) => isStopped)?.step ??
    steps.findLast(({ run }) => run?.state === 'running')?.step
  );
}

function isLive(run: StepCard['run']): boolean {
  return run?.state === 'waiting' || run?.state === 'running' || run?.state === 'paused';
}

/** Returns true if a row is completely in view in the list that scrolls it, but for fractions of a pixel. */
export function isInView(row: Element): boolean {
  const list = row.parentElement?.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  return list !== undefined && top > list.top - 1 && bottom < list.bottom + 1;
}
