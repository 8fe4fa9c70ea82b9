import { type TraceRequest, traceScreen, type TraceScreenState } from '../../protocol/traceViewer.ts';
import { pngSize } from '../../util/pngSize.ts';
import type { TracePort } from './tracePort.ts';

/** A screen that can be drawn: with the address of its picture, or without one from its elements. */
export interface DrawableScreen {
  readonly id: string;
  readonly screen: TraceScreenState;
  readonly url: string | undefined;
  /** True if the screen has passed before its picture could be read. */
  readonly isPassing?: boolean;
}

/** Sends a request to the host. */
export type Ask = (request: TraceRequest) => Promise<unknown>;

/** Reads from the host; undefined if the trace does not have it. */
export interface PictureSource {
  readonly screen: (id: string) => Promise<unknown>;
  readonly picture: (id: string) => Promise<unknown>;
}

type PictureRequest = Extract<TraceRequest, { readonly id: string }>['kind'];

/** Returns the source that reads by these requests. */
export function pictureSource(ask: Ask, screen: PictureRequest, picture: PictureRequest): PictureSource {
  return { screen: id => ask({ kind: screen, id }), picture: id => ask({ kind: picture, id }) };
}

/** The maximum number of decoded pictures. */
const MAX_DECODED = 8;

/** The screens near the shown one. The oldest pictures are given up, so a long trace does not fill the memory. */
export class Pictures {
  readonly #source: PictureSource;
  readonly #port: Pick<TracePort, 'openPicture' | 'closePicture'>;
  readonly #kept = new Map<string, DrawableScreen>();

  constructor(source: PictureSource, port: Pick<TracePort, 'openPicture' | 'closePicture'>) {
    this.#source = source;
    this.#port = port;
  }

  /** Returns a screen that has been read and is kept. */
  known(id: string): DrawableScreen | undefined {
    const known = this.#kept.get(id);
    if (!known) return undefined;
    this.#kept.delete(id);
    this.#kept.set(id, known);
    return known;
  }

  /** Returns a screen without its picture, which takes too long to decode while the user scrubs. */
  async pass(id: string): Promise<DrawableScreen | undefined> {
    const screen = await this.#source.screen(id);
    return traceScreen(screen) ? { id, screen, url: undefined, isPassing: true } : undefined;
  }

  /** Returns a screen with its decoded picture; undefined if the trace does not have it. */
  async read(id: string): Promise<DrawableScreen | undefined> {
    const known = this.known(id);
    if (known) return known;
    const [screen, png] = await Promise.all([this.#source.screen(id), this.#source.picture(id)]);
    if (!traceScreen(screen)) return undefined;
    for (const [oldest, { url: old }] of this.#kept) {
      if (this.#kept.size < MAX_DECODED) break;
      this.#kept.delete(oldest);
      if (old !== undefined) this.#port.closePicture(old);
    }
    const url = png instanceof Uint8Array ? await this.#port.openPicture(png) : undefined;
    // Only the picture has the size of a screen without elements, such as a screenshot of a service.
    const size = png instanceof Uint8Array && screen.elements.length === 0 ? pngSize(png) : undefined;
    const shown = { id, screen: { ...screen, ...size }, url };
    this.#kept.set(id, shown);
    return shown;
  }

  /** Gives up all pictures. */
  clear(): void {
    for (const { url } of this.#kept.values()) if (url !== undefined) this.#port.closePicture(url);
    this.#kept.clear();
  }
}
