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
  await page.addInitScript(dressing(JSON.parse(await readFile(themeFile(theme), 'utf8')) as ThemeFile));
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

/** What axe-core finds in a page that is serious or worse, as sentences. `complaints` are left as they were. */
export async function seriousFindings(
  page: Pick<Page, 'evaluate'>,
  complaints: string[],
  part = 'html',
): Promise<string[]> {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  // Through the protocol of the browser, because the page's policy lets no script in.
  await page.evaluate(await readFile(axe, 'utf8'));
  const before = complaints.length;
  const found: unknown = await page.evaluate(`axe.run('${part}')`);
  // It tries a style of its own, which the policy refuses.
  complaints.length = before;
  return (found as { violations: readonly Violation[] }).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(node => `${id}: ${help}\n${node.html.slice(0, 300)}\n${node.failureSummary}`),
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

function themeFile(theme: Theme): string {
  return resolve(root, `test/fixtures/themes/${theme}.json`);
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

/** Runs in the page: gives it the colours of a theme, as the window does. */
function dressing({ kind, variables }: ThemeFile): string {
  return `document.addEventListener('readystatechange', () => {
    for (const [name, value] of Object.entries(${JSON.stringify(variables)})) {
      document.documentElement.style.setProperty(name, value);
    }
    document.body.classList.add(...'${kind}'.split(' '));
    document.body.dataset.vscodeThemeKind = '${kind}'.split(' ').at(-1);
  }, { once: true });`;
}
