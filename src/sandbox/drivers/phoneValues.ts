import { Limits } from '../../contract/limits.ts';
import { isDeviceFileName } from '../../util/devicePath.ts';
import { plainText } from '../../util/plainText.ts';
import type { TimedPoint } from '../phone/geometry.ts';
import { type Display, nameDisplays } from '../phone/state.ts';
import { isTimeZone } from '../runtime/wallTime.ts';
import { PhoneFailure } from '../runtime/phoneDriver.ts';

/** The longest wait for a phone that restarts, and the pause between two looks at it, in milliseconds. */
export const REBOOT_MS = 300_000;
export const BOOT_POLL_MS = 1000;
/** The time of a press that every app takes as a long one, in milliseconds. */
const LONG_PRESS_MS = 700;
/** The maximum length of the name of a phone. */
const MAX_NAME = 60;

/** Returns the name of a phone, or of the service that it belongs to, as short plain text; empty if there is none. */
export function phoneName(given: string | null | undefined): string {
  return plainText(given ?? '', MAX_NAME).trim();
}

/** Returns the failure of a call for a display that a phone does not have; `phone` begins the sentence. */
export function noDisplay(phone: string, displayId: number, displays: readonly Display[]): PhoneFailure {
  const message = `${phone} has no display ${displayId}, but the ${nameDisplays(displays)}.`;
  return new PhoneFailure('unsupported', message, { reason: 'noDisplay', displays });
}

/** Returns the path of a long press at the start of a path, for its time; undefined for a path without points. */
export function heldPath(path: readonly TimedPoint[]): readonly TimedPoint[] | undefined {
  const [start] = path;
  const ms = Math.max(path.at(-1)?.ms ?? 0, LONG_PRESS_MS);
  return start && [start, { ...start, ms }];
}

/** Returns an absolute path on a phone without a slash at its end; undefined for another one. */
export function readPhonePath(given: string): string | undefined {
  const [root, ...names] = given.replace(/\/+$/, '').split('/');
  const isAbsolute = given.startsWith('/') && root === '' && names.every(isDeviceFileName);
  return isAbsolute && given.length <= Limits.devicePath ? `/${names.join('/')}` : undefined;
}

/** Returns a path like `readPhonePath`. Throws the PhoneFailure `refused` for another one. */
export function requirePhonePath(given: string): string {
  const path = readPhonePath(given);
  if (path !== undefined) return path;
  const message = 'The path is not an absolute path on the phone. Use one such as /sdcard/Download/file.txt.';
  throw new PhoneFailure('refused', message);
}

/** Returns the canonical tag of a language. Throws the PhoneFailure `refused` for a text that is none. */
export function requirePhoneLocale(tag: string): string {
  try {
    const [locale = tag] = Intl.getCanonicalLocales(tag);
    return locale;
  } catch {
    throw new PhoneFailure('refused', 'This is not the tag of a language, such as de-DE.');
  }
}

/** Returns a time zone. Throws the PhoneFailure `refused` for one that does not exist. */
export function requirePhoneTimeZone(timeZone: string): string {
  if (isTimeZone(timeZone)) return timeZone;
  throw new PhoneFailure('refused', 'There is no such time zone. Use one such as Europe/Lisbon.');
}
