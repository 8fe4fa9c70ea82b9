import type { Handlers } from '../../runtime/handler.ts';
import { invalidValue } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import { isTimeZone } from '../../runtime/wallTime.ts';
import { type DisplayTarget, targetOf } from './reach.ts';
import { reachPhone } from './reachPhone.ts';

/** Handlers for the language, the time zone, and the clipboard of a device (wire facts 9). */
export const deviceSettingHandlers = {
  getLanguage: async ({ params, headers, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal, 'language');
    return { locale: await driver.language.read({ signal }) };
  },
  setLanguage: async ({ params, headers, body, service, signal }) => {
    await setLanguage(service, targetOf(params, headers), body, signal);
  },
  getTimezone: async ({ params, headers, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal, 'time');
    return { timezone: await driver.timeZone.read({ signal }) };
  },
  setTimezone: ({ params, headers, body, service, signal }) =>
    setTimeZone(service, targetOf(params, headers), body.timezone, signal),
  getClipboard: async ({ params, headers, service, signal }) => ({
    text: await readClipboard(service, targetOf(params, headers), signal),
  }),
  setClipboard: ({ params, headers, body, service, signal }) =>
    setClipboard(service, targetOf(params, headers), body.text, signal),
} as const satisfies Handlers;

/**
 * Sets the language, which applies at once; with `restart`, all apps are closed. Returns the language in its canonical
 * form.
 */
export async function setLanguage(
  service: Service,
  target: DisplayTarget,
  { locale, restart }: { readonly locale: string; readonly restart?: boolean | undefined },
  signal: AbortSignal,
): Promise<string> {
  const { driver } = await reachPhone(service, target, signal, 'language');
  const [tag = locale] = Intl.getCanonicalLocales(locale);
  await driver.language.write({ tag, restart }, { signal });
  return tag;
}

/** Sets the time zone. Throws a 422 Refusal for one that does not exist. */
export async function setTimeZone(
  service: Service,
  target: DisplayTarget,
  timeZone: string,
  signal: AbortSignal,
): Promise<void> {
  const { driver } = await reachPhone(service, target, signal, 'time');
  requireTimeZone(timeZone, 'body.timezone');
  await driver.timeZone.write(timeZone, { signal });
}

/** Throws a 422 Refusal for a time zone that does not exist; `field` is the one that names it. */
export function requireTimeZone(timeZone: string, field: string): void {
  if (!isTimeZone(timeZone))
    throw invalidValue(field, 'there is no such time zone', timeZone, 'invalid_timezone', 422);
}

/** Returns the text of the clipboard. */
export async function readClipboard(
  service: Service,
  target: DisplayTarget,
  signal: AbortSignal,
): Promise<string> {
  const { driver } = await reachPhone(service, target, signal, 'clipboard');
  return driver.clipboard.read({ signal });
}

/** Sets the text of the clipboard. */
export async function setClipboard(
  service: Service,
  target: DisplayTarget,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const { driver } = await reachPhone(service, target, signal, 'clipboard');
  await driver.clipboard.write(text, { signal });
}
