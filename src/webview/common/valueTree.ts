import { html, nothing, type TemplateResult } from 'lit';

/** A line of a value, with the lines below it. */
export interface ValueNode {
  readonly name: string;
  readonly value: string;
  readonly children: readonly ValueNode[];
  /** The expressions that the value was made of. */
  readonly sources?: readonly { readonly label: string; readonly value: string | undefined }[] | undefined;
}

/** Renders names and values as a list in which objects and lists can be folded. */
export function valueTree(nodes: readonly ValueNode[]): TemplateResult {
  return html`<ul>
    ${nodes.map(({ name, value, children, sources = [] }) =>
      children.length === 0
        ? html`<li>${nameView(name)}<span class="value">${value}</span>${sources.map(sourceView)}</li>`
        : html`<li>
            <details open>
              <summary>${nameView(name)}<span class="size">${value}</span></summary>
              ${valueTree(children)}
            </details>
          </li>`,
    )}
  </ul>`;
}

function nameView(name: string): TemplateResult | typeof nothing {
  return name === '' ? nothing : html`<span class="name">${name}</span> `;
}

function sourceView({ label, value }: NonNullable<ValueNode['sources']>[number]): TemplateResult {
  return html`<span class="source"
    ><span class="source-name">${label}</span> ${
      value === undefined ? html`<em>had no value</em>` : html`<span class="source-value">${value}</span>`
    }</span
  >`;
}
