import { valueOf } from '../flow/document/jsonTree.ts';
import type { StepPath } from '../flow/edit/gesture.ts';
import { type PlacedStep, sameStep } from './stepCards.ts';

/** Steps as a text that can be put into any flow; a child is left out where its parent goes along. */
export function stepsText(steps: readonly PlacedStep[], chosen: readonly StepPath[]): string {
  const wholes = chosen.filter(
    ([entry, child]) => child === undefined || !chosen.some(one => sameStep(one, [entry])),
  );
  const values = steps
    .filter(({ step }) => wholes.some(one => sameStep(one, step)))
    .map(({ model }) => valueOf(model.node));
  return `${JSON.stringify(values, undefined, 2)}\n`;
}
