import type { FormNode } from '../../../flow/form/formNode.ts';
import type { ParamChange } from '../../../flow/form/paramGesture.ts';

/** How a text that a person types is read: as it is, as a number, a time in UTC, or JSON. */
export type TypedAs = 'text' | 'number' | 'utc' | 'json';

/** What typed text comes to: a change of the value, or why it is none yet, as a sentence. */
export type Typed =
  | { readonly kind: 'change'; readonly change: Extract<ParamChange, { kind: 'set' | 'remove' }> }
  | { readonly kind: 'unfinished'; readonly sentence: string };

type Field = Pick<FormNode, 'required' | 'inherited' | 'path'>;

/** What a text typed into the field of a part of a form comes to. Expressions are taken wherever a value is. */
export function readTyped(as: TypedAs, field: Field, text: string): Typed {
  switch (as) {
    case 'text':
      return text === '' && canBeLeftOut(field) ? REMOVED : set(text);
    case 'utc':
      return text === '' && canBeLeftOut(field) ? REMOVED : set(text === '' ? '' : withZone(text));
    case 'number':
      return readNumber(text);
    case 'json':
      return readJson(text);
  }
}

/** A value as the text that a field begins with. */
export function typedText(as: TypedAs, value: unknown): string {
  if (value === undefined) return '';
  if (as === 'json') return JSON.stringify(value, undefined, 2);
  if (typeof value !== 'string') return JSON.stringify(value);
  return as === 'utc' ? value.replace(/Z$/, '') : value;
}

const REMOVED: Typed = { kind: 'change', change: { kind: 'remove' } };

function set(value: unknown): Typed {
  return { kind: 'change', change: { kind: 'set', value } };
}

/** An item keeps its place, and an inherited text can only be emptied by one of the step's own. */
function canBeLeftOut({ required, inherited, path }: Field): boolean {
  return !required && inherited === undefined && typeof path.at(-1) !== 'number';
}

function withZone(text: string): string {
  return `${/T\d\d:\d\d$/.test(text) ? `${text}:00` : text}Z`;
}

function readNumber(text: string): Typed {
  const trimmed = text.trim();
  if (trimmed === '') return REMOVED;
  if (trimmed.includes('{{')) {
    return trimmed.includes('}}') ? set(trimmed) : unfinished('The expression ends with }}.');
  }
  const value = Number(trimmed.replace(/^([+-]?\d+),(\d+)$/, '$1.$2'));
  if (!Number.isFinite(value) || /^[+-]?0[xob]/i.test(trimmed)) {
    return unfinished(`“${trimmed}” is not a number.`);
  }
  return set(value);
}

function readJson(text: string): Typed {
  if (text.trim() === '') return REMOVED;
  try {
    return set(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/,? *"[\s\S]*$|\.$/, '') : '';
    return unfinished(`This is not JSON yet${reason === '' ? '' : `: ${reason}`}.`);
  }
}

function unfinished(sentence: string): Typed {
  return { kind: 'unfinished', sentence };
}
