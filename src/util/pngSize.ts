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

/** True if pngjs unpacks a PNG to no more than the size in its header: it is not interlaced, and has one header. */
export function isUnpackedAsDeclared(bytes: Uint8Array): boolean {
  return !isInterlacedPng(bytes) && !hasSecondHeader(bytes);
}

const HEADER_TYPE = 'IHDR';
/** The offset of the content of the first chunk, which is the header. */
const FIRST_CONTENT_AT = 16;
/** The bytes of a chunk besides its content: the length, the type, and the checksum. */
export const CHUNK_BYTES = 12;

/** The bytes of the checksum after the content of a chunk. */
export const CHECKSUM_BYTES = 4;

/** A chunk of a PNG: its type, the offset of its content, and the length that it declares. */
interface PngChunk {
  readonly type: string;
  readonly start: number;
  readonly length: number;
}

/** Yields the chunks of a PNG; the last one can be cut off. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = PNG_SIGNATURE.length;
  while (at + CHUNK_BYTES <= bytes.length) {
    const length = view.getUint32(at);
    yield { type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), start: at + 8, length };
    at += CHUNK_BYTES + length;
  }
}

/** Returns true if a PNG has a second header. pngjs would use its size instead of the first one. */
export function hasSecondHeader(bytes: Uint8Array): boolean {
  for (const { type, start } of pngChunks(bytes))
    if (type === HEADER_TYPE && start > FIRST_CONTENT_AT) return true;
  return false;
}
