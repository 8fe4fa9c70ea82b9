import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

export const THEMES = ['dark', 'light', 'contrast', 'lightContrast'] as const;

/** A theme of the workbench. */
export type Theme = (typeof THEMES)[number];

/**
 * Loads the page of a bundle with the policy of a real webview and a theme. The page sends requests through the
 * function `hostAsk`, which must be exposed before. Errors and policy violations are added to `errors`.
 */
export async function loadWebview(page: Page, bundle: string, theme: Theme, errors: string[]): Promise<void> {
  // A secure context, as in a window.
  const address = `https://${bundle.toLowerCase()}.page`;
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', error => errors.push(String(error)));
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

/** Applies the colors of another theme to an open page, like the window. */
export async function dressWebview(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(`{ ${dressing(await readTheme(theme))} }`);
}

/** The axe-core rules whose results depend on the colors of a theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'] as const;

/** The part of a page to analyze, and whether to apply only the rules that depend on its colors. */
export interface Search {
  readonly part?: string;
  readonly colorsOnly?: boolean;
}

/** Returns serious and critical axe-core violations as sentences. `errors` remains unchanged. */
export async function seriousFindings(
  page: Pick<Page, 'evaluate'>,
  errors: string[],
  { part = 'html', colorsOnly = false }: Search = {},
): Promise<string[]> {
  if ((await page.evaluate(`typeof axe`)) === 'undefined') {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    // Evaluated through the browser protocol, because the policy of the page allows no scripts.
    await page.evaluate(await readFile(axe, 'utf8'));
  }
  const before = errors.length;
  // Reporting passed rules takes several times as long as reporting violations.
  // Only rules that are off, or less than serious, read style sheets and media again.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(colorsOnly ? { runOnly: COLOR_RULES } : {}),
  };
  const found: unknown = await page.evaluate(`axe.run('${part}', ${JSON.stringify(options)})`);
  // Removes the policy violation of axe-core's own style.
  errors.length = before;
  return (found as { violations: readonly Violation[] }).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(node => `${id}: ${help}\n${node.html.slice(0, 300)}\n${node.failureSummary}`),
    );
}

/** Returns the parts of a page, and the page itself, whose content overflows, with both widths. */
export async function findOverflowingParts(
  page: Pick<Page, 'evaluate'>,
  parts: string,
): Promise<readonly string[]> {
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

/** Returns the HTML of a webview with its policy. */
function html(address: string, bundle: string): string {
  const policy = `default-src 'none'; script-src ${address}; style-src ${address}; font-src data:; img-src ${address} blob: data:; media-src blob:`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Page</title>
<link rel="stylesheet" href="${address}/codicon.css">
<link rel="stylesheet" href="${address}/${bundle}.css">
<script type="module" src="${address}/${bundle}.js"></script>
</head>
<body></body>
</html>`;
}

/**
 * Runs in the page: implements the webview API of VS Code; the state survives a reload. A window executes the command
 * for Select All in the page, which takes a while.
 */
const ACT_AS_WINDOW = `window.acquireVsCodeApi = () => ({
  postMessage: message => hostAsk(message),
  getState: () => JSON.parse(sessionStorage.getItem('kept') ?? 'null') ?? undefined,
  setState: state => sessionStorage.setItem('kept', JSON.stringify(state)),
});
window.addEventListener('keydown', event => {
  if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyA') return;
  window.selectAllLate = () => document.execCommand('selectAll');
  setTimeout(() => window.selectAllLate(), window.selectAllDelay ?? 0);
});`;

/** Sets the time in milliseconds after which the window selects everything once it has received the shortcut. */
export async function delaySelectAll(page: Pick<Page, 'evaluate'>, delay: number): Promise<void> {
  await page.evaluate(`window.selectAllDelay = ${delay}`);
}

/** Runs in the page: replaces its colors by those of a theme. */
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
