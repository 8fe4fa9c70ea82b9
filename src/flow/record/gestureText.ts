import type { RecordedInput } from './wantedValues.ts';
import { type DeviceGesture, type DevicePoint, touchedPoint } from './deviceGesture.ts';

/** Names of the keys that panels press, by Android key code. */
const KEYS: Readonly<Record<number, string>> = {
  4: 'Back',
  19: 'Up',
  20: 'Down',
  21: 'Left',
  22: 'Right',
  24: 'Volume up',
  25: 'Volume down',
  26: 'Power',
  61: 'Tab',
  66: 'Enter',
  67: 'Backspace',
  112: 'Delete',
  224: 'Wake',
};

/**
 * Describes a gesture briefly, such as “Swipe 540, 1400 → 540, 500 in 300 ms” or “Tap “Sign in””. `element` is the name
 * of the touched element. Hides passwords.
 */
export function describeGesture(gesture: DeviceGesture, element?: string): string {
  if (element !== undefined && touchedPoint(gesture))
    return `${gesture.kind === 'tap' ? 'Tap' : 'Long press'} ${element}`;
  switch (gesture.kind) {
    case 'tap':
      return `Tap ${formatPoint(gesture.at)}${describeStealth(gesture)}`;
    case 'swipe': {
      const { from, to, duration } = gesture;
      const isHeld = from.x === to.x && from.y === to.y;
      return isHeld
        ? `Long press ${formatPoint(from)} for ${duration} ms${describeStealth(gesture)}`
        : `Swipe ${formatPoint(from)} → ${formatPoint(to)} in ${duration} ms${describeStealth(gesture)}`;
    }
    case 'text':
      return gesture.secret
        ? 'Type hidden text'
        : `Type “${toOneLine(gesture.text)}”${describeStealth(gesture)}`;
    case 'clear':
      return 'Clear field';
    case 'key':
      return `Press ${KEYS[gesture.key] ?? `key ${gesture.key}`}`;
    case 'global':
      return `Press ${gesture.button[0]?.toUpperCase()}${gesture.button.slice(1)}`;
    case 'locate':
      return `Set location to ${gesture.latitude}, ${gesture.longitude}`;
    case 'resetLocation':
      return 'Reset location';
  }
}

function formatPoint({ x, y }: DevicePoint): string {
  return `${x}, ${y}`;
}

function toOneLine(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, '⏎');
}

function describeStealth({ stealth: isOn }: { readonly stealth: boolean }): string {
  return isOn ? ', stealth' : '';
}

/** Describes the action for an act, as the end of “A step that …”. */
export function describeInput(input: RecordedInput): string {
  switch (input.kind) {
    case 'tap':
      return 'taps a point';
    case 'swipe':
      return 'swipes between two points';
    case 'text':
      return 'types text';
    case 'clear':
      return 'clears the field';
    case 'key':
      return 'presses a key';
    case 'global':
      return `presses ${input.button}`;
    case 'locate':
      return 'sets the location';
    case 'resetLocation':
      return 'resets the location';
    case 'wait':
      return 'waits';
    case 'waitFor':
      return 'waits for an element';
    case 'scrollTo':
      return 'scrolls to an element';
    case 'passcode':
      return 'waits for a passcode';
    case 'closeKeyboard':
      return 'closes the keyboard';
    case 'openApp':
      return 'opens an app';
    case 'task':
      return 'runs a task';
    case 'check':
      return 'checks an element';
  }
}
