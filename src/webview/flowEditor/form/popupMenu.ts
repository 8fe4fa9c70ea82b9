import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { PageElement, reactive } from '../../common/element.ts';

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  /** True for a separator above the item. */
  readonly group?: boolean;
}

/** The shared popup menu; opens beside its button. */
export class PopupMenu extends PageElement {
  static override properties = reactive('items');

  declare private items: readonly MenuItem[];
  #button: HTMLElement | undefined;

  constructor() {
    super();
    this.items = [];
    this.popover = 'auto';
    this.role = 'menu';
    this.addEventListener('keydown', event => this.#key(event));
    this.addEventListener('toggle', event => this.#toggled(event));
  }

  /** Opens the menu beside the clicked button. */
  open({ currentTarget: button }: Event, items: readonly MenuItem[]): void {
    if (!(button instanceof HTMLElement)) return;
    this.#button?.setAttribute('aria-expanded', 'false');
    this.#button = button;
    this.items = items;
    this.ariaLabel = button.ariaLabel;
    this.showPopover({ source: button });
    button.setAttribute('aria-expanded', 'true');
  }

  protected override render(): TemplateResult {
    return html`${this.items.map(
      item =>
        html`${item.group ? html`<div role="separator"></div>` : nothing}
          <button type="button" role="menuitem" tabindex="-1" @click=${() => this.#run(item)}>
            ${item.label}
          </button>`,
    )}`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('items') && this.matches(':popover-open')) this.#focus(0);
  }

  #toggled({ newState }: ToggleEvent): void {
    if (newState === 'open') this.#focus(0);
    else this.#button?.setAttribute('aria-expanded', 'false');
  }

  #run(item: MenuItem): void {
    this.hidePopover();
    this.#button?.focus();
    item.run();
  }

  #key(event: KeyboardEvent): void {
    const lines = [...this.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const at = lines.findIndex(line => line === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      this.#focus((next + lines.length) % lines.length);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      this.hidePopover();
      this.#button?.focus();
    }
    event.stopPropagation();
  }

  #focus(index: number): void {
    this.querySelectorAll<HTMLElement>('[role=menuitem]')[index]?.focus();
  }
}
