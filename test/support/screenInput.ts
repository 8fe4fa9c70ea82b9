import type { Locator, Page } from 'playwright-core';
import { clickOnce, type Position } from './clickOnce.ts';
import { retry } from './retry.ts';

/** Types a text at once, because a device panel sends what was typed before a pause. */
export async function typeAtOnce({ keyboard }: Page, text: string): Promise<void> {
  await Promise.all(Array.from(text, letter => keyboard.press(letter)));
}

/** Taps a position on the screen of a device. */
export async function tap(screen: Locator, position: Position): Promise<void> {
  await retry('a tap', () => clickOnce(screen, position));
}
