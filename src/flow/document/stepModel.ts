import { isObject, type JsonObject } from '../../util/isObject.ts';
import { type JsonNode, propertyOf, valueOf } from './jsonTree.ts';

/** A step of a flow file: an entry, or one of its children. */
export interface StepModel {
  readonly node: JsonNode;
  /** The index in the list of the file, which can also have items that are no steps. */
  readonly at: number;
  readonly actionId: JsonNode | undefined;
  readonly key: JsonNode | undefined;
  readonly position: JsonNode | undefined;
  readonly overrides: JsonNode | undefined;
  readonly params: JsonNode | undefined;
  readonly children: readonly StepModel[];
}

/** Returns the steps in a list; other items are left out. */
export function stepsIn(list: JsonNode | undefined): readonly StepModel[] {
  if (list?.type !== 'array') return [];
  return (list.children ?? []).flatMap((node, at) => (node.type === 'object' ? [stepOf(node, at)] : []));
}

function stepOf(node: JsonNode, at: number): StepModel {
  const overrides = propertyOf(node, 'overrides');
  return {
    node,
    at,
    actionId: propertyOf(node, 'actionId'),
    key: propertyOf(node, 'key'),
    position: propertyOf(node, 'position'),
    overrides,
    params: propertyOf(overrides, 'params'),
    children: stepsIn(propertyOf(node, 'children')),
  };
}

/** Yields a step and all steps below it, including ones that are nested too deep to be valid. */
export function* stepsOf(step: StepModel): Generator<StepModel> {
  yield step;
  for (const child of step.children) yield* stepsOf(child);
}

/** Returns the value of a string node; undefined for any other node. */
export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.type === 'string' ? String(node.value) : undefined;
}

/** Returns the value of an object node; undefined for any other node. */
export function objectOf(node: JsonNode | undefined): JsonObject | undefined {
  const value = node?.type === 'object' ? valueOf(node) : undefined;
  return isObject(value) ? value : undefined;
}
