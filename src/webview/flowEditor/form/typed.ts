import { lostNumberIn, lostNumberText, numberLoss, parseExact } from '../../../util/exactJson.ts';
import {
  type DurationInput,
  durationValue,
  readAmount,
  splitDuration,
} from '../../../flow/form/durations.ts';
import type { FormNode, NumberNode } from '../../../flow/form/formNode.ts';
import type { ParamChange } from '../../../flow/form/paramEdit.ts';

/** The parsing of typed text: unchanged, as a number, as a duration such as “5 minutes”, or as JSON. */
export type TypedAs = 'text' | 'number' | 'duration' | 'json';

/** The result of parsing typed text: a change of the value, or a sentence why it is incomplete. */
type Typed =
  | { readonly kind: 'change'; readonly change: Extract<ParamChange, { kind: 'set' | 'remove' }> }
  | { readonly kind: 'unfinished'; readonly sentence: string };

type Field = Pick<FormNode, 'required' | 'inherited' | 'path' | 'origin'> & {
  readonly duration?: DurationInput;
};

/** Parses text typed into a field. A number field also accepts an expression. */
export function readTyped(as: TypedAs, field: Field, text: string): Typed {
  switch (as) {
    case 'text':
      return text === '' && canBeLeftOut(field) ? REMOVED : set(text);
    case 'number':
      return text.trim() === '' ? emptied(field) : readNumber(text.trim());
    case 'duration':
      return readDuration(field, text);
    case 'json':
      return text.trim() === '' ? emptied(field) : readJson(text);
  }
}

/** Returns a value as the initial text of its input; that of a duration is only used to compare. */
export function toTypedText(as: TypedAs, value: unknown): string {
  if (value === undefined) return '';
  if (as === 'json') return JSON.stringify(value, undefined, 2);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const REMOVED: Typed = { kind: 'change', change: { kind: 'remove' } };

function set(value: unknown): Typed {
  return { kind: 'change', change: { kind: 'set', value } };
}

/**
 * Returns true if clearing the field removes its value: not for array items, which keep their position, nor for
 * inherited values, which only an own empty text can clear.
 */
function canBeLeftOut({ required, inherited, path }: Field): boolean {
  return !required && inherited === undefined && !isItem(path);
}

/** Returns the result of clearing a number or JSON field. */
function emptied({ path, origin }: Field): Typed {
  if (!isItem(path) || origin === 'absent') return REMOVED;
  return createUnfinished(
    'An item cannot be empty. Type a value, or take the item out of its list by Remove.',
  );
}

function isItem(path: Field['path']): boolean {
  return typeof path.at(-1) === 'number';
}

/** Ambiguous numbers: a comma separates thousands in some countries and decimals in others. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(,\d{3})+$/;

function readNumber(trimmed: string): Typed {
  if (trimmed.includes('{{')) {
    return trimmed.includes('}}') ? set(trimmed) : createUnfinished('The expression ends with }}.');
  }
  if (THOUSANDS.test(trimmed)) {
    return createUnfinished(
      `“${trimmed}” can be read in two ways. Type no commas, and a point before decimals.`,
    );
  }
  const written = trimmed.replace(/^([+-]?\d+),(\d+)$/, '$1.$2');
  const value = Number(written);
  if (!Number.isFinite(value) || /^[+-]?0[xob]/i.test(trimmed)) {
    return createUnfinished(`“${trimmed}” is not a number.`);
  }
  if (numberLoss(written) !== 'none') {
    return createUnfinished(`“${trimmed}” would become ${value}, since a number keeps no more digits.`);
  }
  return set(value);
}

function readDuration(field: Field, text: string): Typed {
  const { notation, units: [unit = 'seconds'] = [] } = field.duration ?? {};
  if (notation === undefined) return createUnfinished('The field takes another kind of value now.');
  const typed = splitDuration(text, unit);
  // A required text stays, as any other, so that no other alternative applies meanwhile.
  if (typed.count === '') return notation === 'iso' && field.required ? set('') : emptied(field);
  const whole = /[a-z]/i.test(typed.count) ? readAmount(text) : undefined;
  const number = whole ? undefined : readNumber(typed.count);
  if (number?.kind === 'unfinished') return number;
  const count = number?.change.kind === 'set' ? number.change.value : undefined;
  const amount = whole ?? (typeof count === 'number' ? { count, unit: typed.unit } : undefined);
  const isBelow = amount !== undefined && amount.count < 0;
  const value = amount && !(isBelow && notation === 'iso') ? durationValue(amount, notation) : undefined;
  if (value !== undefined) return set(value);
  return createUnfinished(isBelow ? 'Enter a number of 0 or more.' : 'Use whole numbers of this unit.');
}

function readJson(text: string): Typed {
  try {
    const value = parseExact(text);
    const lost = lostNumberIn(value);
    return lost ? createUnfinished(lostNumberText(lost)) : set(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/,? *"[\s\S]*$|\.$/, '') : '';
    return createUnfinished(`This is not JSON yet${reason === '' ? '' : `: ${reason}`}.`);
  }
}

function createUnfinished(sentence: string): Typed {
  return { kind: 'unfinished', sentence };
}

type Bounds = Pick<NumberNode, 'step' | 'minimum' | 'maximum'>;

/** Returns a number some steps away, clamped to the bounds. */
export function stepValue({ step = 1, minimum, maximum }: Bounds, from: number, steps: number): number {
  // Rounded to the decimals of step and start, so that 0.1 plus two steps of 0.1 is 0.3.
  const digits = /\.(\d+)/.exec(String(step))?.[1]?.length ?? 0;
  const raw = Number((from + steps * step).toFixed(Math.max(digits, countDecimals(from))));
  return Math.min(maximum ?? Number.POSITIVE_INFINITY, Math.max(minimum ?? Number.NEGATIVE_INFINITY, raw));
}

function countDecimals(value: number): number {
  return /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
}
