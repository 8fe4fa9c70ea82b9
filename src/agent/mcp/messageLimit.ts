import { Transform, type TransformCallback } from 'node:stream';
import { INVALID_REQUEST } from '@modelcontextprotocol/server';

const LINE_FEED = 10;
/** The bytes at both ends of a message that can contain its ID. */
const END_BYTES = 1000;

/** Responds to a message that was too long; without an ID if the message has none or it was not found. */
export type AnswerTooLong = (response: object) => void;

/**
 * Passes on the lines of standard input, each a message. A message that is too long is skipped and answered with an
 * error, so that the next one can be read; only its ends are kept in memory.
 */
export class MessageLimit extends Transform {
  readonly #most: number;
  readonly #answer: AnswerTooLong;
  #line: Buffer[] = [];
  #bytes = 0;
  /** The beginning and the latest end of a message that is too long. */
  #head: Buffer | undefined;
  #tail: Buffer = Buffer.alloc(0);

  /** `most` is the maximum size of a message in bytes. */
  constructor(most: number, answer: AnswerTooLong) {
    super();
    this.#most = most;
    this.#answer = answer;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      this.#add(rest.subarray(0, end + 1));
      this.#endLine();
      rest = rest.subarray(end + 1);
    }
    this.#add(rest);
    done();
  }

  #add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#head === undefined) this.#line.push(part);
    if (this.#bytes <= this.#most) return;
    const end = Buffer.concat(this.#head === undefined ? this.#line : [this.#tail, part]);
    this.#head ??= Buffer.from(end.subarray(0, END_BYTES));
    this.#tail = Buffer.from(end.subarray(-END_BYTES));
    this.#line = [];
  }

  #endLine(): void {
    if (this.#head === undefined) this.push(Buffer.concat(this.#line));
    else this.#answer(this.#refusal(this.#head.toString('utf8'), this.#tail.toString('utf8')));
    this.#line = [];
    this.#bytes = 0;
    this.#head = undefined;
  }

  #refusal(head: string, tail: string): object {
    const id = HEAD_ID.exec(head)?.[1] ?? TAIL_ID.exec(tail)?.[1];
    const message = `The message has more than ${this.#most} bytes, which is the limit. Send less at once.`;
    return {
      jsonrpc: '2.0',
      ...(id === undefined ? {} : { id: JSON.parse(id) as unknown }),
      error: { code: INVALID_REQUEST, message },
    };
  }
}

// Clients write the ID before the parameters or after them. Elsewhere, it could be one in the parameters.
const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,200}")`;
const PLAIN = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,200}"`;
const HEAD_ID = new RegExp(String.raw`^\s*\{\s*(?:${PLAIN}\s*,\s*)*${ID}`);
const TAIL_ID = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${PLAIN}\s*)*\}\s*$`);
