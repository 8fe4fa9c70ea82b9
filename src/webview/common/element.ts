import { LitElement } from 'lit';

/** A custom element without shadow DOM, so that the global style sheets apply. */
export class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Returns the value of the form control that an event targets, or an empty string. */
export function valueOf(event: Event): string {
  const { value } = event.target as { value?: unknown };
  return typeof value === 'string' ? value : '';
}

/** Returns true if the checkbox that an event targets is checked. */
export function checkedOf(event: Event): boolean {
  return (event.target as { checked?: unknown }).checked === true;
}
