import { isField } from '../values/fieldValues.ts';
import { replaceRange } from '../values/textRange.ts';
import { isPlainKey } from './formContext.ts';

type Kept = { readonly kind: 'text'; text: string } | { readonly kind: 'key'; readonly key: string };

/** Keeps what is typed while a field is being added, and types it into that field once it has the focus. */
export class TypeAhead {
  readonly #root: HTMLElement;
  readonly #kept: Kept[] = [];
  /** The field in which the addition began; undefined if none is in progress. */
  #field: Element | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Keeps what is typed into the field with the focus from now on. */
  begin(): void {
    this.#field = document.activeElement ?? undefined;
    this.#root.addEventListener('beforeinput', this.#keepText, true);
    this.#root.addEventListener('keydown', this.#keepKey, true);
  }

  /** Types what was kept into the field with the focus now. */
  end(): void {
    this.#field = undefined;
    this.#root.removeEventListener('beforeinput', this.#keepText, true);
    this.#root.removeEventListener('keydown', this.#keepKey, true);
    // A key that was kept can add another field, into which the rest is typed.
    while (!this.#isKeeping()) {
      const next = this.#kept.shift();
      if (!next) return;
      typeAgain(next);
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
    const last = this.#kept.at(-1);
    if (last?.kind === 'text') last.text += data;
    else this.#kept.push({ kind: 'text', text: data });
  };

  readonly #keepKey = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (target !== this.#field || !isPlainKey(event) || (key !== 'Enter' && key !== 'Backspace')) return;
    event.preventDefault();
    event.stopPropagation();
    const last = this.#kept.at(-1);
    if (key === 'Backspace' && last?.kind === 'text') {
      last.text = Array.from(last.text).slice(0, -1).join('');
      if (last.text === '') this.#kept.pop();
    } else this.#kept.push({ kind: 'key', key });
  };
}

function typeAgain(kept: Kept): void {
  const field = document.activeElement;
  if (kept.kind === 'key') {
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: kept.key, bubbles: true, cancelable: true }));
    return;
  }
  // Without a selection, it is no field for text.
  if (!isField(field) || field.selectionStart === null) return;
  const { value, selectionStart: start, selectionEnd } = field;
  const { text, caret } = replaceRange(value, { start, end: selectionEnd ?? start }, kept.text);
  field.value = text;
  field.setSelectionRange(caret, caret);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
