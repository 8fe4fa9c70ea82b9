import { FIELDS, fieldsInFront } from './fields.ts';
import type { FieldKey, PhoneState } from './state.ts';
import { confirmCode, submitForm } from './submitForm.ts';

const BULLET = '•';
/** Letters that a field takes at most. */
const LONGEST = 5000;

/** Types text where the cursor is; a password is kept as bullets only. Undefined when no field has the focus. */
export function typeText(state: PhoneState, text: string): PhoneState | undefined {
  if (state.focus === null) return undefined;
  let after = state;
  // A line break is the enter key, a tab the tab key.
  for (const part of text.split(/(\r?\n|\t)/)) {
    after = /^[\r\n\t]/.test(part) ? special(after, part) : insert(after, part);
    if (after.focus === null) break;
  }
  return after;
}

/** Empties the field that has the focus. Undefined when none has. */
export function clearField(state: PhoneState): PhoneState | undefined {
  if (state.focus === null) return undefined;
  const { field } = state.focus;
  return { ...state, fields: { ...state.fields, [field]: '' }, focus: { field, cursor: 0 } };
}

/** Gives a field the focus, its cursor at the end, and shows the keyboard. */
export function focusField(state: PhoneState, field: FieldKey): PhoneState {
  const cursor = Array.from(state.fields[field] ?? '').length;
  return { ...state, focus: { field, cursor }, keyboardVisible: true, keyboardPage: 'lower' };
}

/** Moves the focus to the next field of the screen, from the last to the first. */
export function focusNext(state: PhoneState): PhoneState {
  const fields = fieldsInFront(state);
  const at = fields.findIndex(field => field === state.focus?.field);
  const next = fields[(at + 1) % Math.max(fields.length, 1)];
  return next === undefined ? state : focusField(state, next);
}

/** Takes away the character before the cursor, or the one after it. */
export function deleteCharacter(state: PhoneState, side: 'before' | 'after'): PhoneState {
  if (state.focus === null) return state;
  const { field, cursor } = state.focus;
  const characters = Array.from(state.fields[field] ?? '');
  const at = side === 'before' ? cursor - 1 : cursor;
  if (at < 0 || at >= characters.length) return state;
  const left = characters.toSpliced(at, 1).join('');
  return { ...state, fields: { ...state.fields, [field]: left }, focus: { field, cursor: at } };
}

/** The enter key: submits the form in front, ends a search, moves on to the next field. */
export function pressEnter(state: PhoneState): PhoneState {
  if (state.place === 'form')
    return state.focus?.field === 'form.code' ? confirmCode(state) : submitForm(state);
  return { ...state, focus: null, keyboardVisible: false };
}

function special(state: PhoneState, part: string): PhoneState {
  return part === '\t' ? focusNext(state) : pressEnter(state);
}

function insert(state: PhoneState, text: string): PhoneState {
  if (state.focus === null || text === '') return state;
  const { field, cursor } = state.focus;
  const characters = Array.from(state.fields[field] ?? '');
  const room = LONGEST - characters.length;
  const letters = Array.from(text).slice(0, Math.max(room, 0));
  const typed = FIELDS[field].password ? letters.map(() => BULLET) : letters;
  const fields = { ...state.fields, [field]: characters.toSpliced(cursor, 0, ...typed).join('') };
  const keyboardPage = state.keyboardPage === 'upper' ? 'lower' : state.keyboardPage;
  return { ...state, fields, keyboardPage, focus: { field, cursor: cursor + typed.length } };
}
