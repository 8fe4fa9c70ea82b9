import { ChunkType, type Chunk, readChunks, readRoot } from './resourceChunks.ts';
import { readValue, type ResourceValue } from './resourceValue.ts';
import { StringPool } from './stringPool.ts';

const WHAT = 'its file “resources.arsc”';
const MAX_REFERENCES = 10;
/** The flags of a type: entries with their index, and offsets of two bytes. */
const SPARSE = 1;
const SHORT_OFFSETS = 2;
/** The flags of an entry: several values, and a value without a header. */
const COMPLEX = 1;
const COMPACT = 8;
const TYPE_HEADER_BYTES = 20;

interface Candidate {
  readonly value: ResourceValue;
  /** Lower values are preferred. */
  readonly rank: number;
}

/**
 * Follows a reference through resources.arsc to a text or a number, preferably that without a language, then an English
 * one. Undefined if there is none. Throws PackageProblem or RangeError if the table is damaged.
 */
export function resolveReference(table: Buffer, reference: number): ResourceValue | undefined {
  let id = reference;
  for (let count = 0; count < MAX_REFERENCES; count++) {
    const value = findValue(table, id);
    if (value?.type !== 'reference') return value;
    id = value.id;
  }
  return undefined;
}

function findValue(table: Buffer, id: number): ResourceValue | undefined {
  const root = readRoot(table, ChunkType.table, WHAT);
  let strings: StringPool | undefined;
  let best: Candidate | undefined;
  for (const chunk of readChunks(root.bytes.subarray(root.headerBytes), WHAT)) {
    if (chunk.type === ChunkType.stringPool) strings ??= new StringPool(chunk);
    if (chunk.type !== ChunkType.package || !strings || chunk.bytes.readUInt32LE(8) !== id >>> 24) continue;
    for (const part of readChunks(chunk.bytes.subarray(chunk.headerBytes), WHAT)) {
      if (part.type !== ChunkType.type || part.bytes.readUInt8(8) !== ((id >>> 16) & 0xff)) continue;
      const rank = rankOf(part);
      if (best !== undefined && rank >= best.rank) continue;
      const value = valueIn(part, id & 0xffff, strings);
      if (value !== undefined) best = { value, rank };
    }
  }
  return best?.value;
}

// A configuration begins with its size and the network, followed by the language.
function rankOf({ bytes, headerBytes }: Chunk): number {
  const size = Math.min(bytes.readUInt32LE(TYPE_HEADER_BYTES), headerBytes - TYPE_HEADER_BYTES);
  const configuration = bytes.subarray(TYPE_HEADER_BYTES + 4, TYPE_HEADER_BYTES + size);
  if (configuration.every(byte => byte === 0)) return 0;
  return configuration.toString('latin1', 4, 6) === 'en' ? 1 : 2;
}

function valueIn(type: Chunk, index: number, strings: StringPool): ResourceValue | undefined {
  const { bytes } = type;
  const offset = offsetOf(type, index);
  if (offset === undefined) return undefined;
  const at = bytes.readUInt32LE(16) + offset;
  const flags = bytes.readUInt16LE(at + 2);
  if ((flags & COMPACT) !== 0) return readValue(flags >>> 8, bytes.readUInt32LE(at + 4), strings);
  if ((flags & COMPLEX) !== 0) return undefined;
  const value = at + bytes.readUInt16LE(at);
  return readValue(bytes.readUInt8(value + 3), bytes.readUInt32LE(value + 4), strings);
}

function offsetOf({ bytes, headerBytes }: Chunk, index: number): number | undefined {
  const flags = bytes.readUInt8(9);
  const count = bytes.readUInt32LE(12);
  if ((flags & SPARSE) !== 0) {
    for (let at = headerBytes, entry = 0; entry < count; entry++, at += 4)
      if (bytes.readUInt16LE(at) === index) return 4 * bytes.readUInt16LE(at + 2);
    return undefined;
  }
  if (index >= count) return undefined;
  if ((flags & SHORT_OFFSETS) !== 0) {
    const offset = bytes.readUInt16LE(headerBytes + 2 * index);
    return offset === 0xffff ? undefined : 4 * offset;
  }
  const offset = bytes.readUInt32LE(headerBytes + 4 * index);
  return offset === 0xffffffff ? undefined : offset;
}
