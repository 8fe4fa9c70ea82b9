import { damaged } from './packageProblem.ts';

const WHAT = 'its file “Info.plist”';
const TRAILER_BYTES = 32;
const HEADER_BYTES = 8;
const MAX_LENGTH = 1000;
/** Many references to one text take long, though the file is small. */
const MAX_KEYS = 10_000;

/** The types of objects, the upper half of their first byte. */
const INTEGER = 1;
const ASCII = 5;
const UTF16 = 6;
const DICTIONARY = 13;
/** The lower half of a first byte, if an integer with the length follows. */
const LENGTH_FOLLOWS = 15;

interface Content {
  readonly kind: number;
  readonly count: number;
  readonly start: number;
}

/**
 * Returns the texts and integers with these keys at the top of a binary property list. Other values, and texts of more
 * than 1,000 characters, are left out. Throws PackageProblem or RangeError if it is damaged.
 */
export function readBinaryPlist(bytes: Buffer, keys: ReadonlySet<string>): Map<string, string> {
  return new BinaryPlist(bytes).texts(keys);
}

// Only the top dictionary is read, so objects that contain one another cannot loop.
class BinaryPlist {
  readonly #bytes: Buffer;
  readonly #end: number;
  readonly #offsetBytes: number;
  readonly #referenceBytes: number;
  readonly #objects: number;
  readonly #top: number;
  readonly #table: number;

  constructor(bytes: Buffer) {
    const trailer = bytes.length - TRAILER_BYTES;
    if (trailer < HEADER_BYTES) throw damaged(`${WHAT} is cut off`);
    this.#bytes = bytes;
    this.#end = trailer;
    this.#offsetBytes = bytes.readUInt8(trailer + 6);
    this.#referenceBytes = bytes.readUInt8(trailer + 7);
    this.#objects = this.#integer(trailer + 8, 8);
    this.#top = this.#integer(trailer + 16, 8);
    this.#table = this.#integer(trailer + 24, 8);
  }

  texts(keys: ReadonlySet<string>): Map<string, string> {
    const { kind, count, start } = this.#object(this.#top);
    if (kind !== DICTIONARY) throw damaged(`${WHAT} does not describe an app`);
    const width = this.#referenceBytes;
    if (start + 2 * count * width > this.#end) throw damaged(`${WHAT} is cut off`);
    if (count > MAX_KEYS) throw damaged(`${WHAT} has more than ${MAX_KEYS} keys`);
    const found = new Map<string, string>();
    for (let index = 0; index < count; index++) {
      const key = this.#text(this.#integer(start + index * width, width));
      if (key === undefined || !keys.has(key)) continue;
      const value = this.#text(this.#integer(start + (count + index) * width, width));
      if (value !== undefined) found.set(key, value);
    }
    return found;
  }

  #text(reference: number): string | undefined {
    const { kind, count, start } = this.#object(reference);
    if (kind === INTEGER) return String(this.#integer(start, 2 ** count));
    if (kind !== ASCII && kind !== UTF16) return undefined;
    const end = start + (kind === UTF16 ? 2 * count : count);
    if (end > this.#end) throw damaged(`${WHAT} is cut off`);
    if (count > MAX_LENGTH) return undefined;
    if (kind === ASCII) return this.#bytes.toString('latin1', start, end);
    const bigEndian = Buffer.from(this.#bytes.subarray(start, end));
    return bigEndian.swap16().toString('utf16le').toWellFormed();
  }

  #object(reference: number): Content {
    if (reference >= this.#objects) throw damaged(`${WHAT} refers to a value that it does not contain`);
    const at = this.#integer(this.#table + reference * this.#offsetBytes, this.#offsetBytes);
    if (at < HEADER_BYTES || at >= this.#end) throw damaged(`${WHAT} refers to content beyond its end`);
    const first = this.#bytes.readUInt8(at);
    const [kind, count] = [first >> 4, first & 0xf];
    if (kind === INTEGER || count !== LENGTH_FOLLOWS) return { kind, count, start: at + 1 };
    const marker = this.#bytes.readUInt8(at + 1);
    if (marker >> 4 !== INTEGER) throw damaged(`${WHAT} has a value of a wrong length`);
    const width = 2 ** (marker & 0xf);
    return { kind, count: this.#integer(at + 2, width), start: at + 2 + width };
  }

  // Larger and negative numbers are of no use here.
  #integer(at: number, width: number): number {
    if (![1, 2, 3, 4, 5, 6, 8].includes(width)) throw damaged(`${WHAT} has numbers of a wrong size`);
    const value = width === 8 ? Number(this.#bytes.readBigUInt64BE(at)) : this.#bytes.readUIntBE(at, width);
    if (!Number.isSafeInteger(value)) throw damaged(`${WHAT} has a number that is too large`);
    return value;
  }
}
