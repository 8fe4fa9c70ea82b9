import { html, nothing, type TemplateResult } from 'lit';
import { type Block, parseMarkdown, type Span } from './markdown.ts';

/** Renders Markdown. */
export function markdownView(source: string): TemplateResult {
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
