/** The style sheet of the sandbox's pages, which contain no scripts. */
export const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.5rem 0.75rem; border: 1px solid #8885; border-radius: 4px; margin: 0.25rem 0 1rem; }
h2 { margin-top: 2rem; } h3 { font-size: 1rem; margin: 1rem 0 0; } h3 + p { margin: 0; }
.narrow { box-sizing: border-box; display: flex; flex-direction: column; max-width: 28rem; margin: 10vh auto 2rem; padding: 2rem; border: 1px solid #8885; border-radius: 12px; }
.narrow h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; } .narrow p, .narrow ul { margin: 0.5rem 0; overflow-wrap: anywhere; } .narrow ul { padding-left: 1.25rem; }
.mark { order: -1; margin-bottom: 0.5rem; color: #3d4ec2; }
label { display: block; margin: 1.25rem 0 0; font-weight: 600; }
input { display: block; box-sizing: border-box; width: 100%; margin-top: 0.25rem; padding: 0.5rem 0.75rem; font: inherit; border: 1px solid #888; border-radius: 6px; }
input[aria-invalid] { border-color: #c4392f; } :focus-visible { outline: 2px solid #5b6cf0; outline-offset: 2px; }
.buttons { display: flex; gap: 0.75rem; margin: 1.5rem 0 1rem; }
button { padding: 0.5rem 1.25rem; font: inherit; font-weight: 600; color: #fff; background: #3d4ec2; border: 1px solid #3d4ec2; border-radius: 6px; cursor: pointer; }
button:hover { filter: brightness(1.1); } button.second { color: inherit; background: none; border-color: #888; }
.problem, .refused, .done { padding: 0.5rem 0.75rem; border-left: 4px solid #c4392f; background: #c4392f1a; } .done { border-color: #2b8a4b; background: #2b8a4b1a; }
.quiet { color: #5f6368; font-size: 0.875rem; }
@media (prefers-color-scheme: dark) { .quiet { color: #a6abb3; } .mark { color: #98a4ff; } }`;

/** Returns the HTML of a page with a heading; `content` must already be HTML. */
export function htmlPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main class="narrow"><h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => ENTITIES[character] ?? '');
}
