import { SUSPECT_NUMBER } from '../../util/exactJson.ts';
import { isObject } from '../../util/isObject.ts';
import { COLON } from '../../util/jsonCodes.ts';
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

/** An object of a file without its places. */
export type PlainObject = Readonly<Record<string, unknown>>;

interface EntryTree {
  readonly step: StepModel;
  readonly syntax: readonly FlowDiagnostic[];
  readonly isReadable: boolean;
}

// Where a name ends, and sometimes where a text begins with a colon; or a number that reading may change. One pattern
// for both, since each look through a text takes time.
const NAME_OR_NUMBER = new RegExp(String.raw`"\s*:(?:\s*${SUSPECT_NUMBER})?|[,[]\s*${SUSPECT_NUMBER}`, 'g');
const MAX_PLAIN_DEPTH = 200;

/**
 * An entry of a flow on its own, so that it stays what it is when the text around it changes. Its text begins with `{`;
 * it is taken apart when somebody asks for its parts, which for an entry that is right hardly anybody does.
 */
export class EntryModel {
  readonly text: string;
  readonly #isOpen: boolean;
  #tree: EntryTree | undefined;
  #position: { readonly value: unknown } | undefined;

  /** What is wrong with the form of an open entry is told elsewhere. */
  constructor(text: string, isOpen = false) {
    this.text = text;
    this.#isOpen = isOpen;
  }

  /** Its value, read anew each time; undefined where its form is not beyond doubt, which `syntax` then tells of. */
  get plain(): PlainObject | undefined {
    const value = readPlain(this.text);
    if (value) this.#position ??= { value: value['position'] };
    return value;
  }

  get step(): StepModel {
    return this.#parts.step;
  }

  get syntax(): readonly FlowDiagnostic[] {
    return this.#parts.syntax;
  }

  /** Whether it can be taken apart; one that is nested too deep has a step without fields. */
  get isReadable(): boolean {
    return this.#parts.isReadable;
  }

  /** The value of its position; undefined for a list or an object. */
  get position(): unknown {
    if (!this.#position && !this.plain) this.#position = { value: this.step.position?.value };
    return this.#position?.value;
  }

  get #parts(): EntryTree {
    return (this.#tree ??= parseEntry(this.text, this.#isOpen));
  }
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
export function objectOf(node: JsonNode | undefined): PlainObject | undefined {
  return node?.type === 'object' ? (valueOf(node) as PlainObject) : undefined;
}

/** The object that a JSON text holds; undefined where the text is no JSON without a flaw, or goes too deep. */
export function readPlain(text: string): PlainObject | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Of a name that is given twice only the last value is left.
  let names = 0;
  for (NAME_OR_NUMBER.lastIndex = 0; NAME_OR_NUMBER.test(text); names++)
    if (text.charCodeAt(NAME_OR_NUMBER.lastIndex - 1) !== COLON) return undefined;
  return isObject(value) && countNames(value, 0) === names ? value : undefined;
}

/** How many names the objects of a value have; none at all for a value that is too deep to count. */
function countNames(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_PLAIN_DEPTH) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countNames(item, depth + 1);
    return count;
  }
  const names = Object.keys(value);
  for (const name of names) count += countNames((value as PlainObject)[name], depth + 1);
  return count + names.length;
}

function parseEntry(text: string, isOpen: boolean): EntryTree {
  const { root, problems } = parseJson(text);
  // What is too deep to be read is there, but nothing is known of its inside.
  const node: JsonNode =
    root?.type === 'object' ? root : { type: 'object', offset: 0, length: text.length, children: [] };
  return { step: stepOf(node), syntax: isOpen ? [] : problems, isReadable: node === root };
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
