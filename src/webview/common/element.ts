import { LitElement, type PropertyDeclarations } from 'lit';

/** A custom element without shadow DOM, so that the global style sheets apply. */
export class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Declares properties that render an element again when they change. None of them is an attribute. */
export function reactive(...names: readonly string[]): PropertyDeclarations {
  return Object.fromEntries(names.map(name => [name, { attribute: false }]));
}

/** Returns the value of the form control that an event targets, or an empty string. */
export function inputValueOf({ target }: Event): string {
  return target && 'value' in target && typeof target.value === 'string' ? target.value : '';
}

/** Returns true if the checkbox that an event targets is checked. */
export function checkedOf({ target }: Event): boolean {
  return target !== null && 'checked' in target && target.checked === true;
}

/** Returns the nearest element around the target of an event that matches a selector. */
export function closestTo({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
