import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import type { FlowCatalogue } from '../../src/flow/catalogue.ts';
import type { HostEnvelope } from '../../src/protocol/envelope.ts';
import { requestEnvelope } from '../../src/protocol/envelope.ts';
import { flowEditorProtocol } from '../../src/protocol/flowEditor.ts';
import { FlowHost, type FlowLook } from './flowHost.ts';

const root = resolve(import.meta.dirname, '../..');
const pictures = resolve(root, 'test/artifacts/ui/flow-page');
const ADDRESS = 'http://flow.page';
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

/** A theme of the workbench: its kind and the colours that pages are given. */
export type Theme = 'dark' | 'light' | 'contrast';

/** How a page is opened. */
export interface PageSettings {
  readonly text: string;
  readonly catalogue: FlowCatalogue;
  readonly look?: FlowLook;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
}

/** Opens flow pages in one browser, each with a host of its own, under the policy of a real webview. */
export class FlowPages {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<FlowPages> {
    return new FlowPages(await launchBrowser());
  }

  async open(settings: PageSettings): Promise<FlowPage> {
    const { width = 1100, height = 760 } = settings;
    const context = await this.#browser.newContext({ viewport: { width, height } });
    context.setDefaultTimeout(10_000);
    return FlowPage.open(context, settings);
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** One page of a flow with the host that it talks to. */
export class FlowPage {
  readonly page: Page;
  readonly host: FlowHost;
  /** Everything that the page complained of: errors, refused policies, messages of a wrong form. */
  readonly complaints: string[];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page, host: FlowHost, complaints: string[]) {
    this.#context = context;
    this.page = page;
    this.host = host;
    this.complaints = complaints;
  }

  static async open(
    context: BrowserContext,
    { text, catalogue, look = {}, theme = 'dark' }: PageSettings,
  ): Promise<FlowPage> {
    const page = await context.newPage();
    const complaints: string[] = [];
    const post = async (message: HostEnvelope): Promise<void> => {
      await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
    };
    let line: Promise<unknown> = Promise.resolve();
    const later = (message: HostEnvelope): void => {
      line = line.then(() => post(message)).catch(() => undefined);
    };
    const host = new FlowHost(text, catalogue, look, state => {
      if (!flowEditorProtocol.state(state)) complaints.push('The host shows a state of a wrong form.');
      later({ kind: 'state', state });
    });
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', error => complaints.push(String(error)));
    await page.exposeFunction('hostAsk', (message: unknown) => {
      if (!requestEnvelope(message) || !flowEditorProtocol.request(message.request)) {
        complaints.push(`The page sends ${JSON.stringify(message)}.`);
        return;
      }
      const answer = host.answer(message.request);
      later({ kind: 'answer', id: message.id, answer });
    });
    await page.addInitScript(ACT_AS_WINDOW);
    await page.addInitScript(dressing(JSON.parse(await readFile(themeFile(theme), 'utf8')) as ThemeFile));
    await page.route(`${ADDRESS}/**`, async route => {
      const name = new URL(route.request().url()).pathname.slice(1);
      const type = TYPES[name.split('.').at(-1) ?? ''];
      if (name === '') await route.fulfill({ contentType: 'text/html', body: html() });
      else if (type)
        await route.fulfill({ contentType: type, body: await readFile(resolve(root, 'dist/webview', name)) });
      else await route.fulfill({ status: 404 });
    });
    await page.goto(`${ADDRESS}/`);
    await page.locator('flow-editor :is(main)').waitFor();
    return new FlowPage(context, page, host, complaints);
  }

  /** Chooses a step by its numbers, or the settings with an empty text, and waits until it is shown. */
  async choose(step: string): Promise<void> {
    await this.page.locator(`[data-step="${step}"]`).click();
    await this.page.locator(`[data-step="${step}"][aria-selected=true]`).waitFor();
    const number = step.split('.').map(part => Number(part) + 1);
    const name = step === '' ? 'Flow settings' : `Step ${number.join('.')}`;
    await this.page.getByRole('region', { name, exact: true }).waitFor();
  }

  /** Waits until the text of the file is as a test wants it. */
  async written(isWritten: (text: string) => boolean): Promise<void> {
    for (let left = 100; !isWritten(this.host.text); left--) {
      if (left === 0) throw new Error(`The file says:\n${this.host.text}`);
      await this.settled();
    }
  }

  /** Waits until the page has nothing on its way to the host. */
  async settled(): Promise<void> {
    await this.page.locator('flow-editor[aria-busy=false]').waitFor();
  }

  /** The input of a field of the inspector by its whole name. */
  input(label: string): Locator {
    return this.page.locator('flow-inspector').getByLabel(label, { exact: true });
  }

  /** Pastes a text onto a step. */
  async paste(step: string, text: string): Promise<void> {
    await this.page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      const row = document.querySelector('[data-step="${step}"]');
      row.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }`);
  }

  /** Waits until a field has a value. */
  async field(label: string, value: string): Promise<void> {
    const field = this.input(label);
    await field.waitFor();
    for (let left = 100; (await field.inputValue()) !== value; left--) {
      if (left === 0) throw new Error(`${label} is “${await field.inputValue()}”, not “${value}”.`);
    }
  }

  /** What axe-core finds that is serious or worse, as sentences. */
  async seriousFindings(part = 'html'): Promise<readonly string[]> {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    // Through the protocol of the browser, because the page's policy lets no script in.
    await this.page.evaluate(await readFile(axe, 'utf8'));
    const before = this.complaints.length;
    const found: unknown = await this.page.evaluate(`axe.run('${part}')`);
    // It tries a style of its own, which the policy refuses.
    this.complaints.length = before;
    return (found as { violations: readonly Violation[] }).violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) =>
        nodes.map(node => `${id}: ${help}\n${node.html.slice(0, 300)}\n${node.failureSummary}`),
      );
  }

  /** Whether nothing of the page stands beyond the side of its window. */
  async fitsAcross(): Promise<boolean> {
    const wider: unknown = await this.page.evaluate(
      `[document.documentElement, ...document.querySelectorAll('main, step-list, .steps, flow-inspector')]
        .some(one => one.scrollWidth > one.clientWidth + 1)`,
    );
    return wider === false;
  }

  /** Keeps a picture under test/artifacts/ui/flow-page. */
  async picture(name: string): Promise<void> {
    await mkdir(pictures, { recursive: true });
    await this.page.screenshot({ path: resolve(pictures, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
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
function html(): string {
  const policy = `default-src 'none'; script-src ${ADDRESS}; style-src ${ADDRESS}; font-src ${ADDRESS}; img-src ${ADDRESS} blob: data:`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Flow</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${ADDRESS}/codicon.css">
<link rel="stylesheet" href="${ADDRESS}/flowEditor.css">
<script type="module" src="${ADDRESS}/flowEditor.js"></script>
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
    document.body.classList.add('${kind}');
    document.body.dataset.vscodeThemeKind = '${kind}';
  }, { once: true });`;
}
