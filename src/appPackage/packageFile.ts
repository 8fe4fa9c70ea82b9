import type { FileHandle } from 'node:fs/promises';
import { readContent, type ZipEntry, type ZipSource } from '../util/zip/readZip.ts';
import { damaged } from './packageProblem.ts';

/** Small reads that follow one another are served from one read of this many bytes. */
const WINDOW_BYTES = 64 * 1024;

/** An open file that is read in parts; it keeps at most one window of it in memory. */
export class PackageFile implements ZipSource {
  readonly size: number;
  readonly #handle: FileHandle;
  #window: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #windowStart = 0;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  /** Reads exactly this range. Throws PackageProblem if the file does not contain it. */
  async read(position: number, length: number): Promise<Buffer<ArrayBuffer>> {
    if (!Number.isSafeInteger(position) || position < 0 || length < 0 || position + length > this.size)
      throw damaged('it refers to content beyond its end');
    if (length > WINDOW_BYTES) return this.#load(position, length);
    const start = position - this.#windowStart;
    if (start >= 0 && start + length <= this.#window.length)
      return this.#window.subarray(start, start + length);
    this.#window = await this.#load(position, Math.min(WINDOW_BYTES, this.size - position));
    this.#windowStart = position;
    return this.#window.subarray(0, length);
  }

  /** Reads a file of the package. Throws ZipError if it is damaged or has more than `maxBytes`. */
  async content(entry: ZipEntry, directory: number, maxBytes: number): Promise<Buffer> {
    const { buffer, byteOffset, length } = await readContent(this, entry, directory, maxBytes);
    return Buffer.from(buffer, byteOffset, length);
  }

  async #load(position: number, length: number): Promise<Buffer<ArrayBuffer>> {
    const bytes = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#handle.read(bytes, filled, length - filled, position + filled);
      if (bytesRead === 0) throw damaged('it became shorter while it was read');
      filled += bytesRead;
    }
    return bytes;
  }
}
