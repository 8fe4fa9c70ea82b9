import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

/** A theme of the workbench: its kind and the colours that pages are given. */
export type Theme = 'dark' | 'light' | 'contrast' | 'lightContrast';

/**
 * Loads the page of a bundle under the policy of a real webview, dressed in a theme; the page asks through the function
 * `hostAsk`, which must be exposed before. `complaints` gets what goes wrong in it: errors and refused policies.
 */
export async function loadWebview(
  page: Page,
  bundle: string,
  theme: Theme,
  complaints: string[],
): Promise<void> {
  const address = `http://${bundle.toLowerCase()}.page`;
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(String(error)));
  await page.addInitScript(ACT_AS_WINDOW);
  const dress = dressing(await readTheme(theme));
  await page.addInitScript(
    `document.addEventListener('readystatechange', () => { ${dress} }, { once: true });`,
  );
  await page.route(`${address}/**`, async route => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const type = TYPES[name.split('.').at(-1) ?? ''];
    if (name === '') await route.fulfill({ contentType: 'text/html', body: html(address, bundle) });
    else if (type)
      await route.fulfill({ contentType: type, body: await readFile(resolve(root, 'dist/webview', name)) });
    else await route.fulfill({ status: 404 });
  });
  await page.goto(`${address}/`);
}

/** Gives a page that is open the colours of another theme, as the window does. */
export async function dressWebview(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(`{ ${dressing(await readTheme(theme))} }`);
}

/** The rules of axe-core whose findings depend on the colours of a theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'] as const;

/** What is looked for in a page, and where: everything in all of it, or the findings that depend on its colours. */
export interface Search {
  readonly part?: string;
  readonly colorsOnly?: boolean;
}

/** What axe-core finds in a page that is serious or worse, as sentences. `complaints` are left as they were. */
export async function seriousFindings(
  page: Pick<Page, 'evaluate'>,
  complaints: string[],
  { part = 'html', colorsOnly = false }: Search = {},
): Promise<string[]> {
  if ((await page.evaluate(`typeof axe`)) === 'undefined') {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    // Through the protocol of the browser, because the page's policy lets no script in.
    await page.evaluate(await readFile(axe, 'utf8'));
  }
  const before = complaints.length;
  // To tell what passes takes several times as long as to find what does not.
  const options = { resultTypes: ['violations'], ...(colorsOnly ? { runOnly: COLOR_RULES } : {}) };
  const found: unknown = await page.evaluate(`axe.run('${part}', ${JSON.stringify(options)})`);
  // It tries a style of its own, which the policy refuses.
  complaints.length = before;
  return (found as { violations: readonly Violation[] }).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(node => `${id}: ${help}\n${node.html.slice(0, 300)}\n${node.failureSummary}`),
    );
}

/** The parts of a page, and the page itself, whose content is wider than the place they have, with both widths. */
export async function tooWide(page: Pick<Page, 'evaluate'>, parts: string): Promise<readonly string[]> {
  return page.evaluate(
    `[document.documentElement, ...document.querySelectorAll('${parts}')]
      .filter(one => one.scrollWidth > one.clientWidth + 1)
      .map(one => one.localName + ': ' + one.scrollWidth + ' in ' + one.clientWidth)`,
  );
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

interface ThemeFile {
  readonly kind: string;
  readonly variables: Readonly<Record<string, string>>;
}

async function readTheme(theme: Theme): Promise<ThemeFile> {
  return JSON.parse(await readFile(resolve(root, `test/fixtures/themes/${theme}.json`), 'utf8')) as ThemeFile;
}

/** The document that the host gives to a webview, with its policy. */
function html(address: string, bundle: string): string {
  const policy = `default-src 'none'; script-src ${address}; style-src ${address}; font-src ${address}; img-src ${address} blob: data:`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Page</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${address}/codicon.css">
<link rel="stylesheet" href="${address}/${bundle}.css">
<script type="module" src="${address}/${bundle}.js"></script>
</head>
<body></body>
</html>`;
}

/** Runs in the page: the window's end of a webview; what is kept outlives a reload. */
const ACT_AS_WINDOW = `window.acquireVsCodeApi = () => ({
  postMessage: message => hostAsk(message),
  getState: () => JSON.parse(sessionStorage.getItem('kept') ?? 'null') ?? undefined,
  setState: state => sessionStorage.setItem('kept', JSON.stringify(state)),
});`;

/** Runs in the page: gives it the colours of a theme in place of those that it had. */
function dressing({ kind, variables }: ThemeFile): string {
  return `
    const { style } = document.documentElement;
    for (const name of [...style]) if (name.startsWith('--vscode-')) style.removeProperty(name);
    for (const [name, value] of Object.entries(${JSON.stringify(variables)})) style.setProperty(name, value);
    const { classList, dataset } = document.body;
    classList.remove(...[...classList].filter(name => name.startsWith('vscode-')));
    classList.add(...'${kind}'.split(' '));
    dataset.vscodeThemeKind = '${kind}'.split(' ').at(-1);
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();`;
}
