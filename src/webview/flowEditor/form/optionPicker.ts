import { html, type TemplateResult } from 'lit';
import { reactive } from '../../common/element.ts';
import { moveByKey, SearchPopup } from '../searchPopup.ts';

/** An entry of the picker. */
export interface PickerItem {
  readonly label: string;
  /** A line below the label. */
  readonly detail: string;
  /** Other texts that a search finds. */
  readonly keywords: string;
  readonly run: () => void;
}

/** The most entries that are drawn; a search finds the others. */
const MAX_SHOWN = 100;

/** The shared list to choose from by searching; opens beside its button. */
export class OptionPicker extends SearchPopup {
  static override properties = reactive('items');

  declare private items: readonly PickerItem[];
  #button: HTMLElement | undefined;

  constructor() {
    super();
    this.items = [];
    this.role = 'dialog';
  }

  /** Opens the list beside the clicked button. */
  open({ currentTarget: button }: Event, title: string, items: readonly PickerItem[]): void {
    if (!(button instanceof HTMLElement)) return;
    this.#button = button;
    this.items = items;
    this.text = '';
    this.active = 0;
    this.ariaLabel = title;
    this.show(button);
    button.setAttribute('aria-expanded', 'true');
  }

  protected override render(): TemplateResult {
    const found = this.#found();
    const shown = found.slice(0, MAX_SHOWN);
    const name = this.ariaLabel ?? '';
    return html`${this.box({ name, placeholder: 'Search', count: shown.length })}
      <div role="listbox" id=${this.listId} aria-label=${name}>
        ${shown.map((item, index) => this.#itemView(item, index))}
      </div>
      ${found.length === 0 ? html`<p class="note" role="status">No matches.</p>` : ''}
      ${found.length > MAX_SHOWN ? html`<p class="note">Type to find ${found.length - MAX_SHOWN} more.</p>` : ''}`;
  }

  #itemView(item: PickerItem, index: number): TemplateResult {
    return this.option(
      index,
      () => this.#run(item),
      html`<span class="option-label">${item.label}</span>
        ${item.detail === '' ? '' : html`<span class="option-detail">${item.detail}</span>`}`,
    );
  }

  /** Returns the items with all words of the search, those with a matching label first. */
  #found(): readonly PickerItem[] {
    const words = this.text
      .toLowerCase()
      .split(/\s+/)
      .filter(word => word !== '');
    if (words.length === 0) return this.items;
    const has = (text: string): boolean => words.every(word => text.toLowerCase().includes(word));
    const byLabel = this.items.filter(({ label }) => has(label));
    const others = this.items.filter(
      item => !byLabel.includes(item) && has(`${item.label} ${item.keywords} ${item.detail}`),
    );
    return [...byLabel, ...others];
  }

  protected override press(event: KeyboardEvent): void {
    event.stopPropagation();
    const found = this.#found().slice(0, MAX_SHOWN);
    const move = moveByKey(event.key, MAX_SHOWN);
    if (move) this.active = move(this.active, found.length);
    else if (event.key === 'Enter') {
      const item = found[this.active];
      if (item) this.#run(item);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      this.hidePopover();
      this.#button?.focus();
    } else return;
    event.preventDefault();
  }

  protected override closed(): void {
    this.#button?.setAttribute('aria-expanded', 'false');
  }

  #run(item: PickerItem): void {
    this.hidePopover();
    this.#button?.focus();
    item.run();
  }
}
