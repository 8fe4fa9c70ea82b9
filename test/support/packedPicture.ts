import { crc32, deflateSync } from 'node:zlib';
import { PNG_SIGNATURE } from '../../src/util/pngSize.ts';

/** The bytes to which the content of an interlaced picture of 8 × 8 pixels unpacks. */
export const INTERLACED_BYTES = 271;

/** Returns a PNG of 8 × 8 pixels whose content unpacks to some bytes, with more chunks before its last one. */
export function packedPicture(
  unpacked: number,
  isInterlaced: boolean,
  more: readonly Uint8Array[] = [],
): Uint8Array {
  const content = deflateSync(Buffer.alloc(unpacked));
  return Buffer.concat([
    Buffer.from(PNG_SIGNATURE),
    pngHeader(8, isInterlaced),
    pngChunk('IDAT', content),
    ...more,
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the header of a square PNG. */
export function pngHeader(side: number, isInterlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  return pngChunk('IHDR', header);
}

/** Returns a chunk of a PNG. */
export function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
