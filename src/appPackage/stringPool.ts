import { BUDGETS } from '../util/budgets.ts';
import { damaged } from './packageProblem.ts';
import type { ResourceChunk } from './resourceChunks.ts';

/** The index that stands for no string. */
export const NO_STRING = 0xffffffff;
/** The maximum length, in characters, of a string that is read. */
const MAX_LENGTH = 1000;
const MAX_READ_BYTES = BUDGETS.app.parts['bytes of texts'];
const HEADER_BYTES = 28;
const UTF8 = 0x100;

/** The strings that a binary Android file refers to by their index. */
export class StringPool {
  readonly #bytes: Buffer;
  readonly #offsets: number;
  readonly #count: number;
  readonly #start: number;
  readonly #isUtf8: boolean;
  #readBytes = 0;

  constructor({ bytes, headerBytes }: ResourceChunk) {
    if (headerBytes < HEADER_BYTES) throw damaged('its strings cannot be read');
    this.#bytes = bytes;
    this.#offsets = headerBytes;
    this.#count = bytes.readUInt32LE(8);
    this.#start = bytes.readUInt32LE(20);
    this.#isUtf8 = (bytes.readUInt32LE(16) & UTF8) !== 0;
  }

  /** Returns a string; undefined for NO_STRING, and for one that is too long. Throws if there is no such string. */
  text(index: number): string | undefined {
    if (index === NO_STRING) return undefined;
    if (index >= this.#count) throw damaged('it refers to a string that it does not contain');
    const at = this.#start + this.#bytes.readUInt32LE(this.#offsets + 4 * index);
    return this.#isUtf8 ? this.#utf8(at) : this.#utf16(at);
  }

  // A length in bytes follows the length in characters. Each takes two bytes if the first has its highest bit set.
  #utf8(at: number): string | undefined {
    const afterCharacters = at + (this.#bytes.readUInt8(at) < 0x80 ? 1 : 2);
    const first = this.#bytes.readUInt8(afterCharacters);
    if (first < 0x80) return this.#slice(afterCharacters + 1, first, 'utf8');
    const length = ((first & 0x7f) << 8) | this.#bytes.readUInt8(afterCharacters + 1);
    return this.#slice(afterCharacters + 2, length, 'utf8');
  }

  #utf16(at: number): string | undefined {
    const first = this.#bytes.readUInt16LE(at);
    if (first < 0x8000) return this.#slice(at + 2, 2 * first, 'utf16le');
    const length = (first & 0x7fff) * 0x10000 + this.#bytes.readUInt16LE(at + 2);
    return this.#slice(at + 4, 2 * length, 'utf16le');
  }

  #slice(start: number, length: number, encoding: 'utf8' | 'utf16le'): string | undefined {
    if (start + length > this.#bytes.length) throw damaged('its strings are cut off');
    if (length > 4 * MAX_LENGTH) return undefined;
    // Many elements can refer to one text.
    this.#readBytes += length;
    if (this.#readBytes > MAX_READ_BYTES) throw damaged('it refers to its strings too often');
    const bytes = this.#bytes.subarray(start, start + length);
    const text = (encoding === 'utf8' ? modifiedUtf8(bytes) : bytes).toString(encoding).toWellFormed();
    return text.length > MAX_LENGTH ? undefined : text;
  }
}

/** Replaces surrogates that were encoded one by one, as aapt2 writes an emoji, by the character that they stand for. */
function modifiedUtf8(bytes: Buffer): Buffer {
  if (!bytes.includes(0xed) && !bytes.includes(0xc0)) return bytes;
  const plain = bytes
    .toString('latin1')
    .replaceAll('\xc0\x80', '\0')
    .replaceAll(/\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]/g, pair => {
      const unit = (at: number): number =>
        0xd000 | ((pair.charCodeAt(at + 1) & 0x3f) << 6) | (pair.charCodeAt(at + 2) & 0x3f);
      return Buffer.from(String.fromCharCode(unit(0), unit(3))).toString('latin1');
    });
  return Buffer.from(plain, 'latin1');
}
