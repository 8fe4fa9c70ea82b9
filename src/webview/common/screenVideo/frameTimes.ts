import { CHECKSUM_BYTES, pngChunks } from '../../../util/pngSize.ts';

/** The maximum number of images of an animation that are shown one by one. */
const MAX_FRAMES = 100_000;

/** The shortest time that browsers show an image, in milliseconds. */
const SHORTEST_MS = 10;

/**
 * Returns the time when each image of an animated PNG ends, in milliseconds from its start; undefined if the file is no
 * animation.
 */
export function frameEnds(file: Uint8Array): readonly number[] | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const ends: number[] = [];
  let isAnimated = false;
  for (const { type, start, length } of pngChunks(file)) {
    if (ends.length >= MAX_FRAMES || start + length + CHECKSUM_BYTES > file.length) break;
    if (type === 'acTL') isAnimated = true;
    if (type === 'fcTL' && length >= 26) {
      const [part, whole] = [view.getUint16(start + 20), view.getUint16(start + 22) || 100];
      ends.push((ends.at(-1) ?? 0) + Math.max(SHORTEST_MS, (part * 1000) / whole));
    }
  }
  return isAnimated && ends.length > 0 ? ends : undefined;
}

/** Returns the index of the image that is shown at a time; the last one after the end. */
export function frameAt(ends: readonly number[], ms: number): number {
  const index = ends.findIndex(end => ms < end);
  return index === -1 ? ends.length - 1 : index;
}

/** Formats a position in a video, such as `1:05`. */
export function positionLabel(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
