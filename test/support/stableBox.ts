import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import { until } from './until.ts';

/** Position and size on the page. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the position and size of an element once they stay the same. */
export async function waitForStableBox(locator: Locator): Promise<Box> {
  let before: Box | null = null;
  const read = async (): Promise<{ readonly before: Box | null; readonly box: Box | null }> => {
    const last = before;
    // Waits for drawn frames, also in a page whose clock is replaced.
    await locator.scrollIntoViewIfNeeded();
    before = await locator.boundingBox();
    return { before: last, box: before };
  };
  const isSteady = (boxes: Awaited<ReturnType<typeof read>>): boolean =>
    boxes.box !== null && isDeepStrictEqual(boxes.before, boxes.box);
  const { box } = await until('a place that stays', read, isSteady);
  return box ?? assert.fail('It has no place.');
}
