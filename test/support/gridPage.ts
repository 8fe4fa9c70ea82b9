import type { BrowserContext, Locator, Page } from 'playwright-core';
import {
  gridRequest,
  type GridRequest,
  gridState,
  type GridState,
  type GridTile,
} from '../../src/protocol/deviceGrid.ts';
import { type HostEnvelope, requestEnvelope } from '../../src/protocol/envelope.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { toError } from '../../src/util/errors.ts';
import { bytesCode, messageCode, usePageContexts } from './pageContexts.ts';
import { savePicture } from './pictures.ts';
import { testSandbox } from './sandbox.ts';
import {
  findOverflowingParts,
  loadWebview,
  type Search,
  seriousFindings,
  type Theme,
} from './webviewPage.ts';

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
export function tileOf(id: string, more: Partial<GridTile> = {}): GridTile {
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
export function gridOf(tiles: readonly GridTile[], more: Partial<GridState> = {}): GridState {
  return { connection: { id: 'sandbox', name: 'Sandbox' }, tiles, actOnAll: false, last: undefined, ...more };
}

/**
 * Starts a browser for the tests of the surrounding suite, and returns a function that opens a grid page in it, with the
 * policy of a real webview and screenshots of demo devices. Pages are closed after each test.
 */
export function useGridPages(): (settings: GridPageSettings) => Promise<GridPage> {
  const createContext = usePageContexts();
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
class GridPage {
  readonly page: Page;
  readonly requests: GridRequest[] = [];
  readonly errors: string[] = [];

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(
    context: BrowserContext,
    { state, theme = 'dark', answer = () => undefined }: GridPageSettings,
    pictures: ReadonlyMap<number, Uint8Array>,
  ): Promise<GridPage> {
    const page = await context.newPage();
    const grid = new GridPage(page);
    await page.exposeFunction('hostAsk', async (message: unknown) => {
      if (!requestEnvelope(message) || !gridRequest(message.request)) {
        grid.errors.push(`The page sends ${JSON.stringify(message)}.`);
        return;
      }
      const { id, request } = message;
      grid.requests.push(request);
      if (request.kind === 'picture') {
        const size = state.tiles.find(tile => tile.id === request.id)?.size;
        await page.evaluate(bytesCode(id, pictures.get(size?.width ?? 0) ?? new Uint8Array()));
        return;
      }
      try {
        await grid.#post({ kind: 'answer', id, answer: (await answer(request)) ?? null });
      } catch (error) {
        await grid.#post({ kind: 'failure', id, sentence: toError(error).message });
      }
      if (request.kind === 'open') await grid.show(state);
    });
    await loadWebview(page, 'deviceGrid', theme, grid.errors);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return grid;
  }

  /** Sends a state to the page. */
  async show(state: GridState): Promise<void> {
    if (!gridState(state)) throw new Error('The state is of a wrong form.');
    await this.#post({ kind: 'state', state });
  }

  async #post(message: HostEnvelope): Promise<void> {
    await this.page.evaluate(messageCode(message));
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

  /** Returns the requests of a kind. */
  of<K extends GridRequest['kind']>(kind: K): readonly Extract<GridRequest, { readonly kind: K }>[] {
    return this.requests.filter(
      (one): one is Extract<GridRequest, { readonly kind: K }> => one.kind === kind,
    );
  }

  /** Returns serious and critical axe-core violations. */
  async seriousFindings(search?: Search): Promise<readonly string[]> {
    return seriousFindings(this.page, this.errors, search);
  }

  /** Returns the parts of the page whose content overflows. */
  async overflowingParts(): Promise<readonly string[]> {
    return findOverflowingParts(this.page, '.top, main, .tile, .result, header, .situation, .failure');
  }

  /** Saves a screenshot if the run saves screenshots. */
  async picture(name: string): Promise<void> {
    await savePicture(this.page, `device-grid/${name}`);
  }
}
