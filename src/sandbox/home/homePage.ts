import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { sandboxOperations } from '../../contract/sandboxOperations.ts';
import { BASE_PATH } from '../http/routes.ts';
import { escapeHtml } from './escapeHtml.ts';

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

/**
 * Returns the HTML of the home page: an introduction, and each operation with a command to copy. Never contains the
 * key.
 */
export function homePage(origin: string, hasControl: boolean): string {
  const sandboxEntries = Object.entries<Operation>(sandboxOperations).filter(
    ([, { path }]) => hasControl || !path.startsWith('/_control/'),
  );
  const rows = [
    ...Object.values<Operation>(operations).map(row => ({ row, url: `${origin}${BASE_PATH}${row.path}` })),
    ...sandboxEntries.map(([, row]) => ({ row, url: `${origin}${row.path}` })),
  ];
  const groups = Map.groupBy(rows, ({ row }) => row.path.split('/')[1] ?? '');
  const base = escapeHtml(`${origin}${BASE_PATH}`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sandbox of the device automation service</title><style>${STYLE}</style></head>
<body><h1>Sandbox</h1>
<p>This is a local implementation of the device automation service. Its base URL is <code>${base}</code>;
its description for tools is at <a href="${BASE_PATH}/openapi.json"><code>${base}/openapi.json</code></a>.</p>
<p>Every call needs the API key, which the sandbox printed in its first line when it was started. Put it into an
environment variable, so that it stays out of your shell's history:</p>
<pre>read -rs KEY</pre>
${[...groups].map(([name, entries]) => section(name, entries)).join('\n')}
</body></html>`;
}

interface Entry {
  readonly row: Operation;
  readonly url: string;
}

function section(name: string, entries: readonly Entry[]): string {
  return `<h2>${escapeHtml(name)}</h2>\n${entries.map(entry).join('\n')}`;
}

function entry({ row, url }: Entry): string {
  const call = [
    'curl',
    ...(row.method === 'GET' ? [] : [`-X ${row.method}`]),
    '-H "Authorization: Bearer $KEY"',
    ...(row.body ? [`-H 'Content-Type: application/json' -d '{…}'`] : []),
    ...(row.response.body === 'png' ? ['-o screen.png'] : []),
    `'${url}'`,
  ].join(' ');
  return `<h3><code>${escapeHtml(`${row.method} ${row.path}`)}</code></h3><p>${escapeHtml(row.summary)}</p><pre>${escapeHtml(call)}</pre>`;
}
