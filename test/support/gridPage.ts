import type { BrowserContext, Locator, Page } from 'playwright-core';
import {
  deviceGridProtocol,
  type GridRequest,
  type GridState,
  type TileState,
} from '../../src/protocol/deviceGrid.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { HostedPage } from './hostedPage.ts';
import { type Lifetime, usePageContexts } from './pageContexts.ts';
import { testSandbox } from './sandbox.ts';
import type { Theme } from './webviewPage.ts';

/** The demo devices whose screenshots a grid page shows, by the size of their screens. */
const PICTURES = { phone: { width: 1080, height: 2400 }, tablet: { width: 1600, height: 2560 } } as const;

/** Options of a grid page. */
export interface GridPageSettings {
  readonly state: GridState;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: boolean;
  /** Returns the response of the host to a request, by default null. The message of an error is that of a failure. */
  readonly answer?: (request: GridRequest) => unknown;
}

/** Returns a tile of a grid that shows the screen of a demo phone. */
export function tileOf(id: string, more: Partial<TileState> = {}): TileState {
  const size = PICTURES.phone;
  return {
    id,
    name: id,
    state: 'ready',
    situation: undefined,
    size,
    picture: 1,
    outcome: undefined,
    ...more,
  };
}

/** Returns the state of a grid with these tiles. */
export function gridOf(tiles: readonly TileState[], more: Partial<GridState> = {}): GridState {
  return { connection: { id: 'sandbox', name: 'Sandbox' }, tiles, actOnAll: false, last: undefined, ...more };
}

/**
 * Uses a browser for the tests of the surrounding suite, and returns a function that opens a grid page in it, with the
 * policy of a real webview and screenshots of demo devices. Pages have the lifetime of their contexts.
 */
export function useGridPages(lifetime?: Lifetime): (settings: GridPageSettings) => Promise<GridPage> {
  const createContext = usePageContexts(lifetime);
  const pictures = new Map<number, Uint8Array>();

  before(async () => {
    const sandbox = await testSandbox();
    for (const [key, { width }] of Object.entries(PICTURES)) {
      const { value } = await sandbox.client.takeScreenshot({ params: { deviceId: demoDeviceId(key) } });
      pictures.set(width, value);
    }
    await sandbox.stop();
  });

  return async settings => {
    const { width = 1000, height = 760, reducedMotion = false } = settings;
    const context = await createContext({
      viewport: { width, height },
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    });
    return GridPage.open(context, settings, pictures);
  };
}

/** A grid page with a host that shows a given state and records requests. */
class GridPage extends HostedPage<GridRequest, GridState> {
  readonly #settings: GridPageSettings;
  readonly #pictures: ReadonlyMap<number, Uint8Array>;

  private constructor(page: Page, settings: GridPageSettings, pictures: ReadonlyMap<number, Uint8Array>) {
    super(page, {
      ...{ bundle: 'deviceGrid', protocol: deviceGridProtocol, pictures: 'device-grid' },
      parts: '.top, main, .tile, .result, header, .situation, .failure',
    });
    this.#settings = settings;
    this.#pictures = pictures;
  }

  static async open(
    context: BrowserContext,
    settings: GridPageSettings,
    pictures: ReadonlyMap<number, Uint8Array>,
  ): Promise<GridPage> {
    const page = await context.newPage();
    const grid = new GridPage(page, settings, pictures);
    await grid.load(settings.theme);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return grid;
  }

  protected override async receive(id: number, request: GridRequest): Promise<void> {
    const { state, answer } = this.#settings;
    if (request.kind === 'picture') {
      const size = state.tiles.find(tile => tile.id === request.id)?.size;
      await this.answer(id, this.#pictures.get(size?.width ?? 0) ?? new Uint8Array());
      return;
    }
    try {
      await this.answer(id, (await answer?.(request)) ?? null);
    } catch (error) {
      await this.fail(id, error);
    }
    if (request.kind === 'open') await this.show(state);
  }

  /** The screen of a device by its name. */
  screen(name: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Screen of ${name}(:|$)`) });
  }

  /** Returns the number of tiles whose picture is drawn, which makes a canvas as large as its tile. */
  async drawn(): Promise<number> {
    return this.page.evaluate(
      `[...document.querySelectorAll('canvas')].filter(one => one.width !== 300 || one.height !== 150).length`,
    );
  }
}
