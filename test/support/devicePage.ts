import type { BrowserContext, Page } from 'playwright-core';
import { bytesCode, messageCode, usePageContexts } from './pageContexts.ts';
import { savePicture } from './pictures.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { testSandbox } from './sandbox.ts';
import { type HostEnvelope, requestEnvelope } from '../../src/protocol/envelope.ts';
import {
  panelRequest,
  type PanelRequest,
  panelState,
  type PanelState,
} from '../../src/protocol/devicePanel.ts';
import type { Box } from './stableBox.ts';
import {
  loadWebview,
  type Search,
  seriousFindings,
  type Theme,
  findOverflowingParts,
} from './webviewPage.ts';

/** Options of a device page. */
export interface DevicePageSettings {
  readonly state: PanelState;
  /** The bytes of every screenshot. */
  readonly png: Uint8Array;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: boolean;
  /**
   * Returns the response of the host to a request, or undefined for the default one. A thrown string is the message of
   * a failure.
   */
  readonly answer?: (request: PanelRequest) => unknown;
}

/** Returns true if the screen and the sections next to or below it do not overlap. */
export function areApart([screen, sections]: readonly [Box | null, Box | null]): boolean {
  if (!screen || !sections) return false;
  return screen.x + screen.width <= sections.x + 1 || screen.y + screen.height <= sections.y + 1;
}

/**
 * Starts a browser for the tests of the surrounding suite, and returns a function that opens a device page in it, with
 * the policy of a real webview and the screenshot of a demo phone. Pages are closed after each test.
 */
export function useDevicePages(): (settings: Omit<DevicePageSettings, 'png'>) => Promise<DevicePage> {
  const createContext = usePageContexts();
  let png: Uint8Array;

  before(async () => {
    const sandbox = await testSandbox();
    png = (await sandbox.client.takeScreenshot({ params: { deviceId: demoDeviceId('phone') } })).value;
    await sandbox.stop();
  });

  return async settings => {
    const { width = 1000, height = 760, reducedMotion = false } = settings;
    const context = await createContext({
      viewport: { width, height },
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    });
    return DevicePage.open(context, { ...settings, png });
  };
}

/** A device page with a host that shows a given state and records requests. */
class DevicePage {
  readonly page: Page;
  readonly requests: PanelRequest[];
  readonly errors: string[];

  private constructor(page: Page, requests: PanelRequest[], errors: string[]) {
    this.page = page;
    this.requests = requests;
    this.errors = errors;
  }

  static async open(
    context: BrowserContext,
    { state, png, theme = 'dark', answer = () => undefined }: DevicePageSettings,
  ): Promise<DevicePage> {
    const page = await context.newPage();
    const requests: PanelRequest[] = [];
    const errors: string[] = [];
    const devicePage = new DevicePage(page, requests, errors);
    await page.exposeFunction('hostAsk', async (message: unknown) => {
      if (!requestEnvelope(message) || !panelRequest(message.request)) {
        errors.push(`The page sends ${JSON.stringify(message)}.`);
        return;
      }
      const { id, request } = message;
      requests.push(request);
      if (request.kind === 'picture' || request.kind === 'mirrorPicture') {
        await devicePage.#postBytes(id, png);
        return;
      }
      const usual = request.kind === 'field' ? 'text' : null;
      try {
        const given = (await answer(request)) ?? usual;
        if (given instanceof Uint8Array) await devicePage.#postBytes(id, given);
        else await devicePage.#post({ kind: 'answer', id, answer: given });
      } catch (sentence) {
        await devicePage.#post({ kind: 'failure', id, sentence: String(sentence) });
      }
      if (request.kind === 'open') await devicePage.show(state);
    });
    await loadWebview(page, 'devicePanel', theme, errors);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (state.screen.picture) await page.locator('.glass img').waitFor();
    return devicePage;
  }

  /** Sends a state to the page. */
  async show(state: PanelState): Promise<void> {
    if (!panelState(state)) throw new Error('The state is of a wrong form.');
    await this.#post({ kind: 'state', state });
  }

  async #post(message: HostEnvelope): Promise<void> {
    await this.page.evaluate(messageCode(message));
  }

  async #postBytes(id: number, bytes: Uint8Array): Promise<void> {
    await this.page.evaluate(bytesCode(id, bytes));
  }

  /** The gestures that the page requested, in order. */
  get gestures(): readonly Extract<PanelRequest, { kind: 'perform' }>['gesture'][] {
    return this.requests.flatMap(request => (request.kind === 'perform' ? [request.gesture] : []));
  }

  /** Returns serious and critical axe-core violations. */
  async seriousFindings(search?: Search): Promise<readonly string[]> {
    return seriousFindings(this.page, this.errors, search);
  }

  /** Returns the parts of the page whose content overflows. */
  async overflowingParts(): Promise<readonly string[]> {
    return findOverflowingParts(this.page, 'header, main, .phone, aside');
  }

  /** Returns the positions of the screen and the sections. */
  async sections(): Promise<readonly [Box | null, Box | null]> {
    return Promise.all([this.page.locator('.phone').boundingBox(), this.page.locator('aside').boundingBox()]);
  }

  /** Saves a screenshot if the run saves screenshots. */
  async picture(name: string): Promise<void> {
    await savePicture(this.page, `device-page/${name}`);
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
