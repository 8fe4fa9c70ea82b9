import type { TraceFrame } from '../../protocol/traceViewer.ts';

/** The sizes of the filmstrip, in CSS pixels. */
export const STRIP = { frame: 62, gap: 6, height: 84, label: 16, line: 16, pad: 6 } as const;

const STEP = STRIP.frame + STRIP.gap;

/** Returns the scroll position nearest to the present one that shows a frame and its neighbors. */
export function scrollToFrame(index: number, count: number, scroll: number, width: number): number {
  const most = Math.max(0, count * STEP + STRIP.gap - width);
  const left = (index - 1) * STEP;
  const right = (index + 2) * STEP + STRIP.gap;
  const wanted = left < scroll ? left : right > scroll + width ? right - width : scroll;
  return Math.min(most, Math.max(0, wanted));
}

/** Returns the frames in sight: the first and the one after the last. */
export function framesInSight(
  count: number,
  scroll: number,
  width: number,
): readonly [first: number, end: number] {
  const first = Math.max(0, Math.floor(scroll / STEP));
  return [first, Math.min(count, Math.ceil((scroll + width) / STEP))];
}

/** Returns the left edge of a frame on the strip. */
export function frameLeft(index: number, scroll: number): number {
  return STRIP.gap + index * STEP - scroll;
}

/** Returns the frame at a position on the strip. */
export function stripFrameAt(x: number, count: number, scroll: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor((x + scroll - STRIP.gap / 2) / STEP)));
}

/** Returns where each frame is on the line of time, from 0 to 1; evenly spread if the times are unknown. */
export function placesInTime(frames: readonly TraceFrame[]): readonly number[] {
  const end = frames.reduce((most, { at }) => Math.max(most, at ?? 0), 0);
  const isTimed = end > 0 && frames.every(({ at }) => at !== undefined);
  const last = Math.max(1, frames.length - 1);
  return frames.map(({ at }, index) => (isTimed ? (at ?? 0) / end : index / last));
}

/** Returns the last frame at or before a place on the line of time, from 0 to 1. */
export function frameAtPlace(places: readonly number[], place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
