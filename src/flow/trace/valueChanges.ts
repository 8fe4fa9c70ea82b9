import { pathText } from '../pathText.ts';
import { quoted } from '../explain/explanation.ts';
import { equalJson } from '../schema/equal.ts';
import { isObject } from '../../util/isObject.ts';
import { isUuid } from '../../util/isUuid.ts';

type Path = readonly (string | number)[];

/** The maximum number of changes of one value. */
const MAX_CHANGES = 10;
const MAX_DEPTH = 12;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
/** An ID with a prefix, such as `file_73e3f1d30ed34a92afe9`; it is random if it has 16 hexadecimal digits or more. */
const PREFIXED_ID = /^([a-z]+)_[\da-f]{16,}$/;
/** Names of members whose values are measured, and so differ in every run. */
const MEASURED = /(?:Ms|At)$|^(?:ms|duration|took)$/;

/** A place at which two JSON values differ; a side that does not have it is undefined. */
export interface ValueChange {
  readonly path: Path;
  readonly left: unknown;
  readonly right: unknown;
}

/**
 * Describes how two JSON values differ, such as `“city” is "Rome" in the first run and "Paris" in the second.` IDs, times,
 * and measured durations are ignored, because they differ in every run.
 */
export function describeChanges(left: unknown, right: unknown): readonly string[] {
  return valueChanges(left, right, MAX_CHANGES).map(({ path, left: one, right: other }) => {
    const name = path.length === 0 ? '' : `${quoted(pathText(path))} `;
    return `${name}is ${shown(one)} in the first run and ${shown(other)} in the second.`;
  });
}

/** Returns the places at which two JSON values differ, with the same exceptions. */
export function valueChanges(left: unknown, right: unknown, most: number): readonly ValueChange[] {
  const found: ValueChange[] = [];
  const compare = (one: unknown, other: unknown, path: Path): void => {
    if (found.length >= most || isSame(one, other, path)) return;
    if (path.length < MAX_DEPTH && isObject(one) && isObject(other)) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
        compare(ownMember(one, name), ownMember(other, name), [...path, name]);
    } else if (path.length < MAX_DEPTH && Array.isArray(one) && Array.isArray(other)) {
      const longest = Math.max(one.length, other.length);
      for (let index = 0; index < longest && found.length < most; index++)
        compare(one[index], other[index], [...path, index]);
    } else found.push({ path, left: one, right: other });
  };
  compare(left, right, []);
  return found;
}

function isSame(left: unknown, right: unknown, path: Path): boolean {
  const name = path.at(-1);
  if (typeof name === 'string' && MEASURED.test(name) && typeof left === typeof right) return true;
  if (typeof left === 'string' && typeof right === 'string')
    return (
      left === right ||
      [left, right].every(text => isUuid(text)) ||
      (PREFIXED_ID.exec(left)?.[1] ?? left) === (PREFIXED_ID.exec(right)?.[1] ?? right) ||
      [left, right].every(text => TIMESTAMP.test(text))
    );
  return !(isObject(left) && isObject(right)) && !Array.isArray(left) && equalJson(left, right);
}

function ownMember(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : quoted(typeof value === 'string' ? value : JSON.stringify(value));
}
