import { once } from 'node:events';
import type { Socket } from 'node:net';

/** Reads exact numbers of bytes from a socket. */
export class ByteReader {
  readonly #socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Reads bytes; resolves to undefined if the socket ends before. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#bytes.length < length) {
      const chunk = this.#socket.read() as Buffer | null;
      if (chunk) this.#bytes = Buffer.concat([this.#bytes, chunk]);
      else if (this.#socket.readableEnded || this.#socket.destroyed) return undefined;
      else await Promise.race([once(this.#socket, 'readable'), once(this.#socket, 'close')]);
    }
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }
}
