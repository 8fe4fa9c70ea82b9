import { resolve } from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import { notingTime } from '../../scripts/host/outcomes.mjs';
import { startServer, workbenchUrl } from '../../scripts/host/server.mjs';
import { NEWEST } from '../../scripts/host/versions.mjs';
import { again, TRIAL } from './again.ts';
import { keepFailure, watchContext } from './artifacts.ts';
import { HostWatch } from './hostWatch.ts';
import { arePicturesKept, keepPicture } from './pictures.ts';

const root = resolve(import.meta.dirname, '../..');
const LONGEST_MS = 60_000;

const SETTINGS = { 'workbench.colorTheme': 'Default Dark Modern', 'workbench.reduceMotion': 'on' };

interface Server {
  readonly url: string;
  readonly port: number;
  readonly data: string;
  stop(): Promise<void>;
}

/** What a workbench is opened with. */
export interface WorkbenchSettings {
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Installs the extension from this file instead of loading it from the working tree. */
  readonly vsix?: string;
  /** Folders of other extensions that are installed, too. */
  readonly others?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the folder is trusted, which it is unless this says otherwise. */
  readonly trusted?: boolean;
  /** Tells whether all extensions that come with VS Code are there, and not only those that a test needs. */
  readonly hasAllBuiltIns?: boolean;
}

/** Themes that VS Code comes with: what it calls them, and the class of the window. */
export const THEMES = {
  dark: ['Dark Modern', 'vs-dark'],
  light: ['Light Modern', 'vs'],
  'dark contrast': ['Default High Contrast', 'hc-black'],
  'light contrast': ['Default High Contrast Light', 'hc-light'],
} as const;

/** A real VS Code in a real browser with a profile of its own. */
export class Workbench {
  readonly page: Page;
  readonly server: Server;
  readonly #browser: Browser;
  readonly #url: string;
  readonly context: BrowserContext;
  /** Knows the extension hosts of the windows from within. */
  readonly hosts: HostWatch;

  private constructor(
    server: Server,
    hosts: HostWatch,
    browser: Browser,
    context: BrowserContext,
    page: Page,
    url: string,
  ) {
    this.server = server;
    this.hosts = hosts;
    this.#browser = browser;
    this.context = context;
    this.page = page;
    this.#url = url;
  }

  static async open(all: WorkbenchSettings = {}): Promise<Workbench> {
    const { folder, settings, vsix, others, env, trusted, hasAllBuiltIns } = all;
    const hosts = await HostWatch.create();
    const server = (await startServer({
      version: NEWEST,
      settings: { ...SETTINGS, ...settings },
      env: { ...env, ...hosts.env },
      trusted,
      vsix,
      // An extension under development is not loaded without it.
      hasTestDriver: vsix === undefined,
      hasAllBuiltIns,
      installed: [hosts.extension, ...(others ?? [])],
    })) as Server;
    let browser: Browser | undefined;
    try {
      browser = await launchBrowser();
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      context.setDefaultTimeout(LONGEST_MS);
      await watchContext(context, server.data);
      const page = await context.newPage();
      const opened = {
        folder: folder ?? resolve(root, 'examples'),
        extension: vsix ? undefined : root,
        tests: undefined,
      };
      const url = workbenchUrl(server, opened);
      const workbench = new Workbench(server, hosts, browser, context, page, url);
      await notingTime('window', () => workbench.load());
      return workbench;
    } catch (error) {
      await keepFailure('a window that did not open');
      // Nobody else could end them, and a run of tests does not end before they do.
      await browser?.close();
      await server.stop();
      await hosts.remove();
      throw error;
    }
  }

  /** Opens the window anew, as a reload does. */
  async load(): Promise<void> {
    await this.page.goto(this.#url);
    await this.page.locator('.monaco-workbench .activitybar').waitFor();
    await this.page.getByRole('tab', { name: 'Cloud Devices' }).waitFor();
    await this.page.locator('.monaco-workbench.vs-dark, .monaco-workbench.hc-black').waitFor();
    // Comes with the parts that listen to keys; before them, F1 would open the browser's own help.
    await this.page.locator('[id="status.problems"]').waitFor();
  }

  /** Opens another window of the same profile in front of this one, which has lost the focus then. */
  async openAnother(): Promise<Workbench> {
    await this.page.evaluate(setFocus, false);
    const page = await this.context.newPage();
    const other = new Workbench(this.server, this.hosts, this.#browser, this.context, page, this.#url);
    await page.goto(this.#url);
    await page.getByRole('tab', { name: 'Cloud Devices' }).waitFor();
    return other;
  }

  /** Gives the window the focus back. */
  async focus(): Promise<void> {
    await this.page.bringToFront();
    await this.page.evaluate(setFocus, true);
  }

  /** Moves the time of the extension on in every window: what it waits for falls due, in order. */
  async advance(milliseconds: number): Promise<void> {
    await this.hosts.advance(milliseconds);
  }

  /** Shows the extension's views. */
  async openViews(): Promise<void> {
    const tab = this.page.getByRole('tab', { name: 'Cloud Devices' });
    const header = this.header('Flows');
    // A click while the window restores the views hides them, and one more click shows them again.
    await again('the views', async () => {
      if (!(await header.isVisible())) await tab.locator('a').click(TRIAL);
      await header.waitFor(TRIAL);
    });
  }

  /** Starts the sandbox from the welcome of whichever view shows it first. */
  async startSandbox(): Promise<void> {
    const buttons = this.page.getByRole('button', { name: 'Start Sandbox' });
    await buttons.filter({ visible: true }).first().click();
  }

  /** Adds a connection by hand and signs in to it. */
  async connect(baseUrl: string, name: string, key: string): Promise<void> {
    await this.run('Cloud Devices: Add Connection');
    await this.page.getByText('Add Connection: Address (1/3)').waitFor();
    await this.answer(baseUrl);
    await this.page.getByText('Add Connection: Name (2/3)').waitFor();
    await this.answer(name);
    await this.page.getByText('Add Connection: API Key (3/3)').waitFor();
    await this.answer(key);
    await this.input.waitFor({ state: 'hidden' });
    // The former connection stays in use until the new one is saved.
    await this.page.locator('.statusbar-item', { hasText: name }).waitFor();
  }

  /** Folds or unfolds one of the extension's views. */
  async fold(view: string, folded: boolean): Promise<void> {
    const header = this.header(view);
    await header.waitFor();
    await again(`the view ${view} ${folded ? 'folded' : 'unfolded'}`, async () => {
      // On its title: in the middle there may be buttons, which come with the mouse.
      if ((await header.getAttribute('aria-expanded', TRIAL)) === String(folded))
        await header.click({ position: { x: 30, y: 10 }, ...TRIAL });
      await this.page
        .locator(`.pane-header[aria-expanded="${String(!folded)}"]`)
        .and(header)
        .waitFor(TRIAL);
    });
  }

  /** The header of one of the extension's views. */
  header(view: string): Locator {
    return this.page.locator('.pane-header', {
      has: this.page.locator('h3.title', { hasText: new RegExp(`^${view}$`) }),
    });
  }

  /** Runs a command by its title through the palette. */
  async run(title: string): Promise<void> {
    await this.find('F1', `>${title}`, title, rows => rows.first().click(TRIAL));
  }

  /**
   * Opens the quick input by a key, looks for a text, and does something with the rows that have a text. A window that
   * does not listen to keys yet leaves F1 to the browser, whose help takes the focus away; what else takes it, such as
   * a document that opens late, closes the quick input again: then all is done once more.
   */
  async find(key: string, typed: string, text: string, act: (rows: Locator) => Promise<void>): Promise<void> {
    // One that is still closing would be taken for the new one.
    await this.input.waitFor({ state: 'hidden' });
    const rows = this.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
    await again(`“${text}” in the quick input`, async () => {
      for (const other of this.context.pages()) if (other !== this.page) await other.close();
      await this.page.bringToFront();
      // The list of commands is the one of the moment at which the palette was opened.
      if (await this.input.isVisible()) await this.input.press('Escape', TRIAL);
      await this.page.keyboard.press(key);
      await this.input.fill(typed, TRIAL);
      await act(rows);
    });
  }

  /** Points at a line or a title and presses a button that stands there meanwhile. */
  async press(place: Locator, button: string | RegExp): Promise<void> {
    await again(`the button ${String(button)}`, async () => {
      await this.leave();
      await place.hover(TRIAL);
      // A line that is drawn anew below the mouse may lose its buttons.
      await place.getByRole('button', { name: button }).click(TRIAL);
    });
  }

  /** The field of the quick input. */
  get input(): Locator {
    return this.page.locator('.quick-input-widget:not([style*="display: none"]) input.input');
  }

  /** Fills the quick input and accepts. */
  async answer(text: string): Promise<void> {
    await this.input.waitFor();
    await this.input.fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** A line of a tree view by the beginning of its accessible name. */
  treeItem(name: string | RegExp): Locator {
    return this.page.getByRole('treeitem', { name });
  }

  /**
   * The notifications of the extension. They are looked at in the notification center, because those that come up by
   * themselves go after a while.
   */
  async notifications(): Promise<Locator> {
    await this.hosts.execute('notifications.showList');
    const center = this.page.locator('.notifications-center.visible');
    return center.locator('.notification-list-item', { hasNotText: 'Activating extension' });
  }

  /** The notifications with a text, once there is one. */
  async notification(text: string | RegExp): Promise<Locator> {
    let found: Locator | undefined;
    await again(`the notification ${String(text)}`, async () => {
      // The center closes with the last notification in it, such as one of progress just before.
      found = (await this.notifications()).filter({ hasText: text });
      await found.first().waitFor(TRIAL);
    });
    return found!;
  }

  /** A notification that comes up by itself, as a person sees it. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  /** Takes all notifications away. */
  async clearNotifications(): Promise<void> {
    // A center that was opened empty would keep what came since; showing it once more prevents that.
    await this.hosts.execute('notifications.showList');
    await this.hosts.execute('notifications.clearAll');
  }

  /** Closes the tabs of all editors. */
  async closeEditors(): Promise<void> {
    await this.hosts.execute('workbench.action.closeAllEditors');
  }

  /** The document inside the webview that is shown. */
  webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  /** Dresses the window in a theme, by the settings of its user. */
  async dress(theme: keyof typeof THEMES): Promise<void> {
    const [name, look] = THEMES[theme];
    await this.hosts.configure('workbench.colorTheme', name);
    await this.page.locator(`.monaco-workbench.${look}`).waitFor();
  }

  /** Looks at the window in the dark theme, which it starts with, and in all others if the run keeps pictures. */
  async inThemes(look: (theme: string) => Promise<void>): Promise<void> {
    await look('dark');
    if (!arePicturesKept) return;
    for (const theme of ['light', 'dark contrast', 'light contrast'] as const) {
      await this.dress(theme);
      await look(theme.replace(' ', '-'));
    }
    await this.dress('dark');
  }

  /** Keeps pictures of the window in all themes if the run keeps pictures. */
  async pictures(name: string): Promise<void> {
    await this.inThemes(theme => this.picture(`${name}-${theme}`));
  }

  /** Moves the mouse to where nothing is, so that no tooltip covers anything. */
  async leave(): Promise<void> {
    await this.page.mouse.move(700, 10);
  }

  /** Keeps a picture of the window if the run keeps pictures. */
  async picture(name: string): Promise<void> {
    await this.leave();
    await this.pictureAsIs(name);
  }

  /** Keeps a picture without moving the mouse away, which some things end by. */
  async pictureAsIs(name: string): Promise<void> {
    await keepPicture(this.page, name);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.server.stop();
    await this.hosts.remove();
  }
}

/** Runs in the page: has it lose or get the focus, which a page that is driven from outside has always. */
function setFocus(focused: boolean): void {
  const { document, dispatchEvent } = globalThis as unknown as BrowserWindow;
  document.hasFocus = () => focused;
  dispatchEvent(new Event(focused ? 'focus' : 'blur'));
}

/** The part of a browser's globals that is used here; tests have no DOM types. */
interface BrowserWindow {
  readonly document: { hasFocus: () => boolean };
  readonly dispatchEvent: (event: Event) => boolean;
}
