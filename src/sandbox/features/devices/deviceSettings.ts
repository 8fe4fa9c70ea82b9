import { applyEffect } from '../../phone/applyEffect.ts';
import { DEFAULT_LOCALE } from '../../phone/screenContext.ts';
import { timeZoneOf } from '../../records/phone.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { invalidValue } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import { isTimeZone } from '../../runtime/wallTime.ts';
import { putState } from './gestures.ts';
import { reach, type DisplayTarget, targetOf } from './reach.ts';

/** Handlers for the language, the time zone, and the clipboard of a device (wire facts 9). */
export const deviceSettingHandlers = {
  getLanguage: ({ params, headers, service }) => {
    const { phone } = reach(service.store, targetOf(params, headers), 'language');
    return { locale: phone.state.locale ?? DEFAULT_LOCALE };
  },
  setLanguage: ({ params, headers, body, service }): undefined => {
    setLanguage(service, targetOf(params, headers), body.locale, body.restart);
  },
  getTimezone: ({ params, headers, service }) => {
    const { device, phone } = reach(service.store, targetOf(params, headers), 'time');
    return { timezone: timeZoneOf(device, phone) };
  },
  setTimezone: ({ params, headers, body, service }): undefined => {
    setTimeZone(service, targetOf(params, headers), body.timezone);
  },
  getClipboard: ({ params, headers, service }) => ({
    text: readClipboard(service, targetOf(params, headers)),
  }),
  setClipboard: ({ params, headers, body, service }): undefined => {
    setClipboard(service, targetOf(params, headers), body.text);
  },
} as const satisfies Handlers;

/**
 * Sets the language, which applies at once; with `restart`, all apps are closed. Returns the language in its canonical
 * form.
 */
export function setLanguage(
  service: Service,
  target: DisplayTarget,
  locale: string,
  restart = false,
): string {
  const reached = reach(service.store, target, 'language');
  const [canonical = locale] = Intl.getCanonicalLocales(locale);
  const { state } = reached.phone;
  const before = restart ? applyEffect({ ...state, kiosk: null }, { kind: 'closeAllApps' }) : state;
  putState(service, reached, { ...before, locale: canonical });
  return canonical;
}

/** Sets the time zone. Throws a 422 Refusal for one that does not exist. */
export function setTimeZone(service: Service, target: DisplayTarget, timeZone: string): void {
  const reached = reach(service.store, target, 'time');
  requireTimeZone(timeZone, 'body.timezone');
  putState(service, reached, { ...reached.phone.state, timeZone });
}

/** Throws a 422 Refusal for a time zone that does not exist; `field` is the one that names it. */
export function requireTimeZone(timeZone: string, field: string): void {
  if (!isTimeZone(timeZone))
    throw invalidValue(field, 'there is no such time zone', timeZone, 'invalid_timezone', 422);
}

/** Returns the text of the clipboard. */
export function readClipboard(service: Service, target: DisplayTarget): string {
  return reach(service.store, target, 'clipboard').phone.state.clipboard;
}

/** Sets the text of the clipboard. */
export function setClipboard(service: Service, target: DisplayTarget, text: string): void {
  const reached = reach(service.store, target, 'clipboard');
  putState(service, reached, { ...reached.phone.state, clipboard: text });
}
