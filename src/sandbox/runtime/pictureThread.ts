import { Worker, type MessagePort } from 'node:worker_threads';
import { type PictureRequest, ScreenDrawings } from './pictureRequest.ts';

interface Question {
  readonly number: number;
  readonly request: PictureRequest;
}

interface Answer {
  readonly number: number;
  readonly png?: Uint8Array | undefined;
  readonly problem?: string;
}

type Waiting = PromiseWithResolvers<Buffer | undefined>;

/** Draws pictures in a thread of its own, which starts with the first one and again after it has failed. */
export class PictureThread {
  readonly #program: URL;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;

  /** `program` is a file that calls `answerPictures` if it is not in the main thread. */
  constructor(program: URL) {
    this.#program = program;
  }

  /** Draws a picture as PNG; resolves to undefined for an unknown display. */
  draw(request: PictureRequest): Promise<Buffer | undefined> {
    const number = ++this.#count;
    const waiting: Waiting = Promise.withResolvers();
    this.#waiting.set(number, waiting);
    this.#worker ??= this.#start();
    this.#worker.postMessage({ number, request } satisfies Question);
    return waiting.promise;
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#program);
    // The thread alone does not keep the process alive.
    worker.unref();
    worker.on('message', ({ number, png, problem }: Answer) => {
      const waiting = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (problem !== undefined) waiting?.reject(new Error(problem));
      else waiting?.resolve(png && Buffer.from(png.buffer, png.byteOffset, png.length));
    });
    worker.on('error', error => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error('The thread that draws pictures has ended.')));
    return worker;
  }

  #fail(error: unknown): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Draws the pictures that the main thread asks for, one after another. */
export function answerPictures(port: MessagePort): void {
  const drawings = new ScreenDrawings();
  port.on('message', ({ number, request }: Question) => port.postMessage(answer(number, request)));

  function answer(number: number, request: PictureRequest): Answer {
    try {
      return { number, png: drawings.draw(request) };
    } catch (error) {
      return { number, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }
}
