import { type JsonNode, propertyOf, sourceOf } from '../document/jsonTree.ts';
import { isObject } from '../../util/isObject.ts';
import { listNodeOf } from './flowText.ts';
import { type InsertionPoint, type NewStep, stepNumber, type StepPath } from './flowEdit.ts';
import { hasBreak, lineIndent } from './layout.ts';
import { EditRefusal } from './editRefusal.ts';
import type { TextPlan } from './textPlan.ts';

/** A step that is being rearranged. */
export interface StepHandle {
  /** The origin of the step: an item of the text, a copied or pasted text, or a new value. */
  readonly source:
    | { readonly kind: 'item'; readonly node: JsonNode }
    | { readonly kind: 'text'; readonly text: string; readonly indent: string }
    | { readonly kind: 'new'; readonly value: NewStep };
  children: StepHandle[];
  /** True for a copy of a step of the same file. */
  readonly isCopy?: boolean;
}

/** The current steps of a flow. */
export interface StepTree {
  entries: StepHandle[];
}

/** Returns the text of a step as the source of a copy. */
export function copySource(text: string, node: JsonNode): StepHandle['source'] {
  const source = sourceOf(text, node);
  // On a line of many steps, finding its beginning for each of them would take long.
  return { kind: 'text', text: source, indent: hasBreak(source) ? lineIndent(text, node.offset) : '' };
}

export function stepTreeOf(plan: TextPlan): StepTree {
  const handles = (parent: number | undefined): StepHandle[] =>
    (listNodeOf(plan, parent)?.children ?? []).map((node, index) => ({
      source: { kind: 'item', node },
      children: parent === undefined && hasChildren(node) ? handles(index) : [],
    }));
  return { entries: handles(undefined) };
}

/** Returns the list that contains a target position. Throws Refusal if there is no such position. */
export function listAt(tree: StepTree, { parent, index }: InsertionPoint): StepHandle[] {
  const host = parent === undefined ? undefined : tree.entries[parent];
  const list = parent === undefined ? tree.entries : host && isStepItem(host) ? host.children : undefined;
  if (!list || index < 0 || index > list.length) {
    throw new EditRefusal('The step cannot be put there; the flow has changed.');
  }
  return list;
}

/** True if an item of a list is a step; a text can have any item there. */
export function isStepItem({ source }: StepHandle): boolean {
  return source.kind !== 'item' || source.node.type === 'object';
}

/** Returns the steps at some paths in text order, without children of chosen steps. Throws Refusal. */
export function resolveSteps(tree: StepTree, paths: readonly StepPath[]): readonly StepHandle[] {
  const chosenSteps = new Set(paths.map(path => handleAt(tree, path)));
  if (chosenSteps.size === 0) throw new EditRefusal('No step is chosen.');
  return tree.entries.flatMap(entry =>
    chosenSteps.has(entry) ? [entry] : entry.children.filter(child => chosenSteps.has(child)),
  );
}

/** Returns a function that returns the list that contains a step; a step that is in none belongs to the flow itself. */
export function homesOf(tree: StepTree): (step: StepHandle) => StepHandle[] {
  const homes = new Map(
    tree.entries.flatMap(({ children }) => children.map(child => [child, children] as const)),
  );
  return step => homes.get(step) ?? tree.entries;
}

/** Returns the paths of steps. */
export function pathsOf(tree: StepTree, steps: readonly StepHandle[]): readonly StepPath[] {
  const paths = new Map<StepHandle, StepPath>();
  for (const [entry, handle] of tree.entries.entries()) {
    paths.set(handle, [entry]);
    for (const [child, inner] of handle.children.entries()) paths.set(inner, [entry, child]);
  }
  return steps.map(step => paths.get(step) ?? [tree.entries.length]);
}

/** Throws Refusal for steps that have children, since children cannot be nested. */
export function refuseNesting(steps: readonly StepHandle[]): void {
  if (steps.some(step => step.children.length > 0 || hasOwnChildren(step))) {
    throw new EditRefusal(
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
  if (!found) throw new EditRefusal(`There is no step ${stepNumber(path)}; the flow has changed.`);
  return found;
}

/** True for an object with an `actionId`, the minimum for a step. */
export function isStep(value: unknown): value is NewStep {
  return isObject(value) && typeof value['actionId'] === 'string';
}
