import type { StepPath } from '../../../../src/flow/edit/flowEdit.ts';
import type { StepCard } from '../../../../src/protocol/flowEditor.ts';

/** Steps as lines of a list, by their places alone. */
export function cardsAt(...steps: readonly StepPath[]): readonly StepCard[] {
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
    canHold: step.length === 1,
    run: undefined,
  }));
}
