import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import type { FlowCatalog } from '../../src/flow/catalog.ts';
import { flowEditorProtocol, type FlowRequest, type FlowState } from '../../src/protocol/flowEditor.ts';
import { watchContext } from './artifacts.ts';
import { FlowHost, type FlowLook } from './flowHost.ts';
import { HostedPage } from './hostedPage.ts';
import { type Lifetime, usePageContexts } from './pageContexts.ts';
import { until } from './until.ts';
import type { Theme } from './webviewPage.ts';

/** Options of a flow page. */
export interface PageSettings {
  readonly text: string;
  readonly catalog: FlowCatalog;
  readonly look?: FlowLook;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  readonly timezoneId?: string;
  /** Keeps the clock of the computer, for measurements; it cannot be advanced. */
  readonly realTime?: boolean;
}

/**
 * Uses a browser for the tests of the surrounding suite, and returns a function that opens a flow page in it. Pages
 * have the lifetime of their contexts.
 */
export function useFlowPages(lifetime?: Lifetime): (settings: PageSettings) => Promise<FlowPage> {
  const createContext = usePageContexts(lifetime);
  return async settings => FlowPage.open(await createContext(contextOptions(settings)), settings);
}

function contextOptions({ width = 1100, height = 760, timezoneId }: PageSettings): BrowserContextOptions {
  return { viewport: { width, height }, ...(timezoneId === undefined ? {} : { timezoneId }) };
}

/** Opens flow pages with separate hosts in one browser, with the policy of a real webview. */
export class FlowPages {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<FlowPages> {
    return new FlowPages(await launchBrowser());
  }

  async open(settings: PageSettings): Promise<FlowPage> {
    const context = await this.#browser.newContext(contextOptions(settings));
    context.setDefaultTimeout(60_000);
    await watchContext(context);
    return FlowPage.open(context, settings);
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** A flow page and its host. */
export class FlowPage extends HostedPage<FlowRequest, FlowState> {
  readonly host: FlowHost;
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page, { text, catalog, look = {} }: PageSettings) {
    super(page, {
      ...{ bundle: 'flowEditor', protocol: flowEditorProtocol, pictures: 'flow-page' },
      parts: 'main, step-list, .steps, flow-inspector',
    });
    this.#context = context;
    this.host = new FlowHost(text, catalog, look, state => void this.show(state));
  }

  static async open(context: BrowserContext, settings: PageSettings): Promise<FlowPage> {
    const page = await context.newPage();
    if (settings.realTime !== true) await page.clock.install();
    const flowPage = new FlowPage(context, page, settings);
    await flowPage.load(settings.theme);
    const main = await page.waitForSelector('flow-editor :is(main)');
    // The first frame replaces the estimated heights of the rows.
    await main.waitForElementState('stable');
    return flowPage;
  }

  protected override receive(id: number, request: FlowRequest): void {
    try {
      void this.answer(id, this.host.answer(request));
    } catch (error) {
      void this.fail(id, error);
    }
  }

  /** Selects a step by its index, or the settings with an empty string, and waits until it is shown. */
  async choose(step: string): Promise<void> {
    await this.page.locator(`[data-step="${step}"]`).click();
    await this.page.locator(`[data-step="${step}"][aria-selected=true]`).waitFor();
    const number = step.split('.').map(part => Number(part) + 1);
    const name = step === '' ? 'Flow settings' : `Step ${number.join('.')}`;
    await this.page.getByRole('region', { name, exact: true }).waitFor();
  }

  /** Waits until the text of the file meets a condition. */
  async written(isWritten: (text: string) => boolean): Promise<void> {
    await until('the wanted text of the file', () => this.host.text, isWritten);
  }

  /** Waits until no typed text and no request of the page is pending. */
  async settled(): Promise<void> {
    // Text is written after a pause in typing.
    await this.page.clock.fastForward(1_000);
    await this.page.locator('flow-editor[aria-busy=false]').waitFor();
  }

  /** Returns the input of an inspector field by its complete label. */
  input(label: string): Locator {
    return this.page.locator('flow-inspector').getByLabel(label, { exact: true });
  }

  /** Shows optional fields of the form that have no value, and waits until the last one has the focus. */
  async addOptions(...labels: readonly string[]): Promise<void> {
    for (const label of labels) {
      await this.page.getByRole('button', { name: 'Add Option', exact: true }).click();
      const picker = this.page.locator('option-picker');
      await picker.locator('[role=option]', { has: this.page.getByText(label, { exact: true }) }).click();
      await picker.and(this.page.locator(':popover-open')).waitFor({ state: 'detached' });
      await this.page.locator('flow-inspector :focus').waitFor();
    }
  }

  /** Waits until the page has requested these actions, in this order. */
  async hasAsked(...actions: readonly string[]): Promise<void> {
    const acts = (): string =>
      this.host.otherRequests.flatMap(request => (request.kind === 'act' ? [request.act] : [])).join();
    await until(actions.join(), acts, value => value === actions.join());
  }

  /** Pastes a text onto a step, optionally right after a key. */
  async paste(step: string, text: string, after?: object): Promise<void> {
    const key = JSON.stringify({ ...after, bubbles: true, cancelable: true });
    await this.page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      const row = document.querySelector('[data-step="${step}"]');
      if (${String(after !== undefined)}) row.dispatchEvent(new KeyboardEvent('keydown', ${key}));
      row.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }`);
  }

  /** Waits until an inspector field has a value. */
  async field(label: string, value: string): Promise<void> {
    await this.hasValue(this.input(label), value);
  }

  /** Waits until a field has a value. */
  async hasValue(field: Locator, value: string): Promise<void> {
    await until(`the value “${value}”`, () => field.inputValue(), value);
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
