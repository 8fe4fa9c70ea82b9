import { HIDDEN } from '../../util/secretText.ts';
import { isObject } from '../../util/isObject.ts';
import { hideLikelyPasscodes } from '../../util/passcode.ts';

/** Returns the one-time passcodes that steps of a run have read, from outputs such as `{code: '482913'}`. */
export function passcodesIn(steps: readonly { readonly output: unknown }[]): readonly string[] {
  const codes = steps.flatMap(({ output }) => {
    const values = isObject(output) ? PASSCODE_MEMBERS.map(name => output[name]) : [];
    return values.filter(value => typeof value === 'string').filter(value => PASSCODE.test(value));
  });
  return [...new Set(codes)];
}

/** The members of outputs that have a passcode. */
export const PASSCODE_MEMBERS = ['code', 'passcode', 'otp'] as const;
/** Matches 4 to 12 digits and capitals, possibly grouped, with at least one digit. */
export const PASSCODE = /^(?=.*\d)[A-Z\d](?:[ -]?[A-Z\d]){3,11}$/;

/** The maximum number of passcodes that are searched for one by one. Real runs have a few. */
const MOST_SEARCHED = 200;

/** Returns a text with dots in place of passcodes; if there are very many, in place of everything that can be one. */
export function hidePasscodes(text: string, passcodes: readonly string[]): string {
  if (passcodes.length > MOST_SEARCHED) return hideLikelyPasscodes(text);
  return passcodes.reduce((shown, code) => shown.replaceAll(code, HIDDEN), text);
}
