import { applyInput } from './applyEffect.ts';
import type { PhoneState } from './state.ts';
import { deleteCharacter, focusNext, pressEnter, typeText } from './typing.ts';

/** A global button (wire facts 9). */
export type GlobalButton = 'back' | 'home' | 'recents';

/** The Android key codes with an effect, other than digits and letters. */
export const KEY_CODES = {
  home: 3,
  back: 4,
  power: 26,
  tab: 61,
  space: 62,
  enter: 66,
  delete: 67,
  forwardDelete: 112,
  recents: 187,
  sleep: 223,
  wake: 224,
} as const;

const FIRST_DIGIT = 7;
const FIRST_LETTER = 29;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Presses a global button; it has no effect while the screen is off. */
export function pressGlobal(state: PhoneState, button: GlobalButton): PhoneState {
  return state.isScreenOff === true ? state : applyInput(state, { kind: button });
}

/** Presses a key by its Android key code; keys without a meaning have no effect. */
export function pressKey(state: PhoneState, keyCode: number): PhoneState {
  if (keyCode === KEY_CODES.power) return { ...state, isScreenOff: state.isScreenOff !== true };
  if (keyCode === KEY_CODES.sleep) return { ...state, isScreenOff: true };
  if (keyCode === KEY_CODES.wake) return { ...state, isScreenOff: false };
  if (state.isScreenOff === true) return state;
  switch (keyCode) {
    case KEY_CODES.home:
      return pressGlobal(state, 'home');
    case KEY_CODES.back:
      return pressGlobal(state, 'back');
    case KEY_CODES.recents:
      return pressGlobal(state, 'recents');
    case KEY_CODES.tab:
      return focusNext(state);
    case KEY_CODES.enter:
      return pressEnter(state);
    case KEY_CODES.delete:
      return deleteCharacter(state, 'before');
    case KEY_CODES.forwardDelete:
      return deleteCharacter(state, 'after');
    default:
      return typeText(state, characterOf(keyCode)) ?? state;
  }
}

/** Returns true if a key may type a character; a real phone has more such keys than those of `KEY_CODES`. */
export function typesCharacter(keyCode: number): boolean {
  return keyCode === KEY_CODES.space || !Object.values<number>(KEY_CODES).includes(keyCode);
}

function characterOf(keyCode: number): string {
  if (keyCode === KEY_CODES.space) return ' ';
  if (keyCode >= FIRST_DIGIT && keyCode < FIRST_DIGIT + 10) return String(keyCode - FIRST_DIGIT);
  return LETTERS[keyCode - FIRST_LETTER] ?? '';
}
