import { BUDGETS } from '../util/budgets.ts';
import { damaged } from './packageProblem.ts';

/** A part of a binary Android file: a header of a type and two sizes, and a body. */
export interface ResourceChunk {
  readonly type: number;
  /** The whole chunk with its header. */
  readonly bytes: Buffer;
  readonly headerBytes: number;
}

/** The types of chunks. */
export const ChunkType = {
  none: 0x0000,
  stringPool: 0x0001,
  table: 0x0002,
  xml: 0x0003,
  startElement: 0x0102,
  endElement: 0x0103,
  resourceMap: 0x0180,
  package: 0x0200,
  type: 0x0201,
} as const;

const HEADER_BYTES = 8;
/** More than any realistic file has. */
const MAX_CHUNKS = BUDGETS.app.parts.chunks;

/** Returns the chunks that follow one another. Throws PackageProblem, with `what` as the file, at a wrong size. */
export function* readResourceChunks(bytes: Buffer, what: string): Generator<ResourceChunk> {
  let at = 0;
  for (let count = 0; at < bytes.length; count++) {
    if (count >= MAX_CHUNKS) throw damaged(`${what} has more than ${MAX_CHUNKS} parts`);
    if (at + HEADER_BYTES > bytes.length) throw damaged(`${what} is cut off`);
    const headerBytes = bytes.readUInt16LE(at + 2);
    const size = bytes.readUInt32LE(at + 4);
    if (headerBytes < HEADER_BYTES || headerBytes > size || size > bytes.length - at)
      throw damaged(`${what} has parts of wrong sizes`);
    yield { type: bytes.readUInt16LE(at), bytes: bytes.subarray(at, at + size), headerBytes };
    at += size;
  }
}

/** Returns the first chunk, which must have one of these types. Throws PackageProblem otherwise. */
export function readRoot(bytes: Buffer, types: readonly number[], what: string): ResourceChunk {
  const [root] = readResourceChunks(bytes, what);
  if (!root || !types.includes(root.type)) throw damaged(`${what} has an unknown format`);
  return root;
}
