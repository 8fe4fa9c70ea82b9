import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Frame } from './animatedPng.ts';
import { decodePng } from './pngImage.ts';

/** Time between two frames of a film, in milliseconds. */
const INTERVAL_MS = 250;
/** The longest time that a frame of a film is shown, so that slow machines make no slow films. */
const MAX_MS = 500;

/** Takes the frames of a moving picture from a page. */
export class Camera {
  readonly #page: Page;
  readonly frames: Frame[] = [];
  /** The texts of buttons, headings, and labels in the frames. */
  readonly texts = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
  }

  /** Takes a frame that is shown for a time in milliseconds. */
  async shoot(ms: number): Promise<void> {
    const file = await this.#page.screenshot({ animations: 'disabled', caret: 'hide' });
    this.frames.push({ image: decodePng(file), ms });
    for (const frame of this.#page.frames()) {
      const found = await frame
        .locator(':is(button, summary, h2, h3, label, [role=button]):visible')
        .allInnerTexts()
        // A frame can go while it is read.
        .catch(() => []);
      for (const text of found) this.texts.add(text.replaceAll(/\s+/g, ' ').trim());
    }
  }

  /** Takes frames while something happens. */
  async film(event: Promise<unknown>): Promise<void> {
    const state = { hasEnded: false };
    const ending = event.finally(() => (state.hasEnded = true));
    // The error is thrown below.
    ending.catch(() => undefined);
    while (!state.hasEnded) {
      const start = performance.now();
      await this.shoot(INTERVAL_MS);
      await delay(Math.max(0, INTERVAL_MS - (performance.now() - start)));
      const last = this.frames.at(-1);
      const ms = Math.min(MAX_MS, performance.now() - start);
      if (last) this.frames[this.frames.length - 1] = { ...last, ms };
    }
    await ending;
  }
}
