/** A size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The bytes at the start of each PNG file. */
export const PNG_SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Returns true if bytes begin like a PNG file. */
export function isPng(bytes: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** The byte offsets of the big-endian 32-bit width and height in a PNG, and the number of bytes needed to read both. */
const [WIDTH_AT, HEIGHT_AT, HEADER_BYTES] = [16, 20, 24];

/** Reads the size in pixels from a PNG header; undefined if it is cut off or zero. */
export function pngSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(WIDTH_AT), view.getUint32(HEIGHT_AT)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** The byte of a PNG header that says whether the picture is interlaced. */
const INTERLACE_AT = 28;

/** Returns true if a PNG header says that the picture is interlaced. pngjs unpacks such a picture without a limit. */
export function isInterlacedPng(bytes: Uint8Array): boolean {
  return (bytes[INTERLACE_AT] ?? 0) !== 0;
}

const HEADER_TYPE = 'IHDR';
const CHUNK_BYTES = 12;

/** Returns true if a PNG has a second header. pngjs would use its size instead of the first one. */
export function hasSecondHeader(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (
    let at = PNG_SIGNATURE.length;
    at + CHUNK_BYTES <= bytes.length;
    at += CHUNK_BYTES + view.getUint32(at)
  ) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === HEADER_TYPE && at > PNG_SIGNATURE.length) return true;
  }
  return false;
}
