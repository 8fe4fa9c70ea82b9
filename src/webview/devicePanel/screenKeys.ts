import { letterOf } from '../common/letterOf.ts';
import type { DevicePoint } from '../../flow/record/deviceGesture.ts';

/** The effect of a key on the screen; `null` leaves the key to VS Code. */
type KeyAction =
  | { readonly kind: 'move'; readonly by: DevicePoint }
  | { readonly kind: 'tap' | 'press' | 'mark' | 'away' | 'paste' }
  | { readonly kind: 'scroll'; readonly pages: 1 | -1 }
  | { readonly kind: 'key'; readonly key: number }
  | { readonly kind: 'type'; readonly text: string }
  | null;

/** Device pixels that an arrow key moves the crosshair; with Shift it moves by one. */
const STEP_PX = 24;

const ARROWS: Readonly<Record<string, DevicePoint>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Android key codes of the keys sent to the device (wire facts 9). */
const KEYS: Readonly<Record<string, number>> = { Enter: 66, Backspace: 67, Delete: 112 };

/** The properties of a KeyboardEvent that determine the effect. */
export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Returns the effect of a key while the screen has the focus. Arrows move the crosshair; while it is visible, Enter
 * taps, with Shift presses long, and with Ctrl marks the start of a swipe or sends it. Printable characters are typed,
 * and Ctrl+V pastes.
 */
export function keyAction(pressed: Pressed, crosshair: boolean): KeyAction {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = pressed;
  if (altKey && !ctrlKey) return null;
  const command = (ctrlKey && !altKey) || metaKey;
  const arrow = ARROWS[key];
  if (arrow) {
    if (command) return null;
    const step = shiftKey ? 1 : STEP_PX;
    return { kind: 'move', by: { x: arrow.x * step, y: arrow.y * step } };
  }
  if (key === 'Enter' && crosshair) return { kind: command ? 'mark' : shiftKey ? 'press' : 'tap' };
  if (command) return key.toLowerCase() === 'v' && !shiftKey ? { kind: 'paste' } : null;
  if (key === 'Escape') return crosshair ? { kind: 'away' } : null;
  if (key === 'PageUp' || key === 'PageDown') return { kind: 'scroll', pages: key === 'PageDown' ? 1 : -1 };
  const code = KEYS[key];
  if (code !== undefined) return { kind: 'key', key: code };
  // AltGr, reported as Ctrl and Alt together, types letters on some keyboards.
  return /^.$/u.test(key) ? { kind: 'type', text: key } : null;
}

/** The letters that act with Shift and Alt while the panel is in front, as its key bindings declare them. */
export const PANEL_KEYS = { back: 'B', home: 'H', recents: 'T', picture: 'P' } as const;

/** Adds a key of the panel to the label of its button, in the notation of the platform. */
export function withKey(label: string, button: keyof typeof PANEL_KEYS): string {
  const letter = PANEL_KEYS[button];
  return `${label} (${navigator.platform.startsWith('Mac') ? `⇧⌥${letter}` : `Shift+Alt+${letter}`})`;
}

/** Keeps a key of the panel from VS Code if it is pressed in a field, where it types a character on some keyboards. */
export function keepKeyOfField(
  event: Pressed & Pick<Event, 'target' | 'stopPropagation'> & { readonly code: string },
): void {
  const { shiftKey, altKey, ctrlKey, metaKey, target } = event;
  if (!shiftKey || !altKey || ctrlKey || metaKey || !target || !('select' in target)) return;
  const letter = letterOf(event).toUpperCase();
  if (Object.values<string>(PANEL_KEYS).includes(letter)) event.stopPropagation();
}
