import { escapeHtml } from './escapeHtml.ts';
import { STYLE } from './homePage.ts';

/** Returns the HTML of a page with a heading; `content` must already be HTML. */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main class="narrow"><h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>`;
}
