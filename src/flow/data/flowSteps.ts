import { isObject, listOf, memberOf } from '../../util/isObject.ts';
import { memoize } from '../../util/once.ts';
import { childIndex, type EntryModel, textOf, type StepModel } from '../document/entryModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { propertyOf, valueOf } from '../document/jsonTree.ts';
import { listIndex } from '../document/pathAt.ts';
import { inRunOrder } from '../document/runOrder.ts';

/** The fields of a step that decide about the data that it offers to others. */
export interface StepFacts {
  readonly actionId: string | undefined;
  readonly nameOverride: string | undefined;
  /** The list whose items its children run with, unless the action has it. */
  readonly items: unknown;
  /** The index in the list of the file, from 0. */
  readonly at: number;
  readonly position: unknown;
  readonly children: readonly StepFacts[];
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

const flows = new WeakMap<readonly EntryModel[], readonly EntryStep[]>();

/** Returns the top-level steps of a flow in execution order. */
export function flowSteps(document: FlowDocument): readonly FlowStep[] {
  const { entries, edited } = document;
  const known = flows.get(entries);
  if (known) return known;
  const before = edited && flows.get(edited.before);
  const steps = (before && replaceEdited(before, document)) ?? allSteps(document);
  flows.set(entries, steps);
  return steps;
}

function allSteps(document: FlowDocument): readonly EntryStep[] {
  const placed = document.entries.map((entry, place) => ({ entry, place }));
  return inRunOrder(placed, ({ entry }) => entry.position).map(
    ({ entry, place }, index) => new EntryStep(entry, index, listIndex(document, place)),
  );
}

/** Returns the steps after a change within one entry; undefined if that changes their order. */
function replaceEdited(
  steps: readonly EntryStep[],
  { entries, edited }: FlowDocument,
): readonly EntryStep[] | undefined {
  const [before, entry] = edited ? [edited.before[edited.index], entries[edited.index]] : [];
  if (!before || !entry || before.position !== entry.position) return undefined;
  // Steps nearly always run in the order of the file.
  const index =
    steps[edited?.index ?? -1]?.entry === before
      ? (edited?.index ?? -1)
      : steps.findIndex(one => one.entry === before);
  const step = steps[index];
  return step && steps.with(index, new EntryStep(entry, index, step.path[0]));
}

/** A top-level step, which is read only on demand: most steps offer no data that another one reads. */
class EntryStep implements FlowStep {
  readonly entry: EntryModel;
  readonly index: number;
  readonly child = undefined;
  readonly path: readonly [number];
  readonly number: string;
  #children: readonly FlowStep[] | undefined;

  constructor(entry: EntryModel, index: number, at: number) {
    this.entry = entry;
    this.index = index;
    this.path = [at];
    this.number = String(at + 1);
  }

  get facts(): StepFacts {
    return factsOf(this.entry);
  }

  get children(): readonly FlowStep[] {
    const { index, number } = this;
    const [outer] = this.path;
    return (this.#children ??= inRunOrder(this.facts.children, ({ position }) => position).map(
      (inner, child): FlowStep => {
        const path = [outer, inner.at] as const;
        return { facts: inner, index, child, path, number: `${number}.${inner.at + 1}`, children: [] };
      },
    ));
  }
}

/** Returns the facts of an entry. */
export const factsOf = memoize((entry: EntryModel): StepFacts => {
  const { plain } = entry;
  return plain ? plainFacts(plain, 0) : modelFacts(entry.step, 0);
});

function plainFacts(step: unknown, at: number): StepFacts {
  const children = listOf(memberOf(step, 'children'));
  return {
    actionId: asText(memberOf(step, 'actionId')),
    nameOverride: asText(memberOf(step, 'nameOverride')),
    items: memberOf(memberOf(memberOf(step, 'overrides'), 'params'), 'items'),
    at,
    position: memberOf(step, 'position'),
    children: children.flatMap((child, index) => (isObject(child) ? [plainFacts(child, index)] : [])),
  };
}

function modelFacts(step: StepModel, at: number): StepFacts {
  const items = propertyOf(step.params, 'items');
  return {
    actionId: textOf(step.actionId),
    nameOverride: textOf(propertyOf(step.node, 'nameOverride')),
    items: items && valueOf(items),
    at,
    position: step.position?.value,
    children: step.children.map(child => modelFacts(child, childIndex(child))),
  };
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
