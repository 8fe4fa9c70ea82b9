import type { Browser, BrowserContext, Page } from 'playwright-core';
import { watchContext } from './artifacts.ts';
import { keepPicture } from './pictures.ts';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { testSandbox } from './sandbox.ts';
import { type HostEnvelope, requestEnvelope } from '../../src/protocol/envelope.ts';
import {
  panelRequest,
  type PanelRequest,
  panelState,
  type PanelState,
} from '../../src/protocol/devicePanel.ts';
import type { Box } from './steadyBox.ts';
import { loadWebview, type Search, seriousFindings, type Theme, tooWide } from './webviewPage.ts';

/** How a page is opened. */
export interface DevicePageSettings {
  readonly state: PanelState;
  /** The bytes of every picture. */
  readonly png: Uint8Array;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: boolean;
  /**
   * What the host answers to a request instead of the usual, which is for undefined; a text that is thrown is the
   * sentence of a failure.
   */
  readonly answer?: (request: PanelRequest) => unknown;
}

/** Whether the screen and the sections beside or below it keep out of each other's way. */
export function keepApart([screen, sections]: readonly [Box | null, Box | null]): boolean {
  if (!screen || !sections) return false;
  return screen.x + screen.width <= sections.x + 1 || screen.y + screen.height <= sections.y + 1;
}

/**
 * Starts a browser for the tests of the surrounding suite, and returns a function that opens the page of a device in it,
 * under the policy of a real webview and with the screenshot of a demo phone. Pages are closed after each test.
 */
export function useDevicePages(): (settings: Omit<DevicePageSettings, 'png'>) => Promise<DevicePage> {
  let browser: Browser;
  let png: Uint8Array;
  const opened: DevicePage[] = [];

  before(async () => {
    const sandbox = await testSandbox();
    png = (await sandbox.client.takeScreenshot({ params: { deviceId: demoDeviceId('phone') } })).value;
    await sandbox.stop();
    browser = await launchBrowser();
  });

  afterEach(async () => {
    for (const page of opened.splice(0)) await page.close();
  });

  after(() => browser.close());

  return async settings => {
    const { width = 1000, height = 760, reducedMotion = false } = settings;
    const context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    });
    context.setDefaultTimeout(60_000);
    await watchContext(context);
    const page = await DevicePage.open(context, { ...settings, png });
    opened.push(page);
    return page;
  };
}

/** One page of a device, whose host shows what it is told to and notes what it is asked. */
export class DevicePage {
  readonly page: Page;
  readonly asked: PanelRequest[];
  readonly complaints: string[];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page, asked: PanelRequest[], complaints: string[]) {
    this.#context = context;
    this.page = page;
    this.asked = asked;
    this.complaints = complaints;
  }

  static async open(
    context: BrowserContext,
    { state, png, theme = 'dark', answer = () => undefined }: DevicePageSettings,
  ): Promise<DevicePage> {
    const page = await context.newPage();
    const asked: PanelRequest[] = [];
    const complaints: string[] = [];
    const shown = new DevicePage(context, page, asked, complaints);
    const base64 = Buffer.from(png).toString('base64');
    await page.exposeFunction('hostAsk', async (message: unknown) => {
      if (!requestEnvelope(message) || !panelRequest(message.request)) {
        complaints.push(`The page sends ${JSON.stringify(message)}.`);
        return;
      }
      const { id, request } = message;
      asked.push(request);
      if (request.kind === 'picture' || request.kind === 'mirrorPicture') {
        const bytes = `Uint8Array.from(atob('${base64}'), letter => letter.charCodeAt(0))`;
        await page.evaluate(`window.postMessage({ kind: 'answer', id: ${id}, answer: ${bytes} }, '*')`);
        return;
      }
      const usual = request.kind === 'field' ? 'text' : null;
      try {
        await shown.#post({ kind: 'answer', id, answer: (await answer(request)) ?? usual });
      } catch (sentence) {
        await shown.#post({ kind: 'failure', id, sentence: String(sentence) });
      }
      if (request.kind === 'open') await shown.show(state);
    });
    await loadWebview(page, 'devicePanel', theme, complaints);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (state.screen.picture) await page.locator('.glass img').waitFor();
    return shown;
  }

  /** Has the host show a state. */
  async show(state: PanelState): Promise<void> {
    if (!panelState(state)) throw new Error('The state is of a wrong form.');
    await this.#post({ kind: 'state', state });
  }

  async #post(message: HostEnvelope): Promise<void> {
    await this.page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
  }

  /** The gestures that the page asked for, in order. */
  get gestures(): readonly Extract<PanelRequest, { kind: 'perform' }>['gesture'][] {
    return this.asked.flatMap(request => (request.kind === 'perform' ? [request.gesture] : []));
  }

  /** What axe-core finds that is serious or worse. */
  async seriousFindings(search?: Search): Promise<readonly string[]> {
    return seriousFindings(this.page, this.complaints, search);
  }

  /** The parts of the page that are wider than the place they have. */
  async tooWide(): Promise<readonly string[]> {
    return tooWide(this.page, 'header, main, .phone, aside');
  }

  /** Where the screen and the sections are. */
  async sections(): Promise<readonly [Box | null, Box | null]> {
    return Promise.all([this.page.locator('.phone').boundingBox(), this.page.locator('aside').boundingBox()]);
  }

  /** Keeps a picture if the run keeps pictures. */
  async picture(name: string): Promise<void> {
    await keepPicture(this.page, `device-page/${name}`);
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
