import type { Client } from '../client/client.ts';
import { ApiError } from '../client/failure.ts';
import type { Picture } from '../protocol/devicePanel.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { pngSize } from '../util/pngSize.ts';

/** A size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture as it came. */
export interface TakenPicture extends Picture {
  readonly bytes: Uint8Array;
  readonly size: Size | undefined;
}

/** Takes pictures of a display of a device, one at a time; the last one stays beside the failure of a newer one. */
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

  readonly onDidChange = this.#changed.event;

  constructor(client: () => Promise<Client>, deviceId: string) {
    this.#client = client;
    this.#deviceId = deviceId;
  }

  /** Which display is looked at, the first being 0. */
  get display(): number {
    return this.#display;
  }

  /** The last picture of this display. */
  get picture(): TakenPicture | undefined {
    return this.#picture;
  }

  /** Why the newest picture could not be taken; undefined where it was. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Displays that the device said it does not have, when it was asked last. */
  get absent(): readonly number[] {
    return [...this.#absent];
  }

  /** Whether a picture is on its way. */
  get reading(): boolean {
    return this.#running !== undefined;
  }

  /** Looks at another display. */
  choose(display: number): void {
    if (display === this.#display) return;
    this.#running?.stop.abort();
    this.#running = undefined;
    this.#display = display;
    this.#picture = undefined;
    this.#failure = undefined;
    this.#changed.fire();
  }

  /** Takes a picture that shows the screen as it is now or later; never rejects. */
  async read(): Promise<void> {
    // A picture that is on its way may show what was before; everybody who asks meanwhile shares the next one.
    const running = this.#running;
    if (!running) return this.#start();
    this.#again ??= running.done.then(() => {
      this.#again = undefined;
      return this.#running ? this.#running.done : this.#start();
    });
    return this.#again;
  }

  dispose(): void {
    this.#ended = true;
    this.#running?.stop.abort();
    this.#changed.dispose();
  }

  #start(): Promise<void> {
    if (this.#ended) return Promise.resolve();
    const stop = new AbortController();
    const done = this.#take(stop.signal);
    this.#running = { stop, done };
    this.#changed.fire();
    return done;
  }

  async #take(signal: AbortSignal): Promise<void> {
    const display = this.#display;
    let failure: unknown;
    try {
      const client = await this.#client();
      const headers = { 'x-device-display-id': display };
      // The mark of the last gesture would stay in the picture; the page shows its own.
      const query = { hideOverlay: true };
      const { value } = await client.takeScreenshot(
        { params: { deviceId: this.#deviceId }, headers, query },
        { signal },
      );
      if (signal.aborted) return;
      // A plain array: what Node adds to its own does not reach a page.
      const bytes = new Uint8Array(value);
      const number = ++this.#count;
      this.#picture = { number, display, takenAt: Date.now(), bytes, size: pngSize(bytes) };
    } catch (error) {
      failure = error;
    }
    if (signal.aborted) return;
    if (isNoDisplay(display, failure)) this.#absent.add(display);
    else if (failure === undefined) this.#absent.delete(display);
    this.#failure = failure;
    this.#running = undefined;
    this.#changed.fire();
  }
}

/** Whether a picture failed because the device has no such display; each has the first, 0. */
export function isNoDisplay(display: number, failure: unknown): boolean {
  return display > 0 && failure instanceof ApiError && failure.status === 422;
}

/** The failure of a picture as an error that a poller understands. */
export function polled(
  failure: unknown,
): (Error & { readonly retryAfterMs?: number | undefined }) | undefined {
  if (failure === undefined) return undefined;
  return failure instanceof Error ? failure : new Error('The device returned no screen image.');
}
