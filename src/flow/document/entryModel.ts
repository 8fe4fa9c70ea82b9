import type { FlowDiagnostic } from './diagnostic.ts';
import { type JsonNode, parseJson, propertyOf, valueOf } from './jsonTree.ts';

/** A step of a flow with its parts: an entry or one of its children. Places count from the start of the entry. */
export interface StepModel {
  readonly node: JsonNode;
  readonly actionId: JsonNode | undefined;
  readonly position: JsonNode | undefined;
  readonly overrides: JsonNode | undefined;
  readonly params: JsonNode | undefined;
  readonly children: readonly StepModel[];
}

/** An entry of a flow taken apart on its own, so that it stays what it is when the text around it changes. */
export interface EntryModel {
  readonly text: string;
  readonly step: StepModel;
  readonly syntax: readonly FlowDiagnostic[];
}

/** Takes the text of an entry apart. Undefined when it holds no object. */
export function parseEntry(text: string): EntryModel | undefined {
  const { root, problems } = parseJson(text);
  return root?.type === 'object' ? { text, step: stepOf(root), syntax: problems } : undefined;
}

/** Every step of an entry: itself, its children and what wrongly stands below them. */
export function* stepsOf(step: StepModel): Generator<StepModel> {
  yield step;
  for (const child of step.children) yield* stepsOf(child);
}

/** The text that a node holds, if it is one. */
export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.type === 'string' ? (node.value as string) : undefined;
}

/** The object that a node holds, if it is one. */
export function objectOf(node: JsonNode | undefined): Readonly<Record<string, unknown>> | undefined {
  return node?.type === 'object' ? (valueOf(node) as Readonly<Record<string, unknown>>) : undefined;
}

function stepOf(node: JsonNode): StepModel {
  const overrides = propertyOf(node, 'overrides');
  const children = propertyOf(node, 'children');
  return {
    node,
    actionId: propertyOf(node, 'actionId'),
    position: propertyOf(node, 'position'),
    overrides,
    params: propertyOf(overrides, 'params'),
    children:
      children?.type === 'array'
        ? (children.children ?? []).filter(one => one.type === 'object').map(stepOf)
        : [],
  };
}
