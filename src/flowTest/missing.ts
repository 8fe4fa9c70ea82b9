import { equalJson } from '../flow/schema/equal.ts';
import { HIDDEN } from '../util/hidden.ts';
import { isSecretName } from '../util/secretNames.ts';
import { isObject } from '../util/isObject.ts';

/**
 * Describes the first part of an expected JSON value that an actual value lacks, in one sentence; undefined if it
 * contains all of it. Additional fields are permitted; lists must have the expected length. Values whose names suggest
 * that they are secret are not shown.
 */
export function describeMissing(expected: unknown, actual: unknown, path = 'output'): string | undefined {
  if (isObject(expected)) {
    if (!isObject(actual)) return `${path} is ${abbreviateJson(actual)}, not an object.`;
    for (const [name, value] of Object.entries(expected)) {
      if (!Object.hasOwn(actual, name)) return `${path}.${name} is missing.`;
      const found = describeMissing(value, actual[name], `${path}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${path} is ${abbreviateJson(actual)}, not a list.`;
    if (actual.length !== expected.length)
      return `${path} has ${actual.length} items, not ${expected.length}.`;
    for (const [index, value] of expected.entries()) {
      const found = describeMissing(value, actual[index], `${path}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (equalJson(expected, actual)) return undefined;
  return isSecretName(path.split('.').at(-1) ?? '')
    ? `${path} is ${HIDDEN}, not the expected value.`
    : `${path} is ${abbreviateJson(actual)}, not ${abbreviateJson(expected)}.`;
}

const LONGEST = 1000;

function abbreviateJson(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
