import { html, type TemplateResult } from 'lit';
import { PageElement } from '../../common/element.ts';
import { applySuggestion, type Offer, offerFor, type Suggestion } from '../suggestions.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Returns true for an input or a text area. */
export function isField(element: unknown): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** The completions for a field. */
interface Choices {
  readonly expressions: readonly string[];
  readonly values: readonly Suggestion[];
}

const NONE: Offer = { from: 0, to: 0, suggestions: [] };
const LIST = 'completion';

/** The shared suggestion list, shown below the field being edited. */
export class Completion extends PageElement {
  static override properties = { offer: { state: true }, active: { state: true } };

  declare private offer: Offer;
  declare private active: number;
  #field: Field | undefined;

  constructor() {
    super();
    this.offer = NONE;
    this.active = 0;
    this.id = LIST;
    this.popover = 'manual';
    this.role = 'listbox';
    this.ariaLabel = 'Suggestions';
  }

  /** Shows the suggestions at the caret of a field; with `asked`, even if no expression has been started. */
  offerTo(field: Field, { expressions, values }: Choices, asked: boolean): void {
    const caret = field.selectionStart ?? field.value.length;
    const offer = offerFor(field.value, caret, expressions, values, asked);
    if (offer.suggestions.length === 0) {
      this.close();
      return;
    }
    this.#field = field;
    this.offer = offer;
    this.active = 0;
    if (!this.matches(':popover-open')) this.showPopover({ source: field });
    this.#describe(field, 0);
  }

  /** Handles a key of the field while the list is open; returns true if the list used it. */
  take(event: KeyboardEvent): boolean {
    if (!this.#field || event.isComposing) return false;
    const { length } = this.offer.suggestions;
    const next = { ArrowDown: this.active + 1, ArrowUp: this.active - 1 }[event.key];
    if (next !== undefined) {
      this.active = (next + length) % length;
      this.#describe(this.#field, this.active);
    } else if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' || event.key === 'Tab') this.#accept(this.active);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  close(): void {
    const field = this.#field;
    if (!field) return;
    this.#field = undefined;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
    this.hidePopover();
  }

  protected override render(): TemplateResult {
    return html`${this.offer.suggestions.map(
      ({ text, source }, index) =>
        html`<div
          role="option"
          id="${LIST}-${index}"
          aria-selected=${index === this.active}
          @pointerdown=${(event: Event) => event.preventDefault()}
          @click=${() => this.#accept(index)}
        >
          <span class="offer">${text}</span><span class="source">${source}</span>
        </div>`,
    )}`;
  }

  protected override updated(): void {
    this.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  #accept(index: number): void {
    const [field, suggestion] = [this.#field, this.offer.suggestions[index]];
    if (!field || !suggestion) return;
    const { text, caret } = applySuggestion(field.value, this.offer, suggestion);
    this.close();
    field.value = text;
    field.setSelectionRange(caret, caret);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    this.close();
  }

  #describe(field: Field, active: number): void {
    field.setAttribute('aria-expanded', 'true');
    field.setAttribute('aria-controls', LIST);
    field.setAttribute('aria-activedescendant', `${LIST}-${active}`);
  }
}
