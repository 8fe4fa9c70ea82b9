/** The kinds of dates and times that can be picked. */
export type MomentKind = 'date' | 'time' | 'date-time';

/** A date, a time, or both, as a text of RFC 3339. */
export interface Moment {
  /** The text without its time zone. */
  readonly clock: string;
  /** `Z`, an offset such as `+02:00`, or an empty text. */
  readonly zone: string;
}

/** The parts of a time that are written. */
export interface MomentForm {
  readonly hasSeconds: boolean;
  readonly hasZone: boolean;
}

const WHOLE: MomentForm = { hasSeconds: true, hasZone: true };

const DATE = String.raw`\d{4}-\d\d-\d\d`;
const TIME = String.raw`\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?`;
const ZONE = String.raw`(Z|[+-]\d\d:\d\d)?`;
const TEXTS: Readonly<Record<MomentKind, RegExp>> = {
  date: new RegExp(`^(${DATE})$`),
  time: new RegExp(`^(${TIME})${ZONE}$`, 'i'),
  'date-time': new RegExp(`^(${DATE}T${TIME})${ZONE}$`, 'i'),
};

/** Reads a text that a picker can show; undefined for any other. */
export function readMoment(kind: MomentKind, text: string): Moment | undefined {
  const [, clock, zone = ''] = TEXTS[kind].exec(text) ?? [];
  return clock === undefined ? undefined : { clock: clock.toUpperCase(), zone: zone.toUpperCase() };
}

/** Writes a picked date or time with as much as its form has. */
export function writeMoment(
  kind: MomentKind,
  { clock, zone }: Moment,
  { hasSeconds, hasZone }: MomentForm = WHOLE,
): string {
  if (kind === 'date') return clock;
  const [minutes = ''] = /^.*?\d\d:\d\d/.exec(clock) ?? [];
  const full = /\d\d:\d\d:\d\d/.test(clock) ? clock : `${clock}:00`;
  return (hasSeconds ? full : minutes) + (hasZone ? zone : '');
}

/** Returns the form that a condition on texts accepts. */
export function momentForm(kind: MomentKind, isAllowed: (text: string) => boolean): MomentForm {
  const sample = { clock: kind === 'time' ? '09:30' : '2026-03-14T09:30', zone: 'Z' };
  const forms = [true, false].flatMap(hasZone => [true, false].map(hasSeconds => ({ hasSeconds, hasZone })));
  return forms.find(form => isAllowed(writeMoment(kind, sample, form))) ?? WHOLE;
}

/** Returns the offset of this computer at a moment, such as `+02:00`; `Z` for UTC. */
export function localZone(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  if (minutes === 0) return 'Z';
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** Returns a zone in words, such as “UTC+2”. */
export function zoneWords(zone: string): string {
  if (zone === '') return 'No time zone';
  if (zone === 'Z') return 'UTC';
  return `UTC${zone.replace(/^([+-])0/, '$1').replace(/:00$/, '')}`;
}
