import { html, nothing, type TemplateResult } from 'lit';
import { codicon } from '../../common/button.ts';

/** The parts of an expression's label, outermost first, and whether the expression has a problem. */
export interface ChipLook {
  readonly parts: readonly string[];
  readonly isWrong: boolean;
}

/** Renders the content of a chip: the source of the value, which may be shortened, and its name. */
export function chipContent({ parts, isWrong }: ChipLook): TemplateResult {
  const source = parts.slice(0, -1).join(' › ');
  return html`${codicon(isWrong ? 'warning' : 'symbol-variable')}${
      source === ''
        ? nothing
        : html`<span class="chip-source">${source}</span><span class="chip-mark"> › </span>`
    }<span class="chip-name">${parts.at(-1)}</span>`;
}

/** Returns the classes of a chip. */
export function chipClass({ isWrong }: ChipLook): string {
  return isWrong ? 'chip wrong' : 'chip';
}

/** Renders an expression as a chip, without interaction. */
export function chipView(look: ChipLook): TemplateResult {
  return html`<span class=${chipClass(look)}>${chipContent(look)}</span>`;
}
