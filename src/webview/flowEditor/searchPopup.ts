import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { PageElement, reactive, inputValueOf } from '../common/element.ts';

/** The contents of a search box. */
interface SearchBox {
  readonly name: string;
  readonly placeholder: string;
  /** The number of options below it. */
  readonly count: number;
  readonly longest?: number;
}

/** A popup to choose from a list by searching: the focus stays in its search box, whose keys move the active option. */
export abstract class SearchPopup extends PageElement {
  static override properties = reactive('text', 'active');

  declare protected text: string;
  /** Index of the active option. */
  declare protected active: number;

  constructor() {
    super();
    this.text = '';
    this.active = 0;
    this.popover = 'auto';
    this.addEventListener('toggle', event => {
      if (event.newState === 'closed') this.closed();
    });
  }

  /** Handles a key of the search box. */
  protected abstract press(event: KeyboardEvent): void;

  /** Called after the popup was closed in any way. */
  protected abstract closed(): void;

  protected typed(text: string): void {
    this.text = text;
    this.active = 0;
  }

  /** Opens the popup beside an element and moves the focus to its search box. */
  protected show(anchor: HTMLElement): void {
    this.showPopover({ source: anchor });
    // Drawn at once, because the next key already belongs to the search box.
    this.performUpdate();
    this.querySelector('input')?.focus();
  }

  protected override updated(): void {
    this.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  /** The ID of the element that contains the options. */
  protected get listId(): string {
    return `${this.localName}-list`;
  }

  protected box({ name, placeholder, count, longest }: SearchBox): TemplateResult {
    return html`<input
      type="text"
      role="combobox"
      aria-label=${name}
      aria-expanded="true"
      aria-controls=${this.listId}
      aria-activedescendant=${count > 0 ? `${this.listId}-${this.active}` : nothing}
      aria-autocomplete="list"
      autocomplete="off"
      spellcheck="false"
      maxlength=${longest ?? nothing}
      placeholder=${placeholder}
      .value=${live(this.text)}
      @input=${(event: Event) => this.typed(inputValueOf(event))}
      @keydown=${(event: KeyboardEvent) => {
        if (!event.isComposing) this.press(event);
      }}
    />`;
  }

  protected option(index: number, choose: () => void, content: TemplateResult): TemplateResult {
    return html`<div
      role="option"
      id="${this.listId}-${index}"
      aria-selected=${index === this.active}
      @pointerdown=${(event: Event) => event.preventDefault()}
      @click=${choose}
    >
      ${content}
    </div>`;
  }
}

/** Returns the move of the active option by a key; undefined if the key does not move it. */
export function moveByKey(
  key: string,
  page: number,
): ((active: number, count: number) => number) | undefined {
  switch (key) {
    case 'ArrowDown':
      return (active, count) => (active + 1 < count ? active + 1 : 0);
    case 'ArrowUp':
      return (active, count) => Math.max(0, active > 0 ? active - 1 : count - 1);
    case 'PageDown':
      return (active, count) => Math.max(0, Math.min(count - 1, active + page));
    case 'PageUp':
      return active => Math.max(0, active - page);
    default:
      return undefined;
  }
}
