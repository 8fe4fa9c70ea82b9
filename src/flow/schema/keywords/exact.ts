import { LostNumber } from '../../../util/exactJson.ts';
import { isObject } from '../../../util/isObject.ts';
import { once } from '../../../util/once.ts';
import { canonicalJson } from '../equal.ts';
import type { KeywordReader } from '../keywordReader.ts';
import { show, showList } from '../problem.ts';

const TYPES: Readonly<
  Record<string, { readonly words: string; readonly holds: (value: unknown) => boolean }>
> = {
  string: { words: 'a string', holds: value => typeof value === 'string' },
  number: { words: 'a number', holds: value => typeof value === 'number' || value instanceof LostNumber },
  integer: { words: 'an integer', holds: value => Number.isInteger(value) || value instanceof LostNumber },
  boolean: { words: 'true or false', holds: value => typeof value === 'boolean' },
  null: { words: 'null', holds: value => value === null },
  array: { words: 'an array', holds: value => Array.isArray(value) },
  object: {
    words: 'an object',
    holds: isObject,
  },
};

/** Adds `type`, `enum` and `const`. */
export function addExactKeywords(reader: KeywordReader): void {
  addType(reader);
  const values = reader.list('enum');
  if (values) {
    // Scalars are looked up directly; objects and arrays by canonical JSON.
    const plain = new Set(values);
    const deep = new Set(values.filter(item => typeof item === 'object' && item !== null).map(canonicalJson));
    const words = once(() => showList(values));
    reader.checks.addExact(
      (value, run) =>
        plain.has(value) ||
        (typeof value === 'object' && value !== null && deep.has(run.canonical(value))) ||
        run.fail('enum', () => `must be ${words()}, not ${show(value)}`, { expected: values }),
    );
  }
  if (reader.has('const')) {
    const constant = reader.schema['const'];
    const words = once(() => showList([constant]));
    reader.checks.addExact(
      (value, run) =>
        run.equal(value, constant) ||
        run.fail('const', () => `must be ${words()}, not ${show(value)}`, { expected: constant }),
    );
  }
}

/** True for the name of a type of JSON Schema. */
export function isTypeName(name: unknown): name is string {
  return typeof name === 'string' && Object.hasOwn(TYPES, name);
}

function addType(reader: KeywordReader): void {
  if (!reader.has('type')) return;
  const named = reader.schema['type'];
  const names: readonly unknown[] = Array.isArray(named) ? named : [named];
  // Draft 3 has a name for all types.
  if (names.includes('any')) return;
  const types = names.flatMap(name => (isTypeName(name) ? (TYPES[name] ?? []) : []));
  if (types.length < names.length) {
    const wrong = names.find(name => !isTypeName(name));
    reader.leaveUnread('type', `the keyword type names ${show(wrong)}, which is no type`);
    return;
  }
  const words = types.map(type => type.words).join(' or ');
  const [only] = types;
  const holds =
    only && types.length === 1 ? only.holds : (value: unknown) => types.some(type => type.holds(value));
  reader.checks.type = (value, run) =>
    holds(value) || run.fail('type', () => `must be ${words}, not ${show(value)}`, { expected: named });
}
