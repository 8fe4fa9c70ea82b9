import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { PageElement, reactive } from '../../common/element.ts';
import { type Block, parseMarkdown, type Span } from '../markdown.ts';

/** The most lines that are not folded, with some space for code and paragraphs. */
const FEW_LINES = 2.5;

/** A Markdown text that shows two lines if it is longer, and the rest on demand. */
export class FoldedText extends PageElement {
  static override properties = reactive('source', 'textId', 'isOpen', 'isLong');

  declare source: string;
  /** The ID of the text, for `aria-describedby`. */
  declare textId: string;
  declare private isOpen: boolean;
  declare private isLong: boolean;
  readonly #watch = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    this.source = '';
    this.textId = '';
    this.isOpen = false;
    this.isLong = false;
    // A link that gets the focus must be visible.
    this.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLAnchorElement) this.isOpen = true;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The width of an inline element is that of its text.
    if (this.parentElement) this.#watch.observe(this.parentElement);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch.disconnect();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('source')) this.isOpen = false;
  }

  protected override render(): TemplateResult {
    this.classList.toggle('long', this.isLong);
    return html`<div id=${this.textId} class=${this.isLong && !this.isOpen ? 'text folded' : 'text'}>
        ${markdownView(this.source)}
      </div>
      ${
        this.isLong
          ? html`<button
              type="button"
              class="link-button"
              aria-expanded=${this.isOpen}
              aria-controls=${this.textId}
              @click=${() => {
                this.isOpen = !this.isOpen;
              }}
            >
              ${this.isOpen ? 'Show less' : 'Show more'}
            </button>`
          : nothing
      }`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('source')) this.#measure();
  }

  #measure(): void {
    const text = this.querySelector('.text');
    if (!text) return;
    const content = document.createRange();
    content.selectNodeContents(text);
    const line = Number.parseFloat(getComputedStyle(this).lineHeight);
    this.isLong = content.getBoundingClientRect().height > FEW_LINES * line;
  }
}

/** Renders Markdown. */
function markdownView(source: string): TemplateResult {
  return html`${parseMarkdown(source).map(blockView)}`;
}

function blockView(block: Block): TemplateResult {
  switch (block.kind) {
    case 'paragraph':
      return html`<p>${block.spans.map(spanView)}</p>`;
    case 'list':
      return html`<ul>
        ${block.items.map(item => html`<li>${item.map(spanView)}</li>`)}
      </ul>`;
    case 'code':
      return html`<pre>${block.text}</pre>`;
  }
}

function spanView(span: Span): TemplateResult | typeof nothing {
  switch (span.kind) {
    case 'text':
      return span.text === '' ? nothing : html`${span.text}`;
    case 'code':
      return html`<code>${span.text}</code>`;
    case 'strong':
      return html`<strong>${span.text}</strong>`;
    case 'emphasis':
      return html`<em>${span.text}</em>`;
    case 'link':
      return html`<a href=${span.href}>${span.text}</a>`;
  }
}
