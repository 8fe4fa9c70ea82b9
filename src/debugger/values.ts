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
  readonly #values = new Map<number, ValueNode>();
  #next = 1;

  /** Returns a reference to a group of values. */
  addGroup(members: readonly ShownValue[]): number {
    return this.#add({ kind: 'group', members });
  }

  /** Returns a value as VS Code shows it; its members get a reference. */
  show({ name, value, expression, canSet, threadId, note }: ShownValue): Variable {
    const isList = Array.isArray(value);
    const members = isList ? value.length : isObject(value) ? Object.keys(value).length : 0;
    const text = previewOf(value);
    return {
      name: plainText(name, LIMITS.text),
      value: note === undefined ? text : `${note} · ${text}`,
      type: typeOf(value),
      ...(expression === undefined ? {} : { evaluateName: expression }),
      variablesReference:
        members === 0 ? 0 : this.#add({ kind: 'value', value, expression, canSet, threadId }),
      ...(members === 0 ? {} : isList ? { indexedVariables: members } : { namedVariables: members }),
      ...(canSet ? {} : { presentationHint: { attributes: ['readOnly'] } }),
    };
  }

  /** Returns members of the value or group with a number; nothing for one of an earlier stop. */
  members(reference: number, page: ValuePage = {}): readonly ShownValue[] {
    const node = this.#values.get(reference);
    return node ? membersOf(node, page) : [];
  }

  /** Returns the member with a name; undefined if there is none. */
  member(reference: number, name: string): ShownValue | undefined {
    return this.members(reference, { count: Number.POSITIVE_INFINITY }).find(
      member => plainText(member.name, LIMITS.text) === name,
    );
  }

  /** Returns the first members of a value that an expression reads. */
  membersOf({ value, expression, canSet, threadId }: ShownValue): readonly ShownValue[] {
    return membersOf({ kind: 'value', value, expression, canSet, threadId }, {});
  }

  /** Forgets all values, because threads go on. */
  clear(): void {
    this.#values.clear();
  }

  #add(node: ValueNode): number {
    const reference = this.#next++;
    this.#values.set(reference, node);
    return reference;
  }
}

type ValueNode =
  | { readonly kind: 'group'; readonly members: readonly ShownValue[] }
  | {
      readonly kind: 'value';
      readonly value: unknown;
      readonly expression: string | undefined;
      readonly canSet: boolean;
      readonly threadId: number;
    };

function membersOf(node: ValueNode, { start = 0, count = 0, filter }: ValuePage): readonly ShownValue[] {
  const most = count > 0 ? count : LIMITS.members;
  if (node.kind === 'group') return node.members.slice(start, start + most);
  const { value, expression, canSet, threadId } = node;
  const isList = Array.isArray(value);
  if (filter !== undefined && filter !== (isList ? 'indexed' : 'named')) return [];
  const inside = (segment: string | number): string | undefined =>
    expression === undefined ? undefined : `${expression}${innerSource([segment])}`;
  const members = isList
    ? value.slice(start, start + most).map((member: unknown, index): ShownValue => {
        const at = start + index;
        return { name: String(at), value: member, expression: inside(at), canSet, threadId };
      })
    : Object.entries(isObject(value) ? value : {})
        .slice(start, start + most)
        .map(([name, member]): ShownValue => {
          return { name, value: member, expression: inside(name), canSet, threadId };
        });
  const total = isList ? value.length : Object.keys(isObject(value) ? value : {}).length;
  const left = count > 0 ? 0 : total - start - members.length;
  if (left <= 0) return members;
  return [...members, { name: '…', value: `${left} more`, expression: undefined, canSet: false, threadId }];
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
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
