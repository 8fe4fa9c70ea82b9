import { BUDGETS } from './budgets.ts';
import { isPng, pngSize, type Size } from './pngSize.ts';

/**
 * Returns the size of a PNG, GIF, or WebP picture as its header declares it, before anything decodes it; undefined for
 * other formats, and for a header that is cut off.
 */
export function pictureSize(bytes: Uint8Array): Size | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  if (isPng(bytes)) return pngSize(bytes);
  if (head.startsWith('GIF8')) return gifSize(bytes);
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return webpSize(bytes, head.slice(12));
  return undefined;
}

/** True if a picture or video has more pixels than may be decoded: 40 million, or 8,192 on one side. */
export function hasTooManyPixels({ width, height }: Size): boolean {
  const { side, area } = BUDGETS.picture.pixels;
  return Math.max(width, height) > side || width * height > area;
}

/** Returns the size of a picture that must not be decoded, for a message; undefined if it may be. */
export function excessiveSize(bytes: Uint8Array): Size | undefined {
  const size = pictureSize(bytes);
  return size && hasTooManyPixels(size) ? size : undefined;
}

// A first frame that is larger than the declared screen extends it.
function gifSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 13) return undefined;
  const view = viewOf(bytes);
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  const flags = view.getUint8(10);
  let at = 13 + ((flags & 0x80) !== 0 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (bytes[at] === 0x21) {
    for (at += 2; (bytes[at] ?? 0) > 0;) at += 1 + (bytes[at] ?? 0);
    at++;
  }
  if (bytes[at] !== 0x2c || at + 9 > bytes.length) return screen;
  const [left, top, width, height] = [1, 3, 5, 7].map(field => view.getUint16(at + field, true));
  return {
    width: Math.max(screen.width, (left ?? 0) + (width ?? 0)),
    height: Math.max(screen.height, (top ?? 0) + (height ?? 0)),
  };
}

function webpSize(bytes: Uint8Array, chunk: string): Size | undefined {
  if (bytes.length < 30) return undefined;
  const view = viewOf(bytes);
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (chunk) {
    case 'VP8X':
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return undefined;
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
