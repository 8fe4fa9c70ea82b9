import type { Operation } from '../../contract/operation.ts';
import { BASE_PATH, offeredOperations } from './routes.ts';
import { escapeHtml, STYLE } from '../runtime/htmlPage.ts';

/**
 * Returns the HTML of the home page: an introduction, and each operation with a command to copy. Never contains the
 * key.
 */
export function homePage(origin: string, hasControl: boolean): string {
  const rows = offeredOperations(hasControl).map(({ row, base: prefix }) => ({
    row,
    url: `${origin}${prefix}${row.path}`,
  }));
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
    ...(row.response.body === 'bytes' ? ['-O'] : []),
    `'${url}'`,
  ].join(' ');
  return `<h3><code>${escapeHtml(`${row.method} ${row.path}`)}</code></h3><p>${escapeHtml(row.summary)}</p><pre>${escapeHtml(call)}</pre>`;
}
