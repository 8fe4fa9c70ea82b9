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

/** Without a limit, the memory for short-lived objects grows to many times what a picture needs. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

type Waiting = PromiseWithResolvers<Buffer | undefined>;

/** Draws pictures in a thread of its own, which starts with the first one and again after it has failed. */
export class PictureThread {
  readonly #program: URL;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;
  #isStopped = false;

  /** `program` is a file that calls `answerPictures` if it is not in the main thread. */
  constructor(program: URL) {
    this.#program = program;
  }

  /** Draws a picture as PNG; resolves to undefined for an unknown display. */
  draw(request: PictureRequest): Promise<Buffer | undefined> {
    if (this.#isStopped) return Promise.reject(new Error('The sandbox ends, so nothing is drawn anymore.'));
    const number = ++this.#count;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ number, request } satisfies Question);
    const waiting: Waiting = Promise.withResolvers();
    this.#waiting.set(number, waiting);
    return waiting.promise;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { resourceLimits: LIMITS });
    // The thread alone does not keep the process alive.
    worker.unref();
    worker.on('message', ({ number, png, problem }: Answer) => {
      const waiting = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (problem !== undefined) waiting?.reject(new Error(problem));
      else waiting?.resolve(png && Buffer.from(png.buffer, png.byteOffset, png.length));
    });
    worker.on('error', error => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('The thread that draws pictures has ended.')));
    return worker;
  }

  // A thread that fails reports it and then ends; another one may have started in between.
  #fail(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
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
