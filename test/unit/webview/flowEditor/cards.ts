import type { StepPath } from '../../../../src/flow/edit/flowEdit.ts';
import type { StepCard } from '../../../../src/protocol/flowEditor.ts';

/** Steps as lines of a list, by their places alone. */
export function cardsAt(...steps: readonly StepPath[]): readonly StepCard[] {
  return cardsWithStepsAt([], ...steps);
}

/** Steps as lines of a list, some of which take steps without having any. */
export function cardsWithStepsAt(
  holding: readonly number[],
  ...steps: readonly StepPath[]
): readonly StepCard[] {
  const parents = new Set([...holding, ...steps.flatMap(step => (step.length === 2 ? [step[0]] : []))]);
  return steps.map(step => ({
    step,
    name: `Step ${step.join('.')}`,
    action: 'Tap',
    icon: 'device-mobile',
    service: 'Devices',
    facts: [],
    continueOnError: false,
    known: true,
    errors: 0,
    warnings: 0,
    canContainSteps: step.length === 1 && parents.has(step[0]),
    run: undefined,
    isUncovered: undefined,
    breakpoint: undefined,
    isStopped: undefined,
  }));
}
