import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { Command } from '../../src/manifest.ts';
import { ATTEMPT } from './retry.ts';
import { sharedFolder } from './sharedFolder.ts';
import { until } from './until.ts';
import { Workbench, type WorkbenchSettings } from './workbench.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../examples');

const MAX_TABS = 60;
/** Time after which a file is saved again if its text has arrived late, in milliseconds. */
const SAVE_AGAIN_MS = 5000;

/** A row of the step list in the page. */
interface ListRow {
  readonly dataset: Readonly<Record<string, string>>;
  querySelector(selector: string): { readonly textContent: string } | null;
}

/** Flow files in a real workbench, edited in the visual editor. */
export class FlowWorkbench {
  readonly workbench: Workbench;
  /** The path of the open folder. */
  readonly folder: string;

  constructor(workbench: Workbench, folder: string) {
    this.workbench = workbench;
    this.folder = folder;
  }

  /** Opens a window on a folder with only these files, by name and text; the sandbox runs and its actions are loaded. */
  static async start(
    files: Readonly<Record<string, string>>,
    options: Omit<WorkbenchSettings, 'folder'> = {},
  ): Promise<FlowWorkbench> {
    const folder = await sharedFolder(files);
    const settings = { 'files.autoSave': 'off', ...options.settings };
    const workbench = await Workbench.open({ ...options, folder, settings });
    await workbench.openSandbox();
    return new FlowWorkbench(workbench, folder);
  }

  async close(): Promise<void> {
    await this.workbench.close();
  }

  /** Opens a file of the folder as text. */
  async openText(name: string): Promise<void> {
    const { page, hosts } = this.workbench;
    await hosts.open(join(this.folder, name));
    await page
      .getByRole('tab', { name: new RegExp(name.replaceAll('.', '\\.')) })
      .first()
      .waitFor();
    await page.locator('.monaco-editor .view-lines').first().waitFor();
  }

  /** Changes a file of the folder on disk, as another program does. */
  async changeFile(name: string, change: (text: string) => string): Promise<void> {
    const path = join(this.folder, name);
    await writeFile(path, change(await readFile(path, 'utf8')));
  }

  /** Moves the cursor of the active text editor to an offset of its text. */
  async goTo(text: string, offset: number): Promise<void> {
    const { page } = this.workbench;
    const lines = text.slice(0, offset).split('\n');
    const position = `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
    await this.workbench.find('Control+g', `:${position}`, '', rows => rows.first().waitFor(ATTEMPT));
    await this.workbench.input.press('Enter');
    await this.workbench.input.waitFor({ state: 'hidden' });
    await page.locator('.monaco-editor.focused .current-line').first().waitFor();
    // Commands that act at the cursor ask the host.
    await until('the cursor in the host', () => this.workbench.hosts.cursor(), position);
  }

  /** Opens a file of the folder in the visual editor. */
  async open(name: string): Promise<FrameLocator> {
    await this.openText(name);
    await this.workbench.hosts.execute(Command.openFlowVisually);
    await this.view.getByRole('tree').waitFor();
    return this.view;
  }

  /** Saves everything, and waits until it is saved. */
  async saveAll(): Promise<void> {
    await this.workbench.hosts.execute('workbench.action.files.saveAll');
    await this.workbench.page.locator('.tabs-container .tab.dirty').first().waitFor({ state: 'detached' });
  }

  /** Saves everything and closes every editor. */
  async closeAll(): Promise<void> {
    // VS Code would ask about unsaved changes.
    await this.saveAll();
    await this.workbench.closeEditors();
    await this.workbench.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
  }

  /** Runs a command with the palette and the keyboard. */
  async command(title: string): Promise<void> {
    const { input, page } = this.workbench;
    await this.prepare(title, async () => {
      await input.focus(ATTEMPT);
      await page.keyboard.press('Enter');
    });
    await this.workbench.input.waitFor({ state: 'hidden' });
  }

  /** Selects a command in the palette, so that Enter runs it, and performs an action in the palette. */
  async prepare(title: string, act = (): Promise<void> => Promise.resolve()): Promise<void> {
    const focused = this.workbench.page.locator('.focused');
    await this.workbench.find('F1', `>${title}`, title, async rows => {
      await rows.and(focused).waitFor(ATTEMPT);
      await act();
    });
  }

  /** The page of the active visual editor. */
  get view(): FrameLocator {
    return this.workbench.webview();
  }

  /** Returns a step of the list by its index, such as `0.1`. */
  step(index: string): Locator {
    return this.view.locator(`[role=treeitem][data-step="${index}"]`);
  }

  /** Waits until the steps have these names and indexes. */
  async hasSteps(expected: string): Promise<void> {
    await until(`“${expected}”`, () => this.steps(), expected);
  }

  /** Returns the names of the steps with their indexes. */
  async steps(): Promise<string> {
    // Reads all rows at once, because rows come and go.
    const rows = this.view.locator('[role=treeitem][data-step]:not([data-step=""], .end)');
    const names: unknown = await rows.evaluateAll((all: unknown) =>
      (all as readonly ListRow[]).map(
        row => `${row.dataset['step'] ?? ''} ${row.querySelector('.step-name')?.textContent ?? ''}`,
      ),
    );
    return (names as readonly string[]).join(', ');
  }

  /** Presses Tab until something has the focus, once it is visible. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let left = MAX_TABS; left > 0; left--) {
      if (await target.and(this.view.locator(':focus')).isVisible()) return;
      await this.workbench.page.keyboard.press('Tab');
    }
    throw new Error('The Tab key does not lead there.');
  }

  /**
   * Returns the focus to the page after a quick pick. VS Code does so itself, unless the page takes more than 50 ms to
   * respond, as on a busy machine.
   */
  async focusPage(): Promise<void> {
    await this.view.locator('body').evaluate('window.focus()');
  }

  /** Selects the first row of the quick pick for a text. */
  async pick(text: string): Promise<void> {
    const { input } = this.workbench;
    await input.waitFor();
    await input.fill(text);
    await this.workbench.waitForFocusedRow(text);
    await input.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }

  /** Clicks the row of the quick pick with a text. */
  async pickByMouse(text: string): Promise<void> {
    const { input } = this.workbench;
    await input.fill(text);
    await this.workbench.clickRow(text);
    await input.waitFor({ state: 'hidden' });
  }

  /** Chooses an action by its name in the search of the page, by keyboard. */
  async chooseAction(name: string): Promise<void> {
    await this.#findAction(name);
    await this.workbench.page.keyboard.press('Enter');
  }

  /** Chooses an action by its name in the search of the page, by mouse. */
  async clickAction(name: string): Promise<void> {
    await (await this.#findAction(name)).click();
  }

  async #findAction(name: string): Promise<Locator> {
    await this.view
      .getByRole('combobox', { name: /^Add step/ })
      .and(this.view.locator(':focus'))
      .waitFor();
    await this.workbench.page.keyboard.type(name);
    const option = this.view.getByRole('option', { name }).and(this.view.locator('[aria-selected=true]'));
    await option.waitFor();
    return option;
  }

  /** Saves the active file and returns its text on disk. */
  async saved(name: string, has: (text: string) => boolean): Promise<string> {
    const file = join(this.folder, name);
    let next = 0;
    const save = async (): Promise<string> => {
      // VS Code saves without the text that the page still has if that takes more than 1.5 s.
      if (performance.now() >= next) {
        next = performance.now() + SAVE_AGAIN_MS;
        await this.workbench.page.keyboard.press('Control+s');
      }
      return readFile(file, 'utf8');
    };
    return until('the file is written', save, has);
  }

  /** Waits until the window has written a backup of unsaved changes with a text. */
  async backedUp(text: string): Promise<void> {
    const backups = join(this.workbench.server.data, 'data/User/Backups');
    const texts = async (): Promise<readonly string[]> => {
      const found = await readdir(backups, { recursive: true, withFileTypes: true }).catch(() => []);
      const files = found.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
      return Promise.all(files.map(file => readFile(file, 'utf8').catch(() => '')));
    };
    await until('what is not saved is put away', texts, all => all.some(backup => backup.includes(text)));
  }
}

/** Reads a flow file of the examples. */
export function exampleFlow(name: string): Promise<string> {
  return readFile(join(EXAMPLES, `${name}.flow.json`), 'utf8');
}
