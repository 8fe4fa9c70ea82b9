import { changeTexts } from './changeTexts.ts';
import { readExact } from './exactJson.ts';
import { isObject } from './isObject.ts';
import { hideLikelyPasscodes, hidePasscode, passcodeOf } from './passcode.ts';

/** The maximum depth of the search for messages. */
const DEEPEST = 8;
/** The maximum number of passcodes that are searched for one by one; each search reads the whole text. */
const MOST_SEARCHED = 50;

/**
 * Replaces the passcodes of all messages in a record or text by dots, including messages in JSON text such as the body
 * of a delivery. If there are very many, replaces everything that can be a passcode.
 */
export function withoutPasscodes<T>(value: T): T;
export function withoutPasscodes(value: unknown): unknown {
  const codes = [...new Set(findCodes(value, DEEPEST))];
  if (codes.length === 0) return value;
  return changeTexts(value, text =>
    codes.length > MOST_SEARCHED ? hideLikelyPasscodes(text) : codes.reduce(hidePasscode, text),
  );
}

/** Returns the passcodes of all messages in a record or text. */
export function messagePasscodes(value: unknown): readonly string[] {
  return findCodes(value, DEEPEST);
}

function findCodes(value: unknown, levels: number): readonly string[] {
  if (levels === 0) return [];
  // Parsing takes long, and no JSON text begins as an expression does.
  if (typeof value === 'string')
    return /^\s*(?:\[|\{(?!\{))/.test(value) ? findCodes(readExact(value), levels - 1) : [];
  if (!isObject(value) && !Array.isArray(value)) return [];
  const code = isObject(value) ? passcodeOf(value) : undefined;
  const inner = Object.values(value).flatMap(entry => findCodes(entry, levels - 1));
  return code === undefined ? inner : [code, ...inner];
}
