import type { Client } from '../client/client.ts';
import { ApiError } from '../client/failure.ts';
import type { Picture } from '../protocol/devicePanel.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { pngSize, type Size } from '../util/pngSize.ts';

/** A screenshot with its bytes and its size; the size is undefined for incomplete data. */
interface TakenPicture extends Picture {
  readonly bytes: Uint8Array;
  readonly size: Size | undefined;
}

/** The time after which the age of an unchanged picture is shown again. */
const AGE_MS = 1000;
/** The time after which the next picture is taken although no page has fetched the last one. */
const MAX_FETCH_MS = 1000;

/** Takes screenshots of a device display, one at a time; the last one is kept when a newer one fails. */
export class ScreenReader implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #client: () => Promise<Client>;
  readonly #deviceId: string;
  #display = 0;
  #picture: TakenPicture | undefined;
  #failure: unknown;
  #count = 0;
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  #again: Promise<void> | undefined;
  #ended = false;
  readonly #absent = new Set<number>();
  /** True while the screen is shown live: a picture that is the same as the last one keeps its number. */
  isLive = false;
  #shownAt = 0;
  #fetched = Promise.withResolvers<undefined>();

  readonly onDidChange = this.#changed.event;

  constructor(client: () => Promise<Client>, deviceId: string) {
    this.#client = client;
    this.#deviceId = deviceId;
  }

  /** The current display; the first is 0. */
  get display(): number {
    return this.#display;
  }

  /** The last screenshot of the current display. */
  get picture(): TakenPicture | undefined {
    return this.#picture;
  }

  /** The error of the newest screenshot; undefined if it succeeded. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Displays that the device reported as missing in the latest request for each. */
  get absent(): readonly number[] {
    return [...this.#absent];
  }

  /** Switches to another display. */
  choose(display: number): void {
    if (display === this.#display) return;
    this.#running?.stop.abort();
    this.#running = undefined;
    this.#display = display;
    this.#picture = undefined;
    this.#failure = undefined;
    this.#fetched.resolve(undefined);
    this.#changed.fire();
  }

  /** Takes a screenshot that is not older than this call; never rejects. */
  async read(): Promise<void> {
    // A pending screenshot may predate the call; all calls made meanwhile share the next one.
    const running = this.#running;
    if (!running) return this.#start();
    this.#again ??= running.done.then(() => {
      this.#again = undefined;
      return this.#running ? this.#running.done : this.#start();
    });
    return this.#again;
  }

  /** Returns the bytes of a picture for a page; undefined if it is not the last one anymore. */
  fetch(number: number): Uint8Array | undefined {
    if (this.#picture?.number !== number) return undefined;
    this.#fetched.resolve(undefined);
    return this.#picture.bytes;
  }

  /** Resolves when a page has fetched the last picture, when there is a newer one, or after a while. */
  async untilFetched(): Promise<void> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), MAX_FETCH_MS);
    await Promise.race([this.#fetched.promise, late.promise]);
    clearTimeout(timer);
  }

  dispose(): void {
    this.#ended = true;
    this.#fetched.resolve(undefined);
    this.#running?.stop.abort();
    this.#changed.dispose();
  }

  #start(): Promise<void> {
    if (this.#ended) return Promise.resolve();
    const stop = new AbortController();
    const done = this.#take(stop.signal);
    this.#running = { stop, done };
    return done;
  }

  async #take(signal: AbortSignal): Promise<void> {
    const display = this.#display;
    let failure: unknown;
    let isSame = false;
    try {
      const client = await this.#client();
      const headers = { 'x-device-display-id': display };
      // The overlay of the service would leave the last gesture in the picture; the webview draws its own.
      const query = { hideOverlay: true };
      const { value } = await client.takeScreenshot(
        { params: { deviceId: this.#deviceId }, headers, query },
        { signal },
      );
      if (signal.aborted) return;
      // A plain Uint8Array, because webview messages do not preserve a Node Buffer.
      const bytes = new Uint8Array(value);
      const before = this.#picture;
      const takenAt = Date.now();
      isSame = this.isLive && before !== undefined && Buffer.compare(before.bytes, bytes) === 0;
      if (isSame && before) this.#picture = { ...before, takenAt };
      else {
        this.#picture = { number: ++this.#count, display, takenAt, bytes, size: pngSize(bytes) };
        this.#fetched.resolve(undefined);
        this.#fetched = Promise.withResolvers();
      }
    } catch (error) {
      failure = error;
    }
    if (signal.aborted) return;
    if (isNoDisplay(display, failure)) this.#absent.add(display);
    else if (failure === undefined) this.#absent.delete(display);
    const isQuiet = isSame && this.#failure === undefined && Date.now() - this.#shownAt < AGE_MS;
    this.#failure = failure;
    this.#running = undefined;
    if (isQuiet) return;
    this.#shownAt = Date.now();
    this.#changed.fire();
  }
}

/** Returns true if a screenshot failed because the device has no such display; every device has display 0. */
export function isNoDisplay(display: number, failure: unknown): boolean {
  return display > 0 && failure instanceof ApiError && failure.status === 422;
}

/** Converts the failure of a screenshot to an error for a Poller. */
export function toPollResult(
  failure: unknown,
): (Error & { readonly retryAfterMs?: number | undefined }) | undefined {
  if (failure === undefined) return undefined;
  return failure instanceof Error ? failure : new Error('The device returned no screen image.');
}
