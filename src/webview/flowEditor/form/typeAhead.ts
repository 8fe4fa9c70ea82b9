import { type Field, isField } from '../values/fieldValues.ts';
import { replaceRange } from '../values/textRange.ts';
import { isPlainKey } from './formContext.ts';

/** Keeps what is typed while a field is being added, and types it into that field once it has the focus. */
export class TypeAhead {
  readonly #root: HTMLElement;
  /** The field in which the addition began; undefined if none is in progress. */
  #field: Field | undefined;
  /** The kept text, with a line break for each Enter. */
  #text = '';

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Keeps what is typed into the field with the focus from now on. */
  begin(): void {
    const field = document.activeElement;
    if (!isField(field)) return;
    this.#field = field;
    this.#root.addEventListener('beforeinput', this.#keepText, true);
    this.#root.addEventListener('keydown', this.#keepKey, true);
  }

  /**
   * Types what was kept into the added field, or without one into the field in which the addition began. Discards it if
   * the focus is elsewhere.
   */
  end(added: Element | undefined): void {
    const field = added ?? this.#field;
    const text = this.#text;
    this.#field = undefined;
    this.#text = '';
    this.#root.removeEventListener('beforeinput', this.#keepText, true);
    this.#root.removeEventListener('keydown', this.#keepKey, true);
    if (text === '' || document.activeElement !== field) return;
    const [line = '', ...others] = text.split('\n');
    typeText(line);
    for (const [index, other] of others.entries()) {
      const isHandled = pressEnter();
      // Enter can add another field, into which the rest is typed.
      if (this.#isKeeping()) this.#text = others.slice(index).join('\n');
      if (!isHandled || this.#isKeeping()) return;
      typeText(other);
    }
  }

  #isKeeping(): boolean {
    return this.#field !== undefined;
  }

  // An input method does not let its text be kept.
  readonly #keepText = (event: InputEvent): void => {
    const { target, data, inputType, cancelable, isComposing } = event;
    if (target !== this.#field || !cancelable || isComposing || !inputType.startsWith('insert') || !data)
      return;
    event.preventDefault();
    this.#text += data;
  };

  readonly #keepKey = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (target !== this.#field || !isPlainKey(event) || (key !== 'Enter' && key !== 'Backspace')) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Enter') this.#text += '\n';
    else this.#text = Array.from(this.#text).slice(0, -1).join('');
  };
}

/** Inserts a text at the cursor of the field with the focus, if that takes text. */
function typeText(typed: string): void {
  const field = document.activeElement;
  // Without a selection, it is no field for text.
  if (typed === '' || !isField(field) || field.selectionStart === null) return;
  const { value, selectionStart: start, selectionEnd } = field;
  const { text, caret } = replaceRange(value, { start, end: selectionEnd ?? start }, typed);
  field.value = text;
  field.setSelectionRange(caret, caret);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Presses Enter in the field with the focus; returns true if the form handles it. */
function pressEnter(): boolean {
  const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  return document.activeElement?.dispatchEvent(key) === false;
}
