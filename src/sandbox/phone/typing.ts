import { FIELDS, fieldsInFront } from './fields.ts';
import type { FieldKey, PhoneState } from './state.ts';
import { confirmCode, submitForm } from './submitForm.ts';

const BULLET = '•';
/** The maximum number of characters in a field. */
const MAX_LENGTH = 5000;

/** Types text at the cursor; passwords are stored as bullets only. Returns undefined if no field has the focus. */
export function typeText(state: PhoneState, text: string): PhoneState | undefined {
  if (state.focus === null || state.isScreenOff === true) return undefined;
  let after = state;
  // A line break acts as the enter key, a tab as the tab key.
  for (const part of text.split(/(\r?\n|\t)/)) {
    after = /^[\r\n\t]/.test(part) ? pressSpecialKey(after, part) : insert(after, part);
    if (after.focus === null) break;
  }
  return after;
}

/** Clears the focused field. Returns undefined if there is none. */
export function clearField(state: PhoneState): PhoneState | undefined {
  if (state.focus === null || state.isScreenOff === true) return undefined;
  const { field } = state.focus;
  return { ...state, fields: { ...state.fields, [field]: '' }, focus: { field, cursor: 0 } };
}

/** Focuses a field, with the cursor at its end, and shows the keyboard. */
export function focusField(state: PhoneState, field: FieldKey): PhoneState {
  const cursor = Array.from(state.fields[field] ?? '').length;
  return { ...state, focus: { field, cursor }, keyboardVisible: true, keyboardPage: 'lower' };
}

/** Focuses the next field of the screen, cyclically. */
export function focusNext(state: PhoneState): PhoneState {
  const fields = fieldsInFront(state);
  const at = fields.findIndex(field => field === state.focus?.field);
  const next = fields[(at + 1) % Math.max(fields.length, 1)];
  return next === undefined ? state : focusField(state, next);
}

/** Deletes the character before or after the cursor. */
export function deleteCharacter(state: PhoneState, side: 'before' | 'after'): PhoneState {
  if (state.focus === null) return state;
  const { field, cursor } = state.focus;
  const characters = Array.from(state.fields[field] ?? '');
  const at = side === 'before' ? cursor - 1 : cursor;
  if (at < 0 || at >= characters.length) return state;
  const left = characters.toSpliced(at, 1).join('');
  return { ...state, fields: { ...state.fields, [field]: left }, focus: { field, cursor: at } };
}

/** Presses the enter key: submits the form or its passcode; elsewhere removes the focus and hides the keyboard. */
export function pressEnter(state: PhoneState): PhoneState {
  if (state.place === 'form')
    return state.focus?.field === 'form.code' ? confirmCode(state) : submitForm(state);
  return { ...state, focus: null, keyboardVisible: false };
}

function pressSpecialKey(state: PhoneState, part: string): PhoneState {
  return part === '\t' ? focusNext(state) : pressEnter(state);
}

function insert(state: PhoneState, text: string): PhoneState {
  if (state.focus === null || text === '') return state;
  const { field, cursor } = state.focus;
  const characters = Array.from(state.fields[field] ?? '');
  const freeLength = MAX_LENGTH - characters.length;
  const letters = Array.from(text).slice(0, Math.max(freeLength, 0));
  const typed = FIELDS[field].password ? letters.map(() => BULLET) : letters;
  const fields = { ...state.fields, [field]: characters.toSpliced(cursor, 0, ...typed).join('') };
  const keyboardPage = state.keyboardPage === 'upper' ? 'lower' : state.keyboardPage;
  return { ...state, fields, keyboardPage, focus: { field, cursor: cursor + typed.length } };
}
