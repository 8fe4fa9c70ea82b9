import { SUSPECT_NUMBER } from '../../util/exactJson.ts';
import { isObject } from '../../util/isObject.ts';
import { COLON } from '../../util/jsonText.ts';
import type { FlowDiagnostic } from './diagnostic.ts';
import { type JsonNode, parseJson, propertyOf, valueOf } from './jsonTree.ts';

/** A parsed step: an entry or one of its children. Offsets count from the start of the entry. */
export interface StepModel {
  readonly node: JsonNode;
  readonly actionId: JsonNode | undefined;
  readonly position: JsonNode | undefined;
  readonly overrides: JsonNode | undefined;
  readonly params: JsonNode | undefined;
  readonly children: readonly StepModel[];
}

/** A JSON object as a plain value, without offsets. */
export type PlainObject = Readonly<Record<string, unknown>>;

interface EntryTree {
  readonly step: StepModel;
  readonly syntax: readonly FlowDiagnostic[];
  readonly isReadable: boolean;
}

// Matches the colon after each name, and each number that parsing may change. One pattern for both, since each pass
// over the text takes time.
const NAME_OR_NUMBER = new RegExp(String.raw`"\s*:(?:\s*${SUSPECT_NUMBER})?|[,[]\s*${SUSPECT_NUMBER}`, 'g');
const MAX_PLAIN_DEPTH = 200;

/**
 * An entry of a flow, independent of the text around it. Its text begins with `{`. It is parsed only on demand, which a
 * correct entry rarely needs.
 */
export class EntryModel {
  readonly text: string;
  readonly #isOpen: boolean;
  #tree: EntryTree | undefined;
  #position: { readonly value: unknown } | undefined;

  /** Syntax problems of an open entry are reported with the envelope, so `syntax` is empty for one. */
  constructor(text: string, isOpen = false) {
    this.text = text;
    this.#isOpen = isOpen;
  }

  /** The value, parsed anew on each access; undefined if the text may have problems, which `syntax` reports. */
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

  /** True if the entry could be parsed; an entry that is nested too deep has a step without fields. */
  get isReadable(): boolean {
    return this.#parts.isReadable;
  }

  /** The plain value of the position; unspecified for a list or an object. */
  get position(): unknown {
    if (!this.#position && !this.plain) this.#position = { value: this.step.position?.value };
    return this.#position?.value;
  }

  get #parts(): EntryTree {
    return (this.#tree ??= parseEntry(this.text, this.#isOpen));
  }
}

/** Yields a step and all steps below it, including ones that are nested too deep to be valid. */
export function* stepsOf(step: StepModel): Generator<StepModel> {
  yield step;
  for (const child of step.children) yield* stepsOf(child);
}

/** Returns the index of a child in the list of its parent. */
export function childIndex({ node }: StepModel): number {
  return node.parent?.children?.indexOf(node) ?? 0;
}

/** Returns the value of a string node; undefined for any other node. */
export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.type === 'string' ? String(node.value) : undefined;
}

/** Returns the value of an object node; undefined for any other node. */
export function objectOf(node: JsonNode | undefined): PlainObject | undefined {
  const value = node?.type === 'object' ? valueOf(node) : undefined;
  return isObject(value) ? value : undefined;
}

/** Parses a JSON object; undefined if the text is not an object, has any flaw or is nested too deep. */
export function readPlain(text: string): PlainObject | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // A duplicate name is lost in parsing, so fewer names are left than the text has.
  let names = 0;
  for (NAME_OR_NUMBER.lastIndex = 0; NAME_OR_NUMBER.test(text); names++)
    if (text.charCodeAt(NAME_OR_NUMBER.lastIndex - 1) !== COLON) return undefined;
  return isObject(value) && countNames(value, 0) === names ? value : undefined;
}

/** Returns the number of names in a value; NaN if it is nested too deep. */
function countNames(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_PLAIN_DEPTH) return Number.NaN;
  let count = 0;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const item of items) count += countNames(item, depth + 1);
  return Array.isArray(value) ? count : count + items.length;
}

function parseEntry(text: string, isOpen: boolean): EntryTree {
  const { root, problems } = parseJson(text);
  // An entry that is nested too deep is represented by an empty object of its length.
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
        ? (children.children ?? []).filter(child => child.type === 'object').map(stepOf)
        : [],
  };
}
