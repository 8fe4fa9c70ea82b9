import type { StepAct } from '../../protocol/flowEditor.ts';

/** A key with the keys that are held with it, as a keyboard event says them. */
export interface Pressed {
  readonly key: string;
  /** Where the key is on the keyboard, such as `KeyC`. */
  readonly code: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where the focus goes in the list of steps. */
export type Way = 'up' | 'down' | 'pageUp' | 'pageDown' | 'home' | 'end' | 'parent' | 'child';

/** What a key does in the list of steps. */
export type StepKey =
  | { readonly kind: 'go'; readonly way: Way; readonly extend: boolean }
  | { readonly kind: 'act'; readonly act: StepAct | 'cut' }
  | { readonly kind: 'inspect' | 'rename' | 'toggle' | 'all' | 'menu' };

const WAYS: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'parent',
  ArrowRight: 'child',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'home',
  End: 'end',
};
const MOVES: Readonly<Record<string, StepAct>> = {
  ArrowUp: 'moveUp',
  ArrowDown: 'moveDown',
  ArrowLeft: 'moveOut',
  ArrowRight: 'moveIn',
};
const WITH_CONTROL: Readonly<Record<string, StepKey>> = {
  a: { kind: 'all' },
  c: { kind: 'act', act: 'copy' },
  x: { kind: 'act', act: 'cut' },
  ' ': { kind: 'toggle' },
  Enter: { kind: 'act', act: 'add' },
};
const ALONE: Readonly<Record<string, StepKey>> = {
  Enter: { kind: 'inspect' },
  F2: { kind: 'rename' },
  ' ': { kind: 'toggle' },
  Delete: { kind: 'act', act: 'delete' },
  Backspace: { kind: 'act', act: 'delete' },
  Insert: { kind: 'act', act: 'add' },
};

/** What a key does in the list of steps; undefined where it does nothing there. */
export function stepKey({ key, code, altKey, shiftKey, ctrlKey, metaKey }: Pressed): StepKey | undefined {
  const control = ctrlKey || metaKey;
  if (altKey) {
    if (control) return undefined;
    if (shiftKey) return key === 'ArrowDown' ? { kind: 'act', act: 'duplicate' } : undefined;
    const act = MOVES[key];
    return act && { kind: 'act', act };
  }
  if (shiftKey && key === 'F10') return { kind: 'menu' };
  if (key === 'ContextMenu') return { kind: 'menu' };
  const way = WAYS[key];
  if (way) return { kind: 'go', way, extend: shiftKey };
  if (shiftKey && control && key === 'Enter') return { kind: 'act', act: 'addInside' };
  if (shiftKey) return undefined;
  return control ? WITH_CONTROL[letterOf({ key, code })] : ALONE[key];
}

/** The Latin letter of a key; where the keyboard has other letters, the one that is usual in its place. */
export function letterOf({ key, code }: Pick<Pressed, 'key' | 'code'>): string {
  if (key.length > 1 || !/\p{L}/u.test(key)) return key;
  const [, usual] = /^Key([A-Z])$/.exec(code) ?? [];
  return (/\p{Script=Latin}/u.test(key) ? key : (usual ?? key)).toLowerCase();
}
