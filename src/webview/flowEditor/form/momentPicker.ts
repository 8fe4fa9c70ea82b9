import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FormNode, TextInput } from '../../../flow/form/formNode.ts';
import {
  localZone,
  type Moment,
  type MomentKind,
  readMoment,
  writeMoment,
  zoneWords,
} from '../../../flow/form/moments.ts';
import { closestTo, inputValueOf } from '../../common/element.ts';
import { fieldOf, type FormContext } from './formContext.ts';

const TYPES: Readonly<Record<MomentKind, string>> = {
  date: 'date',
  time: 'time',
  'date-time': 'datetime-local',
};
const TITLES: Readonly<Record<MomentKind, string>> = {
  date: 'Pick a date',
  time: 'Pick a time',
  'date-time': 'Pick a date and time',
};
/** True for an input with a picker of dates or times. */
export function isMoment(input: TextInput): input is MomentKind {
  return input === 'date' || input === 'time' || input === 'date-time';
}

/** Renders the browser's picker for the date or time beside a text, and the time zone of a time. */
export function momentPicker(
  part: FormNode,
  ctx: FormContext,
  kind: MomentKind,
  text: string,
): TemplateResult {
  const moment = readMoment(kind, text);
  const form = part.kind === 'text' ? part.moment : undefined;
  const hasZone = kind !== 'date' && (form?.hasZone ?? true);
  const write = (event: Event, changed: Partial<Moment>): void => {
    const select = closestTo(event, '.with-button')?.querySelector('select');
    const clock = changed.clock ?? moment?.clock;
    if (clock === undefined) return;
    const zone = changed.zone ?? (moment?.zone || select?.value) ?? '';
    const written = clock === '' ? '' : writeMoment(kind, { clock, zone }, form);
    ctx.edits.type(fieldOf(part, ctx), 'text', written);
  };
  return html`<input
      class="picker"
      type=${TYPES[kind]}
      step=${kind === 'date' ? nothing : 1}
      aria-label="${part.label}: pick"
      title=${TITLES[kind]}
      .value=${live(moment ? pickerValue(moment) : '')}
      @change=${(event: Event) => write(event, { clock: inputValueOf(event) })}
      @focusout=${() => void ctx.edits.leave(fieldOf(part, ctx))}
    />
    ${hasZone ? zoneView(part, moment, event => write(event, { zone: inputValueOf(event) })) : nothing}`;
}

/** Renders the time zone as a choice of UTC, the one of this computer, and the present one. */
function zoneView(
  part: FormNode,
  moment: Moment | undefined,
  choose: (event: Event) => void,
): TemplateResult {
  const own = localZone(momentDate(moment) ?? new Date());
  const present = moment?.zone ?? 'Z';
  const zones = [...new Set(['Z', own, present])];
  return html`<select
    class="zone"
    aria-label="Time zone of ${part.label}"
    title="Time zone"
    @change=${choose}
  >
    ${zones.map(
      zone =>
        html`<option value=${zone} ?selected=${zone === present}>
          ${zone === own && zone !== 'Z' ? `${zoneWords(zone)} (yours)` : zoneWords(zone)}
        </option>`,
    )}
  </select>`;
}

/** Returns a date and time in words, in the time zone of this computer; undefined if it is written in that zone. */
export function localWords(kind: MomentKind, text: string): string | undefined {
  const moment = readMoment(kind, text);
  const date = kind === 'date-time' && moment?.zone !== '' ? momentDate(moment) : undefined;
  if (!date || moment?.zone === localZone(date)) return undefined;
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

function momentDate(moment: Moment | undefined): Date | undefined {
  const time = moment ? Date.parse(`${moment.clock}${moment.zone}`) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** Returns the value of a picker, which omits zero seconds. */
function pickerValue({ clock }: Moment): string {
  return clock.replace(/(\d\d:\d\d):00$/, '$1');
}
