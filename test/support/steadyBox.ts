import type { Locator } from 'playwright-core';
import { until } from './until.ts';

/** Where something stands on the page. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where something stands once it does so in two frames of the page, one after the other. */
export async function steadyBox(locator: Locator): Promise<Box> {
  let box: Box = { x: 0, y: 0, width: 0, height: 0 };
  await until('a place that stays', async () => {
    const before = box;
    await locator.evaluate(nextFrame);
    box = (await locator.boundingBox()) ?? before;
    return JSON.stringify(box) === JSON.stringify(before);
  });
  return box;
}

/** Runs in the page. */
async function nextFrame(): Promise<void> {
  const { requestAnimationFrame } = globalThis as unknown as {
    requestAnimationFrame: (done: () => void) => void;
  };
  await new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}
