import { lostNumberIn, lostNumberText, numberLoss, parseExact } from '../../../util/exactJson.ts';
import type { FormNode } from '../../../flow/form/formNode.ts';
import type { ParamChange } from '../../../flow/form/paramGesture.ts';

/** How a text that a person types is read: as it is, as a number, or as JSON. */
export type TypedAs = 'text' | 'number' | 'json';

/** What typed text comes to: a change of the value, or why it is none yet, as a sentence. */
export type Typed =
  | { readonly kind: 'change'; readonly change: Extract<ParamChange, { kind: 'set' | 'remove' }> }
  | { readonly kind: 'unfinished'; readonly sentence: string };

type Field = Pick<FormNode, 'required' | 'inherited' | 'path' | 'origin'>;

/** What a text typed into the field of a part of a form comes to. Expressions are taken wherever a value is. */
export function readTyped(as: TypedAs, field: Field, text: string): Typed {
  switch (as) {
    case 'text':
      return text === '' && canBeLeftOut(field) ? REMOVED : set(text);
    case 'number':
      return text.trim() === '' ? emptied(field) : readNumber(text.trim());
    case 'json':
      return text.trim() === '' ? emptied(field) : readJson(text);
  }
}

/** A value as the text that a field begins with. */
export function typedText(as: TypedAs, value: unknown): string {
  if (value === undefined) return '';
  if (as === 'json') return JSON.stringify(value, undefined, 2);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const REMOVED: Typed = { kind: 'change', change: { kind: 'remove' } };

function set(value: unknown): Typed {
  return { kind: 'change', change: { kind: 'set', value } };
}

/** An item keeps its place, and an inherited text can only be emptied by one of the step's own. */
function canBeLeftOut({ required, inherited, path }: Field): boolean {
  return !required && inherited === undefined && !isItem(path);
}

/** What a field comes to that is left without the number or the JSON that it holds. */
function emptied({ path, origin }: Field): Typed {
  if (!isItem(path) || origin === 'absent') return REMOVED;
  return unfinished('An item cannot be empty. Type a value, or take the item out of its list by Remove.');
}

function isItem(path: Field['path']): boolean {
  return typeof path.at(-1) === 'number';
}

/** In some countries a comma parts thousands, in others it stands before the decimals. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(,\d{3})+$/;

function readNumber(trimmed: string): Typed {
  if (trimmed.includes('{{')) {
    return trimmed.includes('}}') ? set(trimmed) : unfinished('The expression ends with }}.');
  }
  if (THOUSANDS.test(trimmed)) {
    return unfinished(`“${trimmed}” can be read in two ways. Type no commas, and a point before decimals.`);
  }
  const written = trimmed.replace(/^([+-]?\d+),(\d+)$/, '$1.$2');
  const value = Number(written);
  if (!Number.isFinite(value) || /^[+-]?0[xob]/i.test(trimmed)) {
    return unfinished(`“${trimmed}” is not a number.`);
  }
  if (numberLoss(written) !== 'none') {
    return unfinished(`“${trimmed}” would become ${value}, since a number keeps no more digits.`);
  }
  return set(value);
}

function readJson(text: string): Typed {
  try {
    const value = parseExact(text);
    const lost = lostNumberIn(value);
    return lost ? unfinished(lostNumberText(lost)) : set(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/,? *"[\s\S]*$|\.$/, '') : '';
    return unfinished(`This is not JSON yet${reason === '' ? '' : `: ${reason}`}.`);
  }
}

function unfinished(sentence: string): Typed {
  return { kind: 'unfinished', sentence };
}
