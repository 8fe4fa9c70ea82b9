import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { BASE_PATH, offeredOperations } from './routes.ts';
import { openApiDocument } from './openApi.ts';
import type { Feature } from '../runtime/feature.ts';
import type { Service } from '../runtime/service.ts';
import { escapeHtml, STYLE } from '../runtime/htmlPage.ts';
import type { Operation } from '../../contract/operation.ts';

interface Entry {
  readonly row: Operation;
  readonly url: string;
}

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The maximum size of a request body without a key, in bytes. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Creates the routes that need no key: the home page, the OpenAPI document, and the pages below `/pages`. Their content
 * security policy allows forms and the common style sheet, but no scripts.
 */
export function createPages(service: Service, features: readonly Feature[], hasControl: boolean): Hono {
  const pages = new Hono();
  pages.use(async (context, next) => {
    await next();
    context.header('content-security-policy', POLICY);
    context.header('x-content-type-options', 'nosniff');
    // With `no-referrer`, browsers would send the forms of these pages with the origin `null`.
    context.header('referrer-policy', 'same-origin');
    context.header('cache-control', 'no-store');
  });
  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: context => context.json({ error: `A body has at most ${MAX_BODY_BYTES} bytes here.` }, 413),
  });
  const streamed = features.flatMap(({ streamedPath }) => streamedPath ?? []);
  pages.use((context, next) =>
    streamed.some(path => context.req.path.startsWith(`/pages${path}/`)) ? next() : limit(context, next),
  );
  // Browsers request it along with each page.
  pages.get('/favicon.ico', context => context.body(null, 204));
  pages.get('/', context => context.html(homePage(service.origin, hasControl)));
  pages.get(`${BASE_PATH}/openapi.json`, context =>
    context.json(openApiDocument(service.origin, hasControl)),
  );
  for (const feature of features) if (feature.pages) pages.route('/pages', feature.pages(service));
  return pages;
}

/** Returns true if a path needs no key. */
export function isPage(pathname: string): boolean {
  const single = ['/', '/favicon.ico', `${BASE_PATH}/openapi.json`];
  return single.includes(pathname) || pathname.startsWith('/pages/');
}

/**
 * Returns the HTML of the home page: an introduction, and each operation with a command to copy. Never contains the
 * key.
 */
function homePage(origin: string, hasControl: boolean): string {
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
