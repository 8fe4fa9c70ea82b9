import { isField } from './values/fieldValues.ts';

const NO_SELECTION = { selectionStart: null, selectionEnd: null };

/** A field that has the focus, with its selection. */
interface FocusedField {
  /** The value of `data-field`. */
  readonly name: string;
  readonly start: number | null;
  readonly end: number | null;
}

/** Returns the field below an element that has the focus. */
export function fieldInFocus(root: HTMLElement): FocusedField | undefined {
  const { activeElement } = document;
  if (!activeElement || !root.contains(activeElement)) return undefined;
  const name = activeElement.closest<HTMLElement>('[data-field]')?.dataset['field'];
  if (name === undefined) return undefined;
  const { selectionStart: start, selectionEnd: end } = isField(activeElement) ? activeElement : NO_SELECTION;
  return { name, start, end };
}

/** Returns the first input of a field, or its first button if it has none. */
export function inputOf(field: HTMLElement | null): HTMLElement | null | undefined {
  const input = field?.querySelector<HTMLElement>(
    'input:not([disabled]), select:not([disabled]), textarea:not([disabled]), chip-text',
  );
  const buttons = ['.inside button', 'button'].map(selector => field?.querySelector<HTMLElement>(selector));
  return input ?? buttons.find(button => button);
}

/** Focuses the input that now renders a field, such as another one for a changed value, and restores the selection. */
export function restoreFocus(root: HTMLElement, { name, start, end }: FocusedField): void {
  const input = inputOf(root.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`));
  input?.focus();
  const isText = isField(input) && !(input instanceof HTMLInputElement && input.type !== 'text');
  if (isText && start !== null) input.setSelectionRange(start, end ?? start);
}

/** True if the focus has moved to another field since `from` had it, so that it must stay where the user types. */
export function isTypingElsewhere(from: Element | null): boolean {
  const { activeElement } = document;
  return isField(activeElement) && activeElement !== from;
}
