import { PNG } from 'pngjs';
import { excessiveSize } from '../util/pictureSize.ts';
import { type Size, isUnpackedAsDeclared, pngSize } from '../util/pngSize.ts';

/** The most bytes of a picture that a tooltip contains as it is. */
const MAX_PLAIN_BYTES = 64_000;
/** The most pixels and bytes of a picture that is decoded: more would keep the extension host busy for long. */
const [MAX_PIXELS, MAX_BYTES] = [4_200_000, 4_000_000];
/** The pixels of a small picture. Even one of noise has fewer than the 100,000 characters that a tooltip may have. */
const SMALL_PIXELS = 18_000;
/** The pixels on a side of the square that is read for each pixel of a small picture. */
const SAMPLES = 4;

/** A picture as the address that contains it, and its size in pixels. */
export interface Thumbnail extends Size {
  readonly address: string;
}

/** Returns a PNG in a size for a tooltip; undefined if it is too large or cannot be read. */
export function thumbnailOf(bytes: Uint8Array): Thumbnail | undefined {
  const size = pngSize(bytes);
  if (!size || excessiveSize(bytes)) return undefined;
  if (bytes.length <= MAX_PLAIN_BYTES && isWhole(bytes))
    return { address: addressOf(Buffer.from(bytes)), ...smallSize(size) };
  if (size.width * size.height > MAX_PIXELS || bytes.length > MAX_BYTES) return undefined;
  if (!isUnpackedAsDeclared(bytes)) return undefined;
  try {
    const small = shrink(PNG.sync.read(Buffer.from(bytes)));
    const address = addressOf(PNG.sync.write(small, { colorType: 2 }));
    return { address, width: small.width, height: small.height };
  } catch {
    // A picture that arrives damaged is left out.
    return undefined;
  }
}

function addressOf(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Returns true if a picture has its last chunk. */
function isWhole(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-8, -4)).toString('latin1') === 'IEND';
}

/** Returns the size of a small picture of the same shape. */
function smallSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(SMALL_PIXELS / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Returns a smaller picture, each pixel of which is the average of some that it covers. */
function shrink({ width, height, data }: PNG): PNG {
  const small = new PNG(smallSize({ width, height }));
  const [wide, high] = [width / small.width, height / small.height];
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) {
      const at = (y * small.width + x) * 4;
      for (let part = 0; part < 3; part++) {
        let sum = 0;
        for (let down = 0; down < SAMPLES; down++)
          for (let across = 0; across < SAMPLES; across++) {
            const row = Math.floor((y + (down + 0.5) / SAMPLES) * high);
            const column = Math.floor((x + (across + 0.5) / SAMPLES) * wide);
            sum += data[(row * width + column) * 4 + part] ?? 0;
          }
        small.data[at + part] = Math.round(sum / SAMPLES ** 2);
      }
      small.data[at + 3] = 255;
    }
  return small;
}
