import type { LiveAct, LiveRecording } from './liveRecording.ts';

/** A typed value that steps could read from the payload of the trigger. */
export interface PayloadOffer {
  /** The field of the payload, such as `email`. */
  readonly field: string;
  readonly value: string;
  /** The keys of the steps that type the value. */
  readonly keys: readonly number[];
}

/** Forms of values that differ between runs, with the names of their fields. */
const DATA: readonly (readonly [field: string, form: RegExp])[] = [
  ['email', /^[^\s@]{1,64}@[^\s@]{1,200}\.[^\s@.]{2,}$/],
  ['url', /^https?:\/\/\S+$/],
  ['date', /^(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})$/],
  ['phone', /^\+?\d[\d ()/-]{6,18}\d$/],
];
const MAX_LENGTH = 300;
const MAX_WORDS = 3;
/** The field of typed passwords, which is never offered for other values. */
const TAKEN = 'password';

/**
 * Returns the values that were typed more than once or look like data, such as an email address. The text that was
 * typed last is left out while it can still grow, unless `isFinished`.
 */
export function payloadOffers({ acts }: LiveRecording, isFinished: boolean): readonly PayloadOffer[] {
  const values = new Map<string, { readonly label: string; readonly keys: number[] }>();
  for (const [index, act] of acts.entries()) {
    const value = typedValue(act);
    if (value === undefined || !act.written || (!isFinished && index === acts.length - 1)) continue;
    const known = values.get(value);
    if (known) known.keys.push(act.written.key);
    else values.set(value, { label: labelBefore(acts, index), keys: [act.written.key] });
  }
  const taken = new Set([TAKEN]);
  const offers: PayloadOffer[] = [];
  for (const [value, { label, keys }] of values) {
    const form = DATA.find(([, pattern]) => pattern.test(value))?.[0];
    if (form === undefined && keys.length < 2) continue;
    const field = freeName(form ?? fieldName(label), taken);
    taken.add(field);
    offers.push({ field, value, keys });
  }
  return offers;
}

/** Returns the expression that reads a field of the payload. */
function payloadExpression({ field }: PayloadOffer): string {
  return `{{event.payload.${field}}}`;
}

/** Returns the recording in which steps read values from the payload. */
export function withPayload(recording: LiveRecording, offers: readonly PayloadOffer[]): LiveRecording {
  const acts = recording.acts.map((act): LiveAct => {
    const key = act.written?.key;
    const offer = key === undefined ? undefined : offers.find(({ keys }) => keys.includes(key));
    if (!offer || act.input.kind !== 'text') return act;
    return { ...act, input: { ...act.input, text: payloadExpression(offer) }, isExpression: true };
  });
  return { ...recording, acts };
}

function typedValue({ input, isExpression }: LiveAct): string | undefined {
  if (input.kind !== 'text' || input.secret || isExpression) return undefined;
  const value = input.text;
  return value.trim() === '' || value.length > MAX_LENGTH ? undefined : value;
}

/** Returns the name of the element that was tapped before a text, which is the field mostly. */
function labelBefore(acts: readonly LiveAct[], index: number): string {
  const tap = acts[index - 1];
  return tap?.input.kind === 'tap' ? (tap.element?.name ?? '') : '';
}

/** Returns a label as the name of a field: the label `Your name` becomes `yourName`. */
function fieldName(label: string): string {
  const words = label.match(/[A-Za-z][A-Za-z\d]*/g)?.slice(0, MAX_WORDS) ?? [];
  const name = words
    .map(word => word.toLowerCase())
    .map((word, index) => (index === 0 ? word : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`))
    .join('');
  // A name without a label, such as `a field`, says nothing about the value.
  return name === '' || !label.startsWith('“') ? 'value' : name;
}

/** Returns a name, with a number after it if it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
