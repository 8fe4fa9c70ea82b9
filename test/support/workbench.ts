import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { notingTime } from '../../scripts/host/outcomes.mjs';
import { receiveBuffers } from '../../scripts/host/receiveBuffers.mjs';
import { QUIET_SETTINGS, workbenchUrl } from '../../scripts/host/server.mjs';
import { atEnd } from './atEnd.ts';
import { clickOnce } from './clickOnce.ts';
import { retry, ATTEMPT } from './retry.ts';
import { hasFailed, saveFailure, watchContext } from './artifacts.ts';
import type { HostWatch } from './hostWatch.ts';
import { arePicturesSaved, savePicture } from './pictures.ts';
import { sharedBrowser } from './sharedBrowser.ts';
import { isSharedFolder } from './sharedFolder.ts';
import { setFocus } from './windowFocus.ts';
import { type ServerOptions, WindowServer } from './windowServer.ts';

const root = resolve(import.meta.dirname, '../..');
const MAX_MS = 60_000;
const SIZE = { width: 1280, height: 800 };
const SETTINGS = { 'workbench.colorTheme': 'Default Dark Modern', 'workbench.reduceMotion': 'on' };

/** Longest time in milliseconds in which a window closes everything. */
const RESET_MS = 30_000;
/** The views that are not folded in a new window. */
const UNFOLDED: ReadonlySet<string> = new Set(['Flows', 'Devices', 'Mailboxes']);

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

/** The windows on the shared folder that no test uses; at most one. */
const kept: Workbench[] = [];

function keep(workbench: Workbench): void {
  kept.push(workbench);
  atEnd(async () => {
    await kept.pop()?.end();
  });
}

/** Returns the kept window, unless a test has failed since. */
async function takeKept(): Promise<Workbench | undefined> {
  const workbench = kept.pop();
  if (workbench === undefined || !hasFailed(workbench.context)) return workbench;
  await workbench.end();
  return undefined;
}

async function timeAfter(milliseconds: number): Promise<never> {
  await setTimeout(milliseconds, undefined, { ref: false });
  throw new Error('The window does not close everything.');
}

/** A real VS Code in a real browser with a fresh profile. */
export class Workbench {
  readonly page: Page;
  readonly #server: WindowServer;
  readonly #url: string;
  /** True if another test may use the window. */
  readonly #isShared: boolean;
  readonly context: BrowserContext;

  private constructor(
    server: WindowServer,
    context: BrowserContext,
    page: Page,
    url: string,
    isShared: boolean,
  ) {
    this.#server = server;
    this.context = context;
    this.page = page;
    this.#url = url;
    this.#isShared = isShared;
  }

  /**
   * Opens a window. One on the shared folder with the default options of the server is the window of an earlier test if
   * possible.
   */
  static async open(all: WorkbenchSettings = {}): Promise<Workbench> {
    const { folder, isEmpty, settings, prepare, ...options } = all;
    const isShared = isSharedFolder(folder) && Object.keys(options).length === 0;
    const kept = isShared ? await takeKept() : undefined;
    if (kept) {
      await kept.#configure({ ...SETTINGS, ...settings });
      return kept;
    }
    const used = await WindowServer.take({ ...SETTINGS, ...settings }, options);
    const context = await (await sharedBrowser()).newContext({ viewport: SIZE });
    try {
      context.setDefaultTimeout(MAX_MS);
      await watchContext(context, used.server.data);
      await context.addInitScript(receiveBuffers);
      const page = await context.newPage();
      await prepare?.(page);
      const opened = {
        folder: isEmpty === true ? undefined : (folder ?? resolve(root, 'examples')),
        extension: options.vsix === undefined ? root : undefined,
        tests: undefined,
      };
      const workbench = new Workbench(used, context, page, workbenchUrl(used.server, opened), isShared);
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
    const other = new Workbench(this.#server, this.context, page, this.#url, false);
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

  /** Shows the extension's views with the sandbox, and waits for its lists. */
  async openSandbox(): Promise<void> {
    await this.openViews();
    await this.startSandbox();
    await this.waitForLists();
  }

  /** Waits until the first records of the connection are listed, after which their views can be folded for good. */
  async waitForLists(): Promise<void> {
    await this.treeItem(/, (flow|device|mailbox)\b/)
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
    // The list may be filtered, and its rows rendered again, between the press and the release.
    await retry(`the row ${String(row)}`, () => clickOnce(rows.first()));
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

  /** Keeps a shared window for another test if no test has failed in it, and closes any other with its profile. */
  async close(): Promise<void> {
    if (!this.#isShared || hasFailed(this.context) || !(await this.#isReset())) return this.end();
    keep(this);
  }

  /** Resets the window as far as tests depend on it. Returns false if it does not become as it was. */
  async #isReset(): Promise<boolean> {
    try {
      for (const other of this.context.pages()) if (other !== this.page) await other.close();
      this.page.removeAllListeners('dialog');
      await this.context.clearPermissions();
      await this.page.setViewportSize(SIZE);
      await this.hosts.execute('workbench.action.closeQuickOpen');
      await this.#foldViews();
      await Promise.race([this.hosts.clear(), timeAfter(RESET_MS)]);
      await this.#configure(SETTINGS);
      const stored = globSync('data/User/**/sandbox.db*', { cwd: this.server.data });
      for (const name of stored) await rm(join(this.server.data, name), { recursive: true });
      await this.page
        .locator('.tabs-container .tab')
        .first()
        .waitFor({ state: 'detached', ...ATTEMPT });
      await this.leave();
      return true;
    } catch {
      return false;
    }
  }

  /** Shows the extension's views, folded as in a new window. */
  async #foldViews(): Promise<void> {
    await this.openViews();
    await this.#clearSelections();
    const titles = this.page.locator('.sidebar .pane-header h3.title').filter({ visible: true });
    for (const view of await titles.allTextContents()) await this.fold(view, !UNFOLDED.has(view));
  }

  /** Selects nothing in the views, which keep the selection of equal IDs: menus of several records offer less. */
  async #clearSelections(): Promise<void> {
    const selected = this.page.locator('[role=treeitem][aria-selected=true]');
    const lists = this.page.locator('.sidebar .monaco-list', { has: selected });
    await retry('the cleared selections', async () => {
      const list = lists.first();
      while (await list.isVisible()) {
        await list.focus(ATTEMPT);
        await this.hosts.execute('list.clear');
        await list
          .locator(selected)
          .first()
          .waitFor({ state: 'detached', ...ATTEMPT });
      }
    });
  }

  /** Gives the user settings these values, and removes all others that the profile did not have. */
  async #configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    const text = await readFile(join(this.server.data, 'data/User/settings.json'), 'utf8');
    const now = JSON.parse(text) as Record<string, unknown>;
    const wanted: Record<string, unknown> = { ...QUIET_SETTINGS, ...settings };
    for (const name of new Set([...Object.keys(now), ...Object.keys(wanted)]))
      if (!isDeepStrictEqual(now[name], wanted[name])) await this.hosts.configure(name, wanted[name]);
  }

  /** Closes the windows of the profile. */
  async end(): Promise<void> {
    // A window that goes to another page ends its extension host; closing it would keep the host for a while.
    for (const page of this.context.pages()) {
      page.on('dialog', dialog => void dialog.accept());
      await page.goto('about:blank');
    }
    await this.context.close();
    await this.#server.release();
  }
}
