import type { DeviceGesture, DevicePoint } from './deviceGesture.ts';

/** Names of the keys that panels press, by Android key code. */
const KEYS: Readonly<Record<number, string>> = {
  4: 'Back',
  19: 'Up',
  20: 'Down',
  21: 'Left',
  22: 'Right',
  61: 'Tab',
  66: 'Enter',
  67: 'Backspace',
  112: 'Delete',
  224: 'Wake',
};

/** Describes a gesture briefly, such as “Swipe 540, 1400 → 540, 500 in 300 ms”. Hides passwords. */
export function gestureText(gesture: DeviceGesture): string {
  switch (gesture.kind) {
    case 'tap':
      return `Tap ${place(gesture.at)}${stealth(gesture)}`;
    case 'swipe': {
      const { from, to, duration } = gesture;
      const isHeld = from.x === to.x && from.y === to.y;
      return isHeld
        ? `Long press ${place(from)} for ${duration} ms${stealth(gesture)}`
        : `Swipe ${place(from)} → ${place(to)} in ${duration} ms${stealth(gesture)}`;
    }
    case 'text':
      return gesture.secret ? 'Type hidden text' : `Type “${oneLine(gesture.text)}”${stealth(gesture)}`;
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

function place({ x, y }: DevicePoint): string {
  return `${x}, ${y}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, '⏎');
}

function stealth({ stealth: isOn }: { readonly stealth: boolean }): string {
  return isOn ? ', stealth' : '';
}
