import type { Page } from 'playwright-core';

/** Selects an entry of the open context menu. */
export async function chooseEntry(page: Page, name: string): Promise<void> {
  // A click right after the one that opened the menu would count as part of it.
  await page.getByRole('menuitem', { name }).hover();
  await page.keyboard.press('Enter');
  await page.locator('.context-view .monaco-menu').waitFor({ state: 'hidden' });
}
