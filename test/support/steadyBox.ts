import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
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
  let before: Box | null = null;
  const read = async (): Promise<{ readonly before: Box | null; readonly box: Box | null }> => {
    const last = before;
    await locator.evaluate(nextFrame);
    before = await locator.boundingBox();
    return { before: last, box: before };
  };
  const isSteady = (two: Awaited<ReturnType<typeof read>>): boolean =>
    two.box !== null && isDeepStrictEqual(two.before, two.box);
  const { box } = await until('a place that stays', read, isSteady);
  return box ?? assert.fail('It has no place.');
}

/** Runs in the page. */
async function nextFrame(): Promise<void> {
  const { requestAnimationFrame } = globalThis as unknown as {
    requestAnimationFrame: (done: () => void) => void;
  };
  await new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}
