import type { Fault, FaultRule, LayoutChange, LayoutFault } from '../contract/sandbox/fault.ts';
import { isOfScreens } from '../contract/enumerations.ts';
import { durationText } from '../util/duration.ts';

/** Path pattern of a fault rule that matches every API call. */
export const EVERY_CALL = '/v1/**';

/** The differences of another layout, for people. */
export const LAYOUT_CHANGES: readonly {
  readonly change: LayoutChange;
  readonly label: string;
  readonly detail: string;
}[] = [
  { change: 'moved', label: 'Moved', detail: 'A notice moves everything below it' },
  { change: 'resized', label: 'Resized', detail: 'Everything is larger or smaller' },
  { change: 'regrouped', label: 'Regrouped', detail: 'Elements are in other groups' },
  { change: 'renamed', label: 'Renamed', detail: 'Elements have other resource IDs' },
  { change: 'withoutIds', label: 'Without IDs', detail: 'Elements have no resource IDs' },
  { change: 'translated', label: 'Translated', detail: 'Apps are in German or Portuguese' },
];

/** The languages of translated apps. */
export const LAYOUT_LANGUAGES = { de: 'German', pt: 'Portuguese' } as const;

/** Returns the path of a device's location; `*` matches every device. */
export function locationOf(deviceId: string): string {
  return `/v1/devices/${deviceId}/location`;
}

/** Describes a rule: its effect, the calls it matches and the number of uses left. */
export function ruleText(rule: FaultRule & { readonly used?: number }): string {
  const left = rule.times === undefined ? '' : `${rule.times - (rule.used ?? 0)} more`;
  return [faultText(rule.fault), callsText(rule), left].filter(Boolean).join(' · ');
}

/** Describes the effect of a fault on callers. */
export function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'latency':
      return `${durationText(fault.milliseconds)} late`;
    case 'status': {
      const wait = fault.headers?.['retry-after'];
      return wait === undefined ? String(fault.status) : `${fault.status}, wait ${wait} s`;
    }
    case 'reset':
      return 'no answer';
    case 'halfBody':
      return 'half an answer';
    case 'malformedJson':
      return 'no JSON';
    case 'html':
      return 'a page';
    case 'emptyBody':
      return 'nothing in it';
    case 'field':
      return `${fault.at} ${fault.change}`;
    case 'layout':
      return layoutText(fault);
    case 'slowScreen':
      return `apps load for ${durationText(fault.milliseconds)}`;
  }
}

function layoutText({ changes, language = 'de' }: LayoutFault): string {
  const texts = LAYOUT_CHANGES.filter(({ change }) => changes.includes(change)).map(({ change, label }) =>
    change === 'translated' ? `in ${LAYOUT_LANGUAGES[language]}` : label.toLowerCase(),
  );
  return `apps ${texts.join(', ')}`;
}

function callsText({ operation, path, fault }: FaultRule): string {
  if (isOfScreens(fault)) return fault.deviceId ?? 'every device';
  if (operation !== undefined) return operation;
  if (path === undefined || path === EVERY_CALL) return 'every call';
  return path === locationOf('*') ? 'every device' : path;
}
