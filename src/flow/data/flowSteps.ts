import { memoize } from '../../util/once.ts';
import type { FlowCatalog } from '../catalog.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { propertyOf, valueOf } from '../document/jsonTree.ts';
import { inRunOrder } from '../document/runOrder.ts';
import { type StepModel, textOf } from '../document/stepModel.ts';
import { nameOfStep } from '../document/stepName.ts';
import { completeKeys, isStepKey } from '../stepKeys.ts';

/** The fields of a step that decide about the data that it offers to others. */
export interface StepFacts {
  /** Its key in the file; undefined if it has none, or an invalid one. */
  readonly key: string | undefined;
  readonly actionId: string | undefined;
  readonly nameOverride: string | undefined;
  /** The list whose items its children run with, unless the action has it. */
  readonly items: unknown;
}

/** A step of a flow in execution order. */
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
export const topLevelSteps = memoize(({ entries }: FlowDocument): readonly FlowStep[] =>
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

/** Returns the steps of a flow in execution order, children after their parent. */
export const allSteps = memoize((document: FlowDocument): readonly FlowStep[] =>
  topLevelSteps(document).flatMap(step => [step, ...step.children]),
);

/** The steps of a flow by the keys in the file; of several with the same key, the first. */
const writtenKeys = memoize(
  (document: FlowDocument): ReadonlyMap<string, FlowStep> =>
    new Map(
      allSteps(document)
        .toReversed()
        .flatMap(step => (step.facts.key === undefined ? [] : [[step.facts.key, step] as const])),
    ),
);

/** Returns the step with a key in the file. */
export function stepWithKey(document: FlowDocument, key: string): FlowStep | undefined {
  return writtenKeys(document).get(key);
}

/** The keys of the steps of a flow: those in the file, and for the others those that the service derives from their names. */
interface StepKeys {
  readonly keys: ReadonlyMap<FlowStep, string>;
  readonly byKey: ReadonlyMap<string, FlowStep>;
}

// Computed once for a text, since each of its expressions asks for a key.
const stepKeys = memoize((document: FlowDocument) =>
  memoize((catalog: FlowCatalog): StepKeys => {
    const steps = allSteps(document);
    const named = steps.map(({ facts: { key, nameOverride, actionId } }) => ({
      key,
      name: nameOfStep(nameOverride, actionId, catalog),
    }));
    const keys = completeKeys(named);
    const pairs = steps.map((step, at) => [step, keys[at] ?? ''] as const);
    return { keys: new Map(pairs), byKey: new Map(pairs.map(([step, key]) => [key, step])) };
  }),
);

/** Returns the keys of the steps of a flow with the names in a catalog. */
export function keysOfSteps(document: FlowDocument, catalog: FlowCatalog): StepKeys {
  return stepKeys(document)(catalog);
}

function factsOf(step: StepModel): StepFacts {
  const items = propertyOf(step.params, 'items');
  const key = textOf(step.key);
  return {
    key: key !== undefined && isStepKey(key) ? key : undefined,
    actionId: textOf(step.actionId),
    nameOverride: textOf(propertyOf(step.node, 'nameOverride')),
    items: items && valueOf(items),
  };
}
