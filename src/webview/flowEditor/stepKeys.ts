import { letterOf } from '../common/letterOf.ts';
import type { StepAction } from '../../protocol/flowEditor.ts';

/** The properties of a KeyboardEvent that determine the effect. */
interface Pressed {
  readonly key: string;
  /** Physical key, such as `KeyC`. */
  readonly code: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** A movement of the focus in the step list. */
export type Direction = 'up' | 'down' | 'pageUp' | 'pageDown' | 'home' | 'end' | 'parent' | 'child';

/** An action of the list on the selected steps. */
export type ListAction = Exclude<StepAction, 'rename'>;

/** The effect of a key in the step list. */
export type StepKey =
  | { readonly kind: 'go'; readonly direction: Direction; readonly extend: boolean }
  | { readonly kind: 'act'; readonly action: ListAction }
  | { readonly kind: 'inspect' | 'rename' | 'toggle' | 'all' | 'clear' | 'menu' };

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'parent',
  ArrowRight: 'child',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'home',
  End: 'end',
};
const MOVES: Readonly<Record<string, ListAction>> = {
  ArrowUp: 'moveUp',
  ArrowDown: 'moveDown',
  ArrowLeft: 'moveOut',
  ArrowRight: 'moveIn',
};
const WITH_CONTROL: Readonly<Record<string, StepKey>> = {
  a: { kind: 'all' },
  c: { kind: 'act', action: 'copy' },
  x: { kind: 'act', action: 'cut' },
  ' ': { kind: 'toggle' },
  Enter: { kind: 'act', action: 'add' },
};
const ALONE: Readonly<Record<string, StepKey>> = {
  Enter: { kind: 'inspect' },
  F2: { kind: 'rename' },
  Escape: { kind: 'clear' },
  ' ': { kind: 'toggle' },
  Delete: { kind: 'act', action: 'delete' },
  Backspace: { kind: 'act', action: 'delete' },
  Insert: { kind: 'act', action: 'add' },
};

/** Returns the effect of a key in the step list; undefined if it has none. */
export function stepKey({ key, code, altKey, shiftKey, ctrlKey, metaKey }: Pressed): StepKey | undefined {
  const control = ctrlKey || metaKey;
  if (altKey) {
    if (control) return undefined;
    if (shiftKey) return key === 'ArrowDown' ? { kind: 'act', action: 'duplicate' } : undefined;
    const action = MOVES[key];
    return action && { kind: 'act', action };
  }
  if (shiftKey && key === 'F10') return { kind: 'menu' };
  if (key === 'ContextMenu') return { kind: 'menu' };
  const direction = DIRECTIONS[key];
  if (direction) return { kind: 'go', direction, extend: shiftKey };
  if (shiftKey && control && key === 'Enter') return { kind: 'act', action: 'addInside' };
  if (shiftKey) return undefined;
  return control ? WITH_CONTROL[letterOf({ key, code })] : ALONE[key];
}
