import { equalJson } from '../flow/schema/equal.ts';
import { isObject } from '../util/isObject.ts';

/**
 * Describes the first part of an expected JSON value that an actual value lacks, in one sentence; undefined if it
 * contains all of it. Additional fields are permitted; lists must have the expected length.
 */
export function missing(wanted: unknown, actual: unknown, path = 'output'): string | undefined {
  if (isObject(wanted)) {
    if (!isObject(actual)) return `${path} is ${short(actual)}, not an object.`;
    for (const [name, value] of Object.entries(wanted)) {
      if (!Object.hasOwn(actual, name)) return `${path}.${name} is missing.`;
      const found = missing(value, actual[name], `${path}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (Array.isArray(wanted)) {
    if (!Array.isArray(actual)) return `${path} is ${short(actual)}, not a list.`;
    if (actual.length !== wanted.length) return `${path} has ${actual.length} items, not ${wanted.length}.`;
    for (const [index, value] of wanted.entries()) {
      const found = missing(value, actual[index] as unknown, `${path}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return equalJson(wanted, actual) ? undefined : `${path} is ${short(actual)}, not ${short(wanted)}.`;
}

const LONGEST = 1000;

function short(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
