import type { Readable } from 'node:stream';

/** Reads bytes from a stream. */
export class ByteReader {
  readonly #stream: Readable;
  #bytes: Buffer = Buffer.alloc(0);
  #wake: () => void = () => undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
    for (const event of ['readable', 'end', 'close']) stream.on(event, () => this.#wake());
  }

  /** Reads bytes; resolves to undefined if the stream ends before. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#bytes.length < length) {
      const chunk = await this.#next();
      if (!chunk) return undefined;
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
    }
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }

  /** Reads what has arrived, at least one byte; resolves to undefined at the end of the stream. */
  async takeAny(): Promise<Buffer | undefined> {
    const taken = this.#bytes.length > 0 ? this.#bytes : await this.#next();
    this.#bytes = Buffer.alloc(0);
    return taken;
  }

  async #next(): Promise<Buffer | undefined> {
    for (;;) {
      const chunk = this.#stream.read() as Buffer | null;
      if (chunk) return chunk;
      if (this.#stream.readableEnded || this.#stream.destroyed) return undefined;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }
}
