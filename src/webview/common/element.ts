import { LitElement } from 'lit';

/** An element of the page that draws into the page itself, so that one style sheet dresses all of them. */
export class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** The value of a field of a form in an event. */
export function valueOf(event: Event): string {
  const { value } = event.target as { value?: unknown };
  return typeof value === 'string' ? value : '';
}

/** Whether a checkbox in an event is ticked. */
export function checkedOf(event: Event): boolean {
  return (event.target as { checked?: unknown }).checked === true;
}
