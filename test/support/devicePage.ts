import type { BrowserContext, Page } from 'playwright-core';
import { HostedPage } from './hostedPage.ts';
import { type Lifetime, usePageContexts } from './pageContexts.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { testSandbox } from './sandbox.ts';
import { devicePanelProtocol, type PanelRequest, type PanelState } from '../../src/protocol/devicePanel.ts';
import type { Box } from './stableBox.ts';
import type { Theme } from './webviewPage.ts';

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
 * Uses a browser for the tests of the surrounding suite, and returns a function that opens a device page in it, with
 * the policy of a real webview and the screenshot of a demo phone. Pages have the lifetime of their contexts.
 */
export function useDevicePages(
  lifetime?: Lifetime,
): (settings: Omit<DevicePageSettings, 'png'>) => Promise<DevicePage> {
  const createContext = usePageContexts(lifetime);
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
class DevicePage extends HostedPage<PanelRequest, PanelState> {
  readonly #settings: DevicePageSettings;

  private constructor(page: Page, settings: DevicePageSettings) {
    super(page, {
      ...{ bundle: 'devicePanel', protocol: devicePanelProtocol },
      ...{ pictures: 'device-page', parts: 'header, main, .phone, aside' },
    });
    this.#settings = settings;
  }

  static async open(context: BrowserContext, settings: DevicePageSettings): Promise<DevicePage> {
    const page = await context.newPage();
    const devicePage = new DevicePage(page, settings);
    await devicePage.load(settings.theme);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (settings.state.screen.picture) await page.locator('.glass img').waitFor();
    return devicePage;
  }

  protected override async receive(id: number, request: PanelRequest): Promise<void> {
    const { png, answer, state } = this.#settings;
    if (request.kind === 'picture' || request.kind === 'mirrorPicture') {
      await this.answer(id, png);
      return;
    }
    const usual = request.kind === 'field' ? 'text' : null;
    try {
      await this.answer(id, (await answer?.(request)) ?? usual);
    } catch (sentence) {
      await this.fail(id, sentence);
    }
    if (request.kind === 'open') await this.show(state);
  }

  /** The gestures that the page requested, in order. */
  get gestures(): readonly Extract<PanelRequest, { kind: 'perform' }>['gesture'][] {
    return this.of('perform').map(({ gesture }) => gesture);
  }

  /** Returns the positions of the screen and the sections. */
  async sections(): Promise<readonly [Box | null, Box | null]> {
    return Promise.all([this.page.locator('.phone').boundingBox(), this.page.locator('aside').boundingBox()]);
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
