import { letterOf } from './letterOf.ts';

/**
 * Selects the text of a field at once when the shortcut for it is pressed. A window that receives the shortcut selects
 * everything as well, but later: what was typed in between would be selected and replaced by the next key.
 */
export function selectAllAtOnce(event: KeyboardEvent): void {
  const { ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (!(ctrlKey || metaKey) || altKey || shiftKey || letterOf(event) !== 'a' || !takesText(target)) return;
  event.preventDefault();
  event.stopPropagation();
  target.select();
}

/** A field of the browser, or an element that offers the same method. */
interface TextField {
  select(): void;
}

function takesText(target: EventTarget | null): target is EventTarget & TextField {
  return target !== null && 'select' in target && typeof target.select === 'function';
}
