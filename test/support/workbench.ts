import { resolve } from 'node:path';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { notingTime } from '../../scripts/host/outcomes.mjs';
import { workbenchUrl } from '../../scripts/host/server.mjs';
import { clickOnce } from './clickOnce.ts';
import { retry, ATTEMPT } from './retry.ts';
import { saveFailure, watchContext } from './artifacts.ts';
import type { HostWatch } from './hostWatch.ts';
import { arePicturesSaved, savePicture } from './pictures.ts';
import { sharedBrowser } from './sharedBrowser.ts';
import { setFocus } from './windowFocus.ts';
import { type ServerOptions, WindowServer } from './windowServer.ts';

const root = resolve(import.meta.dirname, '../..');
const LONGEST_MS = 60_000;
const SIZE = { width: 1280, height: 800 };
const SETTINGS = { 'workbench.colorTheme': 'Default Dark Modern', 'workbench.reduceMotion': 'on' };

/** Options of a workbench. */
export interface WorkbenchSettings extends ServerOptions {
  /** By default, the examples. */
  readonly folder?: string;
  /** True for a window without a folder. */
  readonly isEmpty?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Prepares the page before it loads. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Built-in themes of VS Code: their names, and the class of the window. */
const THEMES = {
  dark: ['Dark Modern', 'vs-dark'],
  light: ['Light Modern', 'vs'],
  'dark contrast': ['Default High Contrast', 'hc-black'],
  'light contrast': ['Default High Contrast Light', 'hc-light'],
} as const;

/** A real VS Code in a real browser with a fresh profile. */
export class Workbench {
  readonly page: Page;
  readonly #server: WindowServer;
  readonly #url: string;
  readonly context: BrowserContext;

  private constructor(server: WindowServer, context: BrowserContext, page: Page, url: string) {
    this.#server = server;
    this.context = context;
    this.page = page;
    this.#url = url;
  }

  static async open(all: WorkbenchSettings = {}): Promise<Workbench> {
    const { folder, isEmpty, settings, prepare, ...options } = all;
    const used = await WindowServer.take({ ...SETTINGS, ...settings }, options);
    const context = await (await sharedBrowser()).newContext({ viewport: SIZE });
    try {
      context.setDefaultTimeout(LONGEST_MS);
      await watchContext(context, used.server.data);
      const page = await context.newPage();
      await prepare?.(page);
      const opened = {
        folder: isEmpty === true ? undefined : (folder ?? resolve(root, 'examples')),
        extension: options.vsix === undefined ? root : undefined,
        tests: undefined,
      };
      const workbench = new Workbench(used, context, page, workbenchUrl(used.server, opened));
      await notingTime('window', () => workbench.load());
      return workbench;
    } catch (error) {
      await saveFailure('a window that did not open');
      await context.close();
      await used.stop();
      throw error;
    }
  }

  /** The VS Code server of the window. */
  get server(): WindowServer['server'] {
    return this.#server.server;
  }

  /** Observes and controls the extension hosts of the windows. */
  get hosts(): HostWatch {
    return this.#server.hosts;
  }

  /** Opens the window again, like a reload. */
  async load(): Promise<void> {
    const hostCount = await this.hosts.count();
    await this.page.goto(this.#url);
    await this.page.locator('.monaco-workbench .activitybar').waitFor();
    await this.page.getByRole('tab', { name: 'Cloud Devices' }).waitFor();
    await this.page.locator('.monaco-workbench.vs-dark, .monaco-workbench.hc-black').waitFor();
    // Rendered together with the keyboard listeners; before, F1 would open the help of the browser.
    await this.page.locator('[id="status.problems"]').waitFor();
    await this.hosts.waitForMore(hostCount);
  }

  /** Opens another window of the same profile in front of this one, which loses the focus. */
  async openAnother(): Promise<Workbench> {
    await this.page.evaluate(setFocus, false);
    const page = await this.context.newPage();
    const other = new Workbench(this.#server, this.context, page, this.#url);
    await other.load();
    return other;
  }

  /** Returns the focus to the window. */
  async focus(): Promise<void> {
    await this.page.bringToFront();
    await this.page.evaluate(setFocus, true);
  }

  /** Advances the timers of the extension in every window, in order. */
  async advance(milliseconds: number): Promise<void> {
    await this.hosts.advance(milliseconds);
  }

  /** Shows the extension's views. */
  async openViews(): Promise<void> {
    const tab = this.page.getByRole('tab', { name: 'Cloud Devices' });
    const header = this.header('Flows');
    // A click while the window restores the views hides them, and another click shows them again.
    await retry('the views', async () => {
      if (!(await header.isVisible())) await tab.locator('a').click(ATTEMPT);
      await header.waitFor(ATTEMPT);
    });
  }

  /** Starts the sandbox from the first welcome view that is visible. */
  async startSandbox(): Promise<void> {
    const buttons = this.page.getByRole('button', { name: 'Start Sandbox' });
    await buttons.filter({ visible: true }).first().click();
  }

  /** Shows the extension's views with the sandbox, and waits for its actions. */
  async openSandbox(): Promise<void> {
    await this.openViews();
    await this.startSandbox();
    await this.waitForActions();
  }

  /** Waits until the first actions of the connection are listed, after which their view can be folded for good. */
  async waitForActions(): Promise<void> {
    await this.treeItem(/, action, /)
      .first()
      .waitFor();
  }

  /** Adds a connection manually and signs in. */
  async connect(baseUrl: string, name: string, key: string): Promise<void> {
    await this.run('Cloud Devices: Add Connection');
    await this.page.getByText('Add Connection: Address (1/3)').waitFor();
    await this.answer(baseUrl);
    await this.page.getByText('Add Connection: Name (2/3)').waitFor();
    await this.answer(name);
    await this.page.getByText('Add Connection: API Key (3/3)').waitFor();
    await this.answer(key);
    await this.input.waitFor({ state: 'hidden' });
    // The previous connection stays active until the new one is saved.
    await this.page.locator('.statusbar-item', { hasText: name }).waitFor();
  }

  /** Collapses or expands one of the extension's views. */
  async fold(view: string, folded: boolean): Promise<void> {
    const header = this.header(view);
    await header.waitFor();
    await retry(`the view ${view} ${folded ? 'folded' : 'unfolded'}`, async () => {
      // Clicks the title, since buttons may appear in the middle on hover.
      if ((await header.getAttribute('aria-expanded', ATTEMPT)) === String(folded))
        await header.click({ position: { x: 30, y: 10 }, ...ATTEMPT });
      await this.page
        .locator(`.pane-header[aria-expanded="${String(!folded)}"]`)
        .and(header)
        .waitFor(ATTEMPT);
    });
  }

  /** Returns the header of one of the extension's views. */
  header(view: string): Locator {
    return this.page.locator('.pane-header', {
      has: this.page.locator('h3.title', { hasText: new RegExp(`^${view}$`) }),
    });
  }

  /** Runs a command by title in the palette. */
  async run(title: string): Promise<void> {
    await this.find('F1', `>${title}`, title, rows => clickOnce(rows.first()));
    // The palette must not be mistaken for an input of the command.
    await this.quickPickRows(title).first().waitFor({ state: 'hidden' });
  }

  /**
   * Opens the quick input with a key, searches for a text, and performs an action on the rows with a text. All is
   * retried if the window does not handle keys yet, so that F1 opens the help of the browser, or something else takes
   * the focus, such as a document that opens late.
   */
  async find(key: string, typed: string, text: string, act: (rows: Locator) => Promise<void>): Promise<void> {
    // A quick input that is still closing could be mistaken for the new one.
    await this.input.waitFor({ state: 'hidden' });
    const rows = this.quickPickRows(text);
    await retry(`“${text}” in the quick input`, async () => {
      for (const other of this.context.pages()) if (other !== this.page) await other.close();
      await this.page.bringToFront();
      await this.leave();
      // The palette lists the commands available when it was opened.
      if (await this.input.isVisible()) await this.input.press('Escape', ATTEMPT);
      await this.page.keyboard.press(key);
      await this.input.fill(typed, ATTEMPT);
      await act(rows);
    });
  }

  /**
   * Hovers over an item or a title and clicks a button that appears; with `expected`, until this element is visible,
   * since a button that uses its line has no effect while VS Code replaces it.
   */
  async press(target: Locator, button: string | RegExp, expected?: Locator): Promise<void> {
    await retry(`the button ${String(button)}`, async () => {
      if (await expected?.isVisible()) return;
      await this.leave();
      await target.hover(ATTEMPT);
      // A row that is rendered again below the mouse may lose its buttons.
      await clickOnce(target.getByRole('button', { name: button }));
      await expected?.waitFor(ATTEMPT);
    });
  }

  /** The field of the quick input. */
  get input(): Locator {
    return this.page.locator('.quick-input-widget:not([style*="display: none"]) input.input');
  }

  /** The rows of the quick pick with a text. */
  quickPickRows(text: string | RegExp): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  }

  /** Waits until the row of the quick pick with a text is the one that Enter accepts. */
  async waitForFocusedRow(text: string): Promise<void> {
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: text }).waitFor();
  }

  /**
   * Clicks a row of the quick pick, or the first one with a text. The mouse leaves the list before, since the tooltip of
   * another row could cover this one.
   */
  async clickRow(row: Locator | string | RegExp): Promise<void> {
    await this.leave();
    const rows = typeof row === 'string' || row instanceof RegExp ? this.quickPickRows(row) : row;
    await rows.first().click();
  }

  /** Fills in the quick input and accepts. */
  async answer(text: string): Promise<void> {
    await this.input.waitFor();
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Returns an item of a tree view by the start of its accessible name. */
  treeItem(name: string | RegExp): Locator {
    return this.page.getByRole('treeitem', { name });
  }

  /**
   * Returns the notifications of the extension. Uses the notification center, because toasts disappear after a while.
   */
  async notifications(): Promise<Locator> {
    await this.hosts.execute('notifications.showList');
    const center = this.page.locator('.notifications-center.visible');
    return center.locator('.notification-list-item', { hasNotText: 'Activating extension' });
  }

  /** Returns the notifications with a text, once there is one. */
  async notification(text: string | RegExp): Promise<Locator> {
    let found: Locator | undefined;
    await retry(`the notification ${String(text)}`, async () => {
      // The center closes with its last notification, such as a progress notification.
      found = (await this.notifications()).filter({ hasText: text });
      await found.first().waitFor(ATTEMPT);
    });
    return found!;
  }

  /** Clicks a button of a notification, which moves when another notification goes. */
  async pressNotification(text: string, name: string): Promise<void> {
    await retry(`the button ${name}`, async () => {
      const told = await this.notification(text);
      await clickOnce(told.first().getByRole('button', { name, exact: true }));
    });
  }

  /** Returns a notification toast. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  /** Clears all notifications. */
  async clearNotifications(): Promise<void> {
    // A center that was opened empty would keep later notifications; showing it once more prevents that.
    await this.hosts.execute('notifications.showList');
    await this.hosts.execute('notifications.clearAll');
  }

  /** Closes the tabs of all editors. */
  async closeEditors(): Promise<void> {
    await this.hosts.execute('workbench.action.closeAllEditors');
  }

  /** Returns the document inside the visible webview. */
  webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  /** Changes the theme of the window through the user settings. */
  async dress(theme: keyof typeof THEMES): Promise<void> {
    const [name, className] = THEMES[theme];
    await this.hosts.configure('workbench.colorTheme', name);
    await this.page.locator(`.monaco-workbench.${className}`).waitFor();
  }

  /** Calls `look` in the dark theme, which is the default, and in all others if the run saves screenshots. */
  async inThemes(look: (theme: string) => Promise<void>): Promise<void> {
    await look('dark');
    if (!arePicturesSaved) return;
    for (const theme of ['light', 'dark contrast', 'light contrast'] as const) {
      await this.dress(theme);
      await look(theme.replace(' ', '-'));
    }
    await this.dress('dark');
  }

  /** Saves screenshots of the window in all themes if the run saves screenshots. */
  async pictures(name: string): Promise<void> {
    await this.inThemes(theme => this.picture(`${name}-${theme}`));
  }

  /** Moves the mouse to the empty middle of the status bar, so that no tooltip covers anything. */
  async leave(): Promise<void> {
    await this.page.mouse.move(SIZE.width / 2, SIZE.height - 5);
  }

  /** Saves a screenshot of the window if the run saves screenshots. */
  async picture(name: string): Promise<void> {
    await this.leave();
    await this.pictureAsIs(name);
  }

  /** Saves a screenshot without moving the mouse, which would end some states. */
  async pictureAsIs(name: string): Promise<void> {
    await savePicture(this.page, name);
  }

  /** Closes the windows of the profile. */
  async close(): Promise<void> {
    // A window that goes to another page ends its extension host; closing it would keep the host for a while.
    for (const page of this.context.pages()) {
      page.on('dialog', dialog => void dialog.accept());
      await page.goto('about:blank');
    }
    await this.context.close();
    await this.#server.release();
  }
}
