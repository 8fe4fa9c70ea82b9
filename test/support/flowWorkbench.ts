import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { TRIAL } from './again.ts';
import { until } from './until.ts';
import { Workbench, type WorkbenchSettings } from './workbench.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../examples');

const MOST_TABS = 60;

/** A row of the list of steps in the page. */
interface ListRow {
  readonly dataset: Readonly<Record<string, string>>;
  querySelector(selector: string): { readonly textContent: string } | null;
}

/** Flow files in a real workbench, worked on in the visual editor. */
export class FlowWorkbench {
  readonly workbench: Workbench;
  readonly #folder: string;

  constructor(workbench: Workbench, folder: string) {
    this.workbench = workbench;
    this.#folder = folder;
  }

  /** Opens a window on a new folder of files, given by name and text; the sandbox runs and its actions are known. */
  static async start(
    files: Readonly<Record<string, string>>,
    more: Omit<WorkbenchSettings, 'folder'> = {},
  ): Promise<FlowWorkbench> {
    const folder = await mkdtemp(join(tmpdir(), 'flows-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const settings = { 'files.autoSave': 'off', ...more.settings };
    const workbench = await Workbench.open({ ...more, folder, settings });
    await workbench.openViews();
    await workbench.startSandbox();
    await workbench
      .treeItem(/, action, /)
      .first()
      .waitFor();
    return new FlowWorkbench(workbench, folder);
  }

  /** Closes the window and takes the folder away. */
  async close(): Promise<void> {
    await this.workbench.close();
    await rm(this.#folder, { recursive: true });
  }

  /** Opens a file of the folder as text. */
  async openText(name: string): Promise<void> {
    const { page, hosts } = this.workbench;
    await hosts.open(join(this.#folder, name));
    await page
      .getByRole('tab', { name: new RegExp(name.replaceAll('.', '\\.')) })
      .first()
      .waitFor();
    await page.locator('.monaco-editor .view-lines').first().waitFor();
  }

  /** Sets the cursor of the text editor in front to a place of its text. */
  async goTo(text: string, offset: number): Promise<void> {
    const { page } = this.workbench;
    const lines = text.slice(0, offset).split('\n');
    const place = `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
    await this.workbench.find('Control+g', `:${place}`, '', rows => rows.first().waitFor(TRIAL));
    await page.keyboard.press('Enter');
    await this.workbench.input.waitFor({ state: 'hidden' });
    await page.locator('.monaco-editor.focused .current-line').first().waitFor();
  }

  /** Opens a file of the folder in the visual editor. */
  async open(name: string): Promise<FrameLocator> {
    await this.openText(name);
    await this.command('Cloud Devices: Open in Visual Editor');
    await this.view.getByRole('tree').waitFor();
    return this.view;
  }

  /** Saves everything and closes every editor. */
  async closeAll(): Promise<void> {
    await this.workbench.run('File: Save All');
    // What is not saved yet would be asked about.
    await this.workbench.page.locator('.tabs-container .tab.dirty').first().waitFor({ state: 'detached' });
    await this.workbench.closeEditors();
    await this.workbench.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
  }

  /** Runs a command by the palette and the keyboard. */
  async command(title: string): Promise<void> {
    await this.prepare(title);
    await this.workbench.page.keyboard.press('Enter');
    await this.workbench.input.waitFor({ state: 'hidden' });
  }

  /** Finds a command in the palette, so that Enter runs it. */
  async prepare(title: string): Promise<void> {
    const focused = this.workbench.page.locator('.focused');
    await this.workbench.find('F1', `>${title}`, title, rows => rows.and(focused).waitFor(TRIAL));
  }

  /** The page of the visual editor in front. */
  get view(): FrameLocator {
    return this.workbench.webview();
  }

  /** A step of the list by its place, such as `0.1`. */
  step(place: string): Locator {
    return this.view.locator(`[role=treeitem][data-step="${place}"]`);
  }

  /** Waits until the steps have these names at their places. */
  async hasSteps(wanted: string): Promise<void> {
    await until(`“${wanted}”`, () => this.steps(), wanted);
  }

  /** The names of the steps with their places. */
  async steps(): Promise<string> {
    // All at once, because rows come and go.
    const rows = this.view.locator('[role=treeitem][data-step]:not([data-step=""])');
    const names: unknown = await rows.evaluateAll((all: unknown) =>
      (all as readonly ListRow[]).map(
        row => `${row.dataset['step'] ?? ''} ${row.querySelector('.step-name')?.textContent ?? ''}`,
      ),
    );
    return (names as readonly string[]).join(', ');
  }

  /** Presses Tab until something has the focus. */
  async tabTo(target: Locator): Promise<void> {
    for (let left = MOST_TABS; left > 0; left--) {
      if (await target.and(this.view.locator(':focus')).isVisible()) return;
      await this.workbench.page.keyboard.press('Tab');
    }
    throw new Error('The Tab key does not lead there.');
  }

  /**
   * Gives the focus back to the page after a quick pick. VS Code does so itself, unless the page of a webview takes more
   * than 50 ms to answer, as on a busy machine.
   */
  async focusPage(): Promise<void> {
    await this.view.locator('body').evaluate('window.focus()');
  }

  /** Chooses the first line of the quick pick for a text. */
  async pick(text: string): Promise<void> {
    const { page, input } = this.workbench;
    await input.waitFor();
    await input.fill(text);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: text }).waitFor();
    await page.keyboard.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }

  /** Clicks the line of the quick pick that has a text. */
  async pickByMouse(text: string): Promise<void> {
    const { page, input } = this.workbench;
    await input.fill(text);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first().click();
    await input.waitFor({ state: 'hidden' });
  }

  /** Saves the file in front and answers what is on the disk then. */
  async saved(name: string, has: (text: string) => boolean): Promise<string> {
    await this.workbench.page.keyboard.press('Control+s');
    const file = join(this.#folder, name);
    return until('the file is written', () => readFile(file, 'utf8'), has);
  }

  /** Waits until the window has put what is not saved away for the next time, with a text in it. */
  async backedUp(text: string): Promise<void> {
    const backups = join(this.workbench.server.data, 'data/User/Backups');
    const texts = async (): Promise<readonly string[]> => {
      const found = await readdir(backups, { recursive: true, withFileTypes: true }).catch(() => []);
      const files = found.filter(one => one.isFile()).map(one => join(one.parentPath, one.name));
      return Promise.all(files.map(file => readFile(file, 'utf8').catch(() => '')));
    };
    await until('what is not saved is put away', texts, all => all.some(one => one.includes(text)));
  }
}

/** The text of a flow file of the examples. */
export function exampleFlow(name: string): Promise<string> {
  return readFile(join(EXAMPLES, `${name}.flow.json`), 'utf8');
}
