import { BUDGETS } from '../util/budgets.ts';
import { damaged } from './packageProblem.ts';
import { ChunkType, type ResourceChunk, readResourceChunks, readRoot } from './resourceChunks.ts';
import { readResourceValue, type ResourceValue } from './resourceValue.ts';
import { StringPool } from './stringPool.ts';

const WHAT = 'its file “resources.arsc”';
const MAX_REFERENCES = 10;
const MAX_CHUNKS = BUDGETS.app.parts.chunks;
/** The bytes of a configuration that are looked at, more than any version of Android has. */
const MAX_CONFIGURATION = 256;
/** The flags of a type: entries with their index, and offsets of two bytes. */
const SPARSE = 1;
const SHORT_OFFSETS = 2;
/** The flags of an entry: several values, and a value without a header. */
const COMPLEX = 1;
const COMPACT = 8;
const TYPE_HEADER_BYTES = 20;

/** The values of one type of resources in one configuration. */
interface TypeValues {
  readonly chunk: ResourceChunk;
  /** The upper 16 bits of the IDs of its resources: their package and type. */
  readonly prefix: number;
  /** Lower values are preferred. */
  readonly rank: number;
}

/** The resources of an app, in its file resources.arsc. It is read once, and each reference looks at no part of it twice. */
export class ResourceTable {
  readonly #strings: StringPool | undefined;
  readonly #types: readonly TypeValues[];

  /** Throws PackageProblem or RangeError if the table is damaged. */
  constructor(bytes: Buffer) {
    const root = readRoot(bytes, [ChunkType.table], WHAT);
    const types: TypeValues[] = [];
    let parts = 0;
    for (const chunk of readResourceChunks(root.bytes.subarray(root.headerBytes), WHAT)) {
      if (chunk.type === ChunkType.stringPool) this.#strings ??= new StringPool(chunk);
      if (chunk.type !== ChunkType.package || !this.#strings) continue;
      const packageId = chunk.bytes.readUInt32LE(8);
      for (const part of readResourceChunks(chunk.bytes.subarray(chunk.headerBytes), WHAT)) {
        if (++parts > MAX_CHUNKS) throw damaged(`${WHAT} has more than ${MAX_CHUNKS} parts`);
        if (part.type !== ChunkType.type || packageId > 0xff) continue;
        const prefix = packageId * 0x100 + part.bytes.readUInt8(8);
        types.push({ chunk: part, prefix, rank: rankOf(part) });
      }
    }
    this.#types = types.toSorted((one, other) => one.rank - other.rank);
  }

  /**
   * Follows a reference to a text or a number, preferably that without a language, then an English one. Undefined if
   * there is none. Throws PackageProblem or RangeError if the table is damaged.
   */
  resolve(reference: number): ResourceValue | undefined {
    let id = reference;
    for (let count = 0; count < MAX_REFERENCES; count++) {
      const value = this.#find(id);
      if (value?.type !== 'reference') return value;
      id = value.id;
    }
    return undefined;
  }

  #find(id: number): ResourceValue | undefined {
    for (const { chunk, prefix } of this.#types) {
      if (prefix !== id >>> 16 || !this.#strings) continue;
      const value = valueIn(chunk, id & 0xffff, this.#strings);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}

// A configuration begins with its size and the network, followed by the language.
function rankOf({ bytes, headerBytes }: ResourceChunk): number {
  const size = Math.min(
    bytes.readUInt32LE(TYPE_HEADER_BYTES),
    headerBytes - TYPE_HEADER_BYTES,
    MAX_CONFIGURATION,
  );
  const configuration = bytes.subarray(TYPE_HEADER_BYTES + 4, TYPE_HEADER_BYTES + size);
  if (configuration.every(byte => byte === 0)) return 0;
  return configuration.toString('latin1', 4, 6) === 'en' ? 1 : 2;
}

function valueIn(type: ResourceChunk, index: number, strings: StringPool): ResourceValue | undefined {
  const { bytes } = type;
  const offset = offsetOf(type, index);
  if (offset === undefined) return undefined;
  const at = bytes.readUInt32LE(16) + offset;
  const flags = bytes.readUInt16LE(at + 2);
  if ((flags & COMPACT) !== 0) return readResourceValue(flags >>> 8, bytes.readUInt32LE(at + 4), strings);
  if ((flags & COMPLEX) !== 0) return undefined;
  const value = at + bytes.readUInt16LE(at);
  return readResourceValue(bytes.readUInt8(value + 3), bytes.readUInt32LE(value + 4), strings);
}

function offsetOf({ bytes, headerBytes }: ResourceChunk, index: number): number | undefined {
  const flags = bytes.readUInt8(9);
  const count = bytes.readUInt32LE(12);
  if ((flags & SPARSE) !== 0) {
    const at = findSparse(bytes, headerBytes, Math.min(count, (bytes.length - headerBytes) >>> 2), index);
    return at === undefined ? undefined : 4 * bytes.readUInt16LE(at + 2);
  }
  if (index >= count) return undefined;
  if ((flags & SHORT_OFFSETS) !== 0) {
    const offset = bytes.readUInt16LE(headerBytes + 2 * index);
    return offset === 0xffff ? undefined : 4 * offset;
  }
  const offset = bytes.readUInt32LE(headerBytes + 4 * index);
  return offset === 0xffffffff ? undefined : offset;
}

// Sparse entries are sorted by their index, as Android expects them.
function findSparse(bytes: Buffer, start: number, count: number, index: number): number | undefined {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bytes.readUInt16LE(start + 4 * middle) < index) low = middle + 1;
    else high = middle;
  }
  const at = start + 4 * low;
  return low < count && bytes.readUInt16LE(at) === index ? at : undefined;
}
