import { innerSource } from '../flow/data/expressionText.ts';
import { isObject } from '../util/isObject.ts';
import { plainText } from '../util/plainText.ts';
import type { Variable } from './protocol.ts';

/** A value that a person can look into, with the expression that reads it. */
export interface ShownValue {
  readonly name: string;
  readonly value: unknown;
  /** The expression without braces; undefined for a value that no expression reads. */
  readonly expression: string | undefined;
  readonly canSet: boolean;
  readonly threadId: number;
  /** A word before the value, such as the status of a step. */
  readonly note?: string | undefined;
}

/** A request for some of the members of a value. */
export interface ValuePage {
  readonly start?: number | undefined;
  readonly count?: number | undefined;
  readonly filter?: 'indexed' | 'named' | undefined;
}

const LIMITS = { text: 500, whole: 100_000, members: 1000 } as const;

/** The values that VS Code can look into while threads are stopped, each by a number. */
export class ValueReferences {
  /** Values that were shown, and groups of them. */
  readonly #values = new Map<number, ShownValue | readonly ShownValue[]>();
  #next = 1;

  /** Returns a reference to a group of values. */
  addGroup(members: readonly ShownValue[]): number {
    return this.#add(members);
  }

  /** Returns a value as VS Code shows it; its members get a reference. */
  show(shown: ShownValue): Variable {
    const { name, value, expression, canSet, note } = shown;
    const isList = Array.isArray(value);
    const members = isList ? value.length : isObject(value) ? Object.keys(value).length : 0;
    const text = previewOf(value);
    return {
      name: plainText(name, LIMITS.text),
      value: note === undefined ? text : `${note} · ${text}`,
      type: typeOf(value),
      ...(expression === undefined ? {} : { evaluateName: expression }),
      variablesReference: members === 0 ? 0 : this.#add(shown),
      ...(members === 0 ? {} : isList ? { indexedVariables: members } : { namedVariables: members }),
      ...(canSet ? {} : { presentationHint: { attributes: ['readOnly'] } }),
    };
  }

  /** Returns members of the value or group with a number; nothing for one of an earlier stop. */
  members(reference: number, page: ValuePage = {}): readonly ShownValue[] {
    const known = this.#values.get(reference);
    return known ? membersOf(known, page) : [];
  }

  /** Returns the member with a name; undefined if there is none. */
  member(reference: number, name: string): ShownValue | undefined {
    return this.members(reference, { count: Number.POSITIVE_INFINITY }).find(
      member => plainText(member.name, LIMITS.text) === name,
    );
  }

  /** Forgets all values, because threads go on. */
  clear(): void {
    this.#values.clear();
  }

  #add(known: ShownValue | readonly ShownValue[]): number {
    const reference = this.#next++;
    this.#values.set(reference, known);
    return reference;
  }
}

/** Returns the members of a value or a group; without a page, the first ones. */
export function membersOf(
  known: ShownValue | readonly ShownValue[],
  { start = 0, count = 0, filter }: ValuePage = {},
): readonly ShownValue[] {
  const most = count > 0 ? count : LIMITS.members;
  if (isGroup(known)) return known.slice(start, start + most);
  const { value, expression, canSet, threadId } = known;
  const isList = Array.isArray(value);
  if (filter !== undefined && filter !== (isList ? 'indexed' : 'named')) return [];
  const inside = (segment: string | number): string | undefined =>
    expression === undefined ? undefined : `${expression}${innerSource([segment])}`;
  const entries: readonly (readonly [string | number, unknown])[] = isList
    ? [...value.entries()]
    : Object.entries(isObject(value) ? value : {});
  const members = entries.slice(start, start + most).map(([segment, member]) => ({
    name: String(segment),
    value: member,
    expression: inside(segment),
    canSet,
    threadId,
  }));
  const left = count > 0 ? 0 : entries.length - start - members.length;
  if (left <= 0) return members;
  return [...members, { name: '…', value: `${left} more`, expression: undefined, canSet: false, threadId }];
}

function isGroup(known: ShownValue | readonly ShownValue[]): known is readonly ShownValue[] {
  return Array.isArray(known);
}

/** Returns a value on one line: a text in quotes, or JSON that is cut if it is long. */
export function previewOf(value: unknown): string {
  if (value === undefined) return 'no value';
  return plainText(JSON.stringify(value), LIMITS.text);
}

/** Returns a value in full, as it is copied: a text without quotes, and anything else as JSON. */
export function wholeText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  return text.slice(0, LIMITS.whole);
}

function typeOf(value: unknown): string {
  if (value === undefined || value === null) return 'empty';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

const EXPECTED: Readonly<Record<string, string>> = {
  number: 'Enter a number.',
  boolean: 'Enter true or false.',
  object: 'Enter a JSON object, such as {"city": "Paris"}.',
  list: 'Enter a JSON list, such as ["a", "b"].',
};

/**
 * Reads a text that a person entered in place of a value. A text stays one without quotes; other types are JSON. Throws
 * if the text is neither JSON nor a value of the same type.
 */
export function readValue(typed: string, before: unknown): unknown {
  const type = typeOf(before);
  const read = readJson(typed);
  if (type === 'text') return typeof read?.value === 'string' ? read.value : typed;
  if (read) return read.value;
  const expected = EXPECTED[type];
  if (expected !== undefined) throw new Error(expected);
  return typed;
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}
