import type { Locator } from 'playwright-core';
import { clickOnce } from './clickOnce.ts';
import { chooseEntry } from './contextMenu.ts';
import { retry, ATTEMPT } from './retry.ts';
import type { Workbench } from './workbench.ts';

const VIEWS = ['Flows', 'Actions', 'Devices', 'Mailboxes', 'Webhooks', 'Activity'];

/** The views of the extension, used with mouse and keyboard. */
export class Sidebar {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Expands only one of the views. */
  async showOnly(view: string): Promise<void> {
    for (const other of VIEWS) if (other !== view) await this.#workbench.fold(other, true);
    await this.#workbench.fold(view, false);
  }

  /** Returns the first item whose accessible name matches. */
  line(name: RegExp): Locator {
    return this.#workbench.treeItem(name).first();
  }

  /** Expands an item. */
  async unfold(name: RegExp): Promise<void> {
    await this.#setExpanded(name, true);
  }

  /** Collapses an item. */
  async collapse(name: RegExp): Promise<void> {
    await this.#setExpanded(name, false);
  }

  /**
   * Clicks an item at once, since VS Code may render its row again between the press and the release. The mouse leaves
   * the view before, since the hover of another item could cover this one.
   */
  async open(name: RegExp): Promise<void> {
    await retry(String(name), async () => {
      await this.#workbench.leave();
      await clickOnce(this.line(name));
    });
  }

  /** Clicks an inline button of an item; with `expected`, until this element is visible. */
  async press(name: RegExp, button: RegExp, expected?: Locator): Promise<void> {
    await this.#workbench.press(this.line(name), button, expected);
  }

  /** Clicks a button in the title of a view. */
  async pressTitle(view: string, button: RegExp): Promise<void> {
    await this.#workbench.press(this.#workbench.header(view), button);
  }

  /** Starts the local receiver, and registers it with the service. */
  async registerReceiver(): Promise<void> {
    await this.showOnly('Webhooks');
    // The buttons of the title are rendered again once the list is read.
    await this.line(/, webhook endpoint, /).waitFor();
    await this.pressTitle('Webhooks', /^Start Local Receiver/);
    await this.press(/^Local receiver, .*not registered/, /^Register Local Receiver/);
  }

  /** Selects an entry of the context menu of an item until an element is visible, as for {@link Workbench.press}. */
  async choose(name: RegExp, entry: string, expected: Locator): Promise<void> {
    const { page } = this.#workbench;
    await retry(`the menu entry ${entry}`, async () => {
      if (await expected.isVisible()) return;
      if (await page.locator('.context-view .monaco-menu').isVisible()) await page.keyboard.press('Escape');
      await this.#workbench.leave();
      await this.line(name).click({ button: 'right', ...ATTEMPT });
      await chooseEntry(page, entry, ATTEMPT);
      await expected.waitFor(ATTEMPT);
    });
  }

  /** Clicks an item of the quick pick. */
  async pick(text: string): Promise<void> {
    await this.#workbench.clickRow(this.#workbench.page.getByRole('option', { name: text }));
  }

  /** Accepts the default answer to a question. */
  async accept(title: string): Promise<void> {
    await this.#workbench.page.locator('.quick-input-title', { hasText: title }).waitFor();
    await this.#workbench.input.press('Enter');
  }

  async #setExpanded(name: RegExp, isExpanded: boolean): Promise<void> {
    const line = this.line(name);
    await line.waitFor();
    const state = String(isExpanded);
    await retry(`${String(name)}, expanded: ${state}`, async () => {
      await this.#workbench.leave();
      if ((await line.getAttribute('aria-expanded', ATTEMPT)) !== state) await line.click(ATTEMPT);
      await this.#workbench.page
        .locator(`[role=treeitem][aria-expanded=${state}]`)
        .and(line)
        .waitFor(ATTEMPT);
    });
  }
}
