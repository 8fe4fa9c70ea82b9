import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import { startServer, workbenchUrl } from '../../scripts/host/server.mjs';
import { NEWEST } from '../../scripts/host/versions.mjs';
import { again, TRIAL } from './again.ts';

const root = resolve(import.meta.dirname, '../..');
const pictures = resolve(root, 'test/artifacts/ui');
const LONGEST_MS = 60_000;

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
}

/** Themes that VS Code comes with: what it calls them, and the class of the window. */
export const THEMES = {
  dark: ['Dark Modern', 'vs-dark'],
  light: ['Light Modern', 'vs'],
  'dark contrast': ['Dark High Contrast', 'hc-black'],
  'light contrast': ['Light High Contrast', 'hc-light'],
} as const;

/** A real VS Code in a real browser with a profile of its own. */
export class Workbench {
  readonly page: Page;
  readonly server: Server;
  readonly #browser: Browser;
  readonly #url: string;
  readonly context: BrowserContext;

  private constructor(server: Server, browser: Browser, context: BrowserContext, page: Page, url: string) {
    this.server = server;
    this.#browser = browser;
    this.context = context;
    this.page = page;
    this.#url = url;
  }

  static async open(all: WorkbenchSettings = {}): Promise<Workbench> {
    const { folder, settings, vsix, others, env, trusted } = all;
    const server = (await startServer({
      version: NEWEST,
      settings: { 'workbench.colorTheme': 'Default Dark Modern', ...settings },
      env,
      trusted,
      vsix,
      installed: [...(others ?? [])],
    })) as Server;
    let browser: Browser | undefined;
    try {
      browser = await launchBrowser();
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      context.setDefaultTimeout(LONGEST_MS);
      const page = await context.newPage();
      const opened = {
        folder: folder ?? resolve(root, 'examples'),
        extension: vsix ? undefined : root,
        tests: undefined,
      };
      const url = workbenchUrl(server, opened);
      const workbench = new Workbench(server, browser, context, page, url);
      await workbench.load();
      return workbench;
    } catch (error) {
      // Nobody else could end them, and a run of tests does not end before they do.
      await browser?.close();
      await server.stop();
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

  /**
   * Opens another window of the same profile in front of this one. From then on each has the focus only while it is
   * in front, as on a person's screen; otherwise a page that is driven from outside has it always.
   */
  async openAnother(): Promise<Workbench> {
    const page = await this.context.newPage();
    const other = new Workbench(this.server, this.#browser, this.context, page, this.#url);
    for (const one of [this.page, page]) {
      const session = await this.context.newCDPSession(one);
      await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    }
    await page.bringToFront();
    await page.goto(this.#url);
    await page.getByRole('tab', { name: 'Cloud Devices' }).waitFor();
    return other;
  }

  /** Shows the extension's views. */
  async openViews(): Promise<void> {
    const tab = this.page.getByRole('tab', { name: 'Cloud Devices' });
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.locator('a').click();
  }

  /** Starts the sandbox from the welcome of whichever view shows it first. */
  async startSandbox(): Promise<void> {
    const buttons = this.page.getByRole('button', { name: 'Start Sandbox' });
    await buttons.filter({ visible: true }).first().click();
  }

  /** Adds a connection by hand and signs in to it. */
  async connect(baseUrl: string, name: string, key: string): Promise<void> {
    await this.run('Cloud Devices: Add Connection');
    await this.page.getByText('Add Connection (1/2): Address').waitFor();
    await this.answer(baseUrl);
    await this.page.getByText('Add Connection (2/2): Name').waitFor();
    await this.answer(name);
    await this.page.getByText(`Sign In to ${name}`).waitFor();
    await this.answer(key);
    await this.input.waitFor({ state: 'hidden' });
  }

  /** Folds or unfolds one of the extension's views. */
  async fold(view: string, folded: boolean): Promise<void> {
    const header = this.page.getByRole('button', { name: `${view} Section` });
    await header.waitFor();
    await again(`the view ${view} ${folded ? 'folded' : 'unfolded'}`, async () => {
      // On its title: in the middle there may be buttons, which come with the mouse.
      if ((await header.getAttribute('aria-expanded', TRIAL)) === String(folded))
        await header.click({ position: { x: 30, y: 10 }, ...TRIAL });
      await this.page
        .locator(`.pane-header[aria-label="${view} Section"][aria-expanded="${String(!folded)}"]`)
        .waitFor(TRIAL);
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
      if (!(await this.input.isVisible())) await this.page.keyboard.press(key);
      await this.input.fill(typed, TRIAL);
      await act(rows);
    });
  }

  /** Points at a line or a title and presses a button that stands there meanwhile. */
  async press(place: Locator, button: string | RegExp): Promise<void> {
    await again(`the button ${String(button)}`, async () => {
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
   * The notifications of the extension. They are looked at in the notification centre, because a workbench
   * that is driven from outside shows none by itself.
   */
  async notifications(): Promise<Locator> {
    const centre = this.page.locator('.notifications-center.visible');
    if (!(await centre.isVisible())) await this.run('Notifications: Show Notifications');
    return centre.locator('.notification-list-item', { hasNotText: 'Activating extension' });
  }

  /** The document inside the webview that is shown. */
  webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  /** Changes between the dark theme, which every window starts with, and the light one. */
  async toggleTheme(): Promise<void> {
    const dark = this.page.locator('.monaco-workbench.vs-dark');
    const wasDark = await dark.isVisible();
    await this.run('Preferences: Toggle between Light/Dark Themes');
    await (wasDark ? this.page.locator('.monaco-workbench.vs') : dark).waitFor();
    await this.input.waitFor({ state: 'hidden' });
  }

  /** Dresses the window in a theme. */
  async dress(theme: keyof typeof THEMES): Promise<void> {
    const [name, look] = THEMES[theme];
    await this.run('Preferences: Color Theme');
    await this.page.getByPlaceholder(/Color Theme/).fill(name);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
    await this.page.keyboard.press('Enter');
    await this.input.waitFor({ state: 'hidden' });
    await this.page.locator(`.monaco-workbench.${look}`).waitFor();
  }

  /** Keeps a picture of the window under test/artifacts/ui. */
  async picture(name: string): Promise<void> {
    await this.page.mouse.move(700, 10);
    await this.pictureAsIs(name);
  }

  /** Keeps a picture without moving the mouse away, which some things end by. */
  async pictureAsIs(name: string): Promise<void> {
    await mkdir(pictures, { recursive: true });
    await this.page.screenshot({ path: resolve(pictures, `${name}.png`), animations: 'disabled' });
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.server.stop();
  }
}
