import { type JsonNode, propertyOf } from '../document/jsonTree.ts';
import { isObject } from '../../util/isObject.ts';
import { listNodeOf, stepText } from './flowText.ts';
import type { NewStep, StepPath, StepSpot } from './gesture.ts';
import { Refusal } from './refusal.ts';
import type { TextPlan } from './textPlan.ts';

/** A step on its way from one arrangement to another. */
export interface StepHandle {
  /** What it stands for: an item of the text, a copy of a text, or a new value. */
  readonly source:
    | { readonly kind: 'item'; readonly node: JsonNode }
    | { readonly kind: 'text'; readonly text: string; readonly indent: string }
    | { readonly kind: 'new'; readonly value: NewStep };
  children: StepHandle[];
  /** What it is a copy of. */
  readonly copyOf?: StepHandle;
  /** The steps that it was pasted with, by what its expressions call them. */
  readonly pasted?: ReadonlyMap<string, StepHandle>;
}

/** All steps of a flow as they stand. */
export interface StepTree {
  entries: StepHandle[];
}

/** The steps of a text. */
export function stepTreeOf(plan: TextPlan): StepTree {
  const handles = (parent: number | undefined): StepHandle[] =>
    (listNodeOf(plan, parent)?.children ?? []).map((node, index) => ({
      source: { kind: 'item', node },
      children: parent === undefined && hasChildren(node) ? handles(index) : [],
    }));
  return { entries: handles(undefined) };
}

/** The list of steps that a spot lies in, and whether the spot is there. Throws Refusal. */
export function listAt(tree: StepTree, { parent, index }: StepSpot): StepHandle[] {
  const host = parent === undefined ? undefined : tree.entries[parent];
  const list = parent === undefined ? tree.entries : host && canHold(host) ? host.children : undefined;
  if (!list || index < 0 || index > list.length) {
    throw new Refusal('The step cannot be put there; the flow has changed.');
  }
  return list;
}

/** Whether an item of the entries is a step, so that others can go into it. */
export function canHold({ source }: StepHandle): boolean {
  return source.kind !== 'item' || source.node.type === 'object';
}

/** The steps at some paths in the order of the flow; those that go with their parent are left out. Throws Refusal. */
export function chosen(tree: StepTree, paths: readonly StepPath[]): readonly StepHandle[] {
  const wanted = new Set(paths.map(path => handleAt(tree, path)));
  if (wanted.size === 0) throw new Refusal('No step is chosen.');
  return tree.entries.flatMap(entry =>
    wanted.has(entry) ? [entry] : entry.children.filter(child => wanted.has(child)),
  );
}

/** The list that a step stands in. */
export function homeOf(tree: StepTree, step: StepHandle): StepHandle[] {
  return tree.entries.find(entry => entry.children.includes(step))?.children ?? tree.entries;
}

/** Where a step stands. */
export function pathOf(tree: StepTree, step: StepHandle): StepPath {
  for (const [entry, handle] of tree.entries.entries()) {
    if (handle === step) return [entry];
    const child = handle.children.indexOf(step);
    if (child !== -1) return [entry, child];
  }
  return [tree.entries.length];
}

/** Refuses steps that have children of their own where only children may stand. */
export function refuseNesting(steps: readonly StepHandle[]): void {
  if (steps.some(step => step.children.length > 0 || hasOwnChildren(step))) {
    throw new Refusal(
      'A step with nested steps cannot be moved into another one: steps can be nested one level only.',
    );
  }
}

function hasOwnChildren({ source }: StepHandle): boolean {
  if (source.kind === 'new')
    return Array.isArray(source.value['children']) && source.value['children'].length > 0;
  return false;
}

function hasChildren(node: JsonNode): boolean {
  return propertyOf(node, 'children')?.type === 'array';
}

function handleAt(tree: StepTree, path: StepPath): StepHandle {
  const [entry, child] = path;
  const found = child === undefined ? tree.entries[entry] : tree.entries[entry]?.children[child];
  if (!found) throw new Refusal(`There is no step ${stepText(path)}; the flow has changed.`);
  return found;
}

/** Whether a value has the form of a step, as far as it can be put in. */
export function isStep(value: unknown): value is NewStep {
  return isObject(value) && typeof value['actionId'] === 'string';
}
