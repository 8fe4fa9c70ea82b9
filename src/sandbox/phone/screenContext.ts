import type { LayoutFault } from '../../contract/sandbox/fault.ts';

/** A message in the phone's Messages app. */
export interface PhoneMessage {
  readonly id: string;
  readonly from: string;
  readonly subject?: string;
  readonly text: string;
  /** The one-time passcode found in the message. */
  readonly otp?: string;
  readonly receivedAt: Date;
}

/** The language of a new phone. */
export const DEFAULT_LOCALE = 'en-GB';

/** The external data on the screen, supplied for each gesture and rendering. */
export interface ScreenContext {
  readonly now: Date;
  /** The IANA time zone of the phone, such as `Europe/Lisbon`. */
  readonly timeZone: string;
  /** The language of the phone, such as `de-DE`; `DEFAULT_LOCALE` by default. */
  readonly locale?: string;
  /** The position in decimal degrees; south and west are negative (spec 4.8). */
  readonly position: { readonly latitude: number; readonly longitude: number };
  readonly deviceName: string;
  /** The battery level, 0 to 100. */
  readonly batteryPercent: number;
  /** The messages in any order. */
  readonly messages: readonly PhoneMessage[];
  /** The other layout of the apps; the usual one by default. */
  readonly layout?: LayoutFault;
  /** The part of the loading of the app in front that is over, 0 to 1; undefined if it does not load. */
  readonly loaded?: number;
}

/** Returns external data that was read from JSON, where dates are text. */
export function readContext(stored: ScreenContext): ScreenContext {
  return {
    ...stored,
    now: new Date(stored.now),
    messages: stored.messages.map(message => ({ ...message, receivedAt: new Date(message.receivedAt) })),
  };
}

/** Returns the messages, latest first. */
export function latestMessages(context: ScreenContext): readonly PhoneMessage[] {
  return context.messages.toSorted(
    (first, second) => second.receivedAt.getTime() - first.receivedAt.getTime(),
  );
}

/** Formats the time as on the phone's clock. */
export function clockText(moment: Date, context: ScreenContext): string {
  return format(moment, context, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** Formats weekday, day and month, such as `Friday 14 March`. */
export function dayText(moment: Date, context: ScreenContext): string {
  return format(moment, context, { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '');
}

/** Formats the time if it is today, otherwise day and month. */
export function momentText(moment: Date, context: ScreenContext): string {
  const isToday = dateText(moment, context) === dateText(context.now, context);
  return isToday ? clockText(moment, context) : format(moment, context, { day: 'numeric', month: 'short' });
}

function dateText(moment: Date, context: ScreenContext): string {
  return format(moment, context, { dateStyle: 'short' });
}

// Creating a format takes much longer than formatting. There are few languages, time zones, and kinds of times.
const formats = new Map<string, Intl.DateTimeFormat>();

function format(
  moment: Date,
  { timeZone, locale = DEFAULT_LOCALE }: ScreenContext,
  options: Intl.DateTimeFormatOptions,
): string {
  const all = { ...options, timeZone };
  const key = JSON.stringify([locale, all]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, all);
  formats.set(key, known);
  return known.format(moment);
}

/** Formats a position, such as `38.72230° N, 9.13930° W`. */
export function phonePositionText({ latitude, longitude }: ScreenContext['position']): string {
  const north = `${Math.abs(latitude).toFixed(5)}° ${latitude < 0 ? 'S' : 'N'}`;
  return `${north}, ${Math.abs(longitude).toFixed(5)}° ${longitude < 0 ? 'W' : 'E'}`;
}
