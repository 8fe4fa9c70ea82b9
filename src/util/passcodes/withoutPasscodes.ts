import { readExact } from '../exactJson.ts';
import { isObject } from '../isObject.ts';
import { CodeHider } from './hideCodes.ts';
import { hideCodesIn } from './hideCodesIn.ts';
import { passcodesOf } from './passcode.ts';

/** The maximum depth of the search for messages. */
const MAX_DEPTH = 8;

/**
 * Replaces the passcodes of all messages in a record or text by dots, including messages in JSON text such as the body
 * of a delivery.
 */
export function withoutPasscodes<T>(value: T): T;
export function withoutPasscodes(value: unknown): unknown {
  const codes = new CodeHider(messagePasscodes(value));
  return codes.isEmpty ? value : hideCodesIn(value, codes);
}

/** Returns the passcodes of all messages in a record or text. */
export function messagePasscodes(value: unknown): readonly string[] {
  return findCodes(value, MAX_DEPTH);
}

function findCodes(value: unknown, levels: number): readonly string[] {
  if (levels === 0) return [];
  // Parsing takes long, and no JSON text begins as an expression does.
  if (typeof value === 'string')
    return /^\s*(?:\[|\{(?!\{))/.test(value) ? findCodes(readExact(value), levels - 1) : [];
  if (!isObject(value) && !Array.isArray(value)) return [];
  const codes = isObject(value) ? passcodesOf(value) : [];
  return [...codes, ...Object.values(value).flatMap(entry => findCodes(entry, levels - 1))];
}
