import type { Page } from 'playwright-core';

/** Selects an entry of the open context menu; `limit` is the maximum time of each wait, by default that of the page. */
export async function chooseEntry(
  page: Page,
  name: string,
  limit?: { readonly timeout: number },
): Promise<void> {
  // A click right after the one that opened the menu would count as part of it.
  await page.getByRole('menuitem', { name }).hover(limit);
  await page.keyboard.press('Enter');
  await page.locator('.context-view .monaco-menu').waitFor({ state: 'hidden', ...limit });
}
