import type { Locator, Page } from 'playwright-core';

/** Presses and releases the mouse at once, because a busy page could take a delayed release for a long press. */
export async function pressAndRelease({ mouse }: Page): Promise<void> {
  await Promise.all([mouse.down(), mouse.up()]);
}

/** Types a text at once, because a device panel sends what was typed before a pause. */
export async function typeAtOnce({ keyboard }: Page, text: string): Promise<void> {
  await Promise.all(Array.from(text, letter => keyboard.press(letter)));
}

/** Taps a position on the screen of a device. */
export async function tap(
  screen: Locator,
  position: { readonly x: number; readonly y: number },
): Promise<void> {
  await screen.hover({ position });
  await pressAndRelease(screen.page());
}
