import { memoize } from '../../util/once.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { propertyOf, valueOf } from '../document/jsonTree.ts';
import { inRunOrder } from '../document/runOrder.ts';
import { type StepModel, textOf } from '../document/stepModel.ts';

/** The fields of a step that decide about the data that it offers to others. */
export interface StepFacts {
  readonly actionId: string | undefined;
  readonly nameOverride: string | undefined;
  /** The list whose items its children run with, unless the action has it. */
  readonly items: unknown;
}

/** A step of a flow by the index that expressions use. */
export interface FlowStep {
  readonly facts: StepFacts;
  /** The index of the step or of its parent in execution order, and for a child its index among the children. */
  readonly index: number;
  readonly child: number | undefined;
  /** The indexes in the lists of the file, from 0: one for a step, two for a child. */
  readonly path: readonly [entry: number] | readonly [entry: number, child: number];
  /** The number in the list of steps: `4`, or `4.2` for a child. */
  readonly number: string;
  /** Its children in execution order. */
  readonly children: readonly FlowStep[];
}

/** Returns the top-level steps of a flow in execution order. */
export const flowSteps = memoize(({ entries }: FlowDocument): readonly FlowStep[] =>
  sorted(entries).map((step, index) => {
    const number = String(step.at + 1);
    return {
      facts: factsOf(step),
      index,
      child: undefined,
      path: [step.at],
      number,
      children: sorted(step.children).map((inner, child) => ({
        facts: factsOf(inner),
        index,
        child,
        path: [step.at, inner.at],
        number: `${number}.${inner.at + 1}`,
        children: [],
      })),
    };
  }),
);

function sorted(steps: readonly StepModel[]): readonly StepModel[] {
  return inRunOrder(steps, ({ position }) => position?.value);
}

function factsOf(step: StepModel): StepFacts {
  const items = propertyOf(step.params, 'items');
  return {
    actionId: textOf(step.actionId),
    nameOverride: textOf(propertyOf(step.node, 'nameOverride')),
    items: items && valueOf(items),
  };
}
