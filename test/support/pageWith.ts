import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { until } from './until.ts';

/** Returns the page of an editor or a panel in a window, by an element that it shows. */
export async function pageWith(page: Page, selector: string): Promise<Frame> {
  const find = async (): Promise<Frame | undefined> => {
    for (const frame of page.frames()) {
      // A frame can be replaced meanwhile.
      const isShown = await frame
        .locator(selector)
        .first()
        .isVisible()
        .catch(() => false);
      if (isShown) return frame;
    }
    return undefined;
  };
  const found = await until(selector, find, frame => frame !== undefined);
  assert.ok(found);
  return found;
}
