import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { BASE_PATH } from './routes.ts';
import { openApiDocument } from './openApi.ts';
import type { Feature } from '../runtime/feature.ts';
import type { Service } from '../runtime/service.ts';
import { STYLE } from '../runtime/htmlPage.ts';
import { homePage } from './homePage.ts';

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The maximum size of a request body without a key, in bytes. */
const LARGEST_BODY = 64 * 1024;

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
    maxSize: LARGEST_BODY,
    onError: context => context.json({ error: `A body has at most ${LARGEST_BODY} bytes here.` }, 413),
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
