import type { Locator } from 'playwright-core';
import { again, TRIAL } from './again.ts';
import type { Workbench } from './workbench.ts';

const VIEWS = ['Flows', 'Actions', 'Devices', 'Mailboxes', 'Webhooks', 'Activity'];

/** The extension's views, used with the mouse and the keyboard as a person does. */
export class Sidebar {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Leaves only one of the views open. */
  async look(view: string): Promise<void> {
    for (const other of VIEWS) if (other !== view) await this.#workbench.fold(other, true);
    await this.#workbench.fold(view, false);
  }

  /** The first line whose accessible name fits. */
  line(name: RegExp): Locator {
    return this.#workbench.treeItem(name).first();
  }

  /** Shows what is below a line. */
  async unfold(name: RegExp): Promise<void> {
    const line = this.line(name);
    await line.waitFor();
    await again(`${String(name)} unfolded`, async () => {
      if ((await line.getAttribute('aria-expanded', TRIAL)) !== 'true') await line.click(TRIAL);
      await this.#workbench.page.locator('[role=treeitem][aria-expanded=true]').and(line).waitFor(TRIAL);
    });
  }

  /** Presses a button that stands on a line while the mouse is over it. */
  async press(name: RegExp, button: RegExp): Promise<void> {
    await this.#workbench.press(this.line(name), button);
  }

  /** Presses a button in the title of a view. */
  async pressTitle(view: string, button: RegExp): Promise<void> {
    await this.#workbench.press(this.#workbench.header(view), button);
  }

  /** Chooses an entry of a line's context menu. */
  async choose(name: RegExp, entry: string): Promise<void> {
    const { page } = this.#workbench;
    await this.#workbench.leave();
    await this.line(name).click({ button: 'right' });
    // A click so soon after the one that opened the menu would count as part of it.
    await page.getByRole('menuitem', { name: entry }).hover();
    await page.keyboard.press('Enter');
    await page.locator('.context-view .monaco-menu').waitFor({ state: 'hidden' });
  }

  /** Clicks an entry of the quick pick. */
  async pick(text: string): Promise<void> {
    await this.#workbench.page.getByRole('option', { name: text }).first().click();
  }

  /** Accepts what is proposed to a question. */
  async accept(title: string): Promise<void> {
    await this.#workbench.page.locator('.quick-input-title', { hasText: title }).waitFor();
    await this.#workbench.page.keyboard.press('Enter');
  }
}
