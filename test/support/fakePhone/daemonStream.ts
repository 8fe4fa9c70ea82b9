import { Duplex } from 'node:stream';
import { AdbCommand, type AdbPacket } from './adbPackets.ts';

/** A stream of a phone. Each side sends a packet, and the next one after the other side has confirmed it. */
export class DaemonStream extends Duplex {
  readonly #send: (packet: AdbPacket) => void;
  readonly #ids: { readonly arg0: number; readonly arg1: number };
  readonly #maxPayload: number;
  #unsent: Buffer = Buffer.alloc(0);
  #whenSent: ((error?: Error) => void) | undefined;
  #isUnconfirmed = false;
  #isClosed = false;

  constructor(
    { ownId, hostId, maxPayload }: { ownId: number; hostId: number; maxPayload: number },
    send: (packet: AdbPacket) => void,
  ) {
    // The service ends its side itself.
    super({ allowHalfOpen: true });
    this.#ids = { arg0: ownId, arg1: hostId };
    this.#maxPayload = maxPayload;
    this.#send = send;
    this.#sendPacket(AdbCommand.okay);
  }

  /** Takes what the host has sent. It is confirmed at once only if the service reads it. */
  receive(data: Uint8Array): void {
    if (this.push(data)) this.#sendPacket(AdbCommand.okay);
    else this.#isUnconfirmed = true;
  }

  /** Sends the next packet, as the host has confirmed the last one. */
  confirm(): void {
    if (!this.#whenSent) return;
    if (this.#unsent.length > 0) {
      this.#sendPacket(AdbCommand.write, this.#unsent.subarray(0, this.#maxPayload));
      this.#unsent = this.#unsent.subarray(this.#maxPayload);
      return;
    }
    const done = this.#whenSent;
    this.#whenSent = undefined;
    done();
  }

  override _read(): void {
    if (!this.#isUnconfirmed) return;
    this.#isUnconfirmed = false;
    this.#sendPacket(AdbCommand.okay);
  }

  override _write(chunk: Buffer, _: string, done: (error?: Error) => void): void {
    this.#unsent = chunk;
    this.#whenSent = done;
    this.confirm();
  }

  override _final(done: () => void): void {
    this.#close();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#close();
    done(error);
  }

  #close(): void {
    this.#sendPacket(AdbCommand.close);
    this.#isClosed = true;
  }

  #sendPacket(command: number, payload: Uint8Array = new Uint8Array()): void {
    if (!this.#isClosed) this.#send({ command, ...this.#ids, payload });
  }
}
