import { isObject } from '../../util/isObject.ts';
import { CodeHider } from '../../util/passcodes/hideCodes.ts';

/** Returns the one-time passcodes that steps of a run have read, from outputs such as `{code: '482913'}`. */
export function passcodesIn(steps: readonly { readonly output: unknown }[]): readonly string[] {
  const codes = steps.flatMap(({ output }) =>
    isObject(output) ? PASSCODE_MEMBERS.flatMap(name => passcodeIn(output, name)) : [],
  );
  return [...new Set(codes)];
}

/** The members of outputs that have a passcode. */
export const PASSCODE_MEMBERS = ['code', 'passcode', 'otp'] as const;
/** Matches 4 to 14 letters and digits, possibly grouped. */
export const PASSCODE = /^[\p{L}\p{Nd}](?:[\p{Zs}\p{Pd}]?[\p{L}\p{Nd}]){3,13}$/u;

/** Returns a text with dots in place of passcodes. */
export function hidePasscodes(text: string, passcodes: readonly string[]): string {
  return new CodeHider(passcodes).hide(text);
}

// A code of letters alone can be the code of an error, but not in the output of a step that read a message.
function passcodeIn(output: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = output[name];
  if (typeof value !== 'string' || !PASSCODE.test(value)) return [];
  const isNumbered = /\p{Nd}/u.test(value);
  return isNumbered || name !== 'code' || typeof output['messageId'] === 'string' ? [value] : [];
}
