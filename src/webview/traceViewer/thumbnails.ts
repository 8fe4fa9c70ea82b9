import type { TraceFrame } from '../../protocol/traceViewer.ts';

/** The maximum number of thumbnails; one of a phone takes about 50 kB, and none more than 110 kB. */
const MAX_THUMBNAILS = 1024;
/** The maximum number of pictures in sight that are decoded at once; those out of sight are decoded one by one. */
const AT_ONCE = 2;

/** The frames of which thumbnails are read: those in sight first, then the nearest others. */
interface Sight {
  readonly frames: readonly Pick<TraceFrame, 'screen'>[];
  readonly first: number;
  readonly end: number;
}

/**
 * Small pictures of screens. Decoding a whole picture takes longer than a frame of the display, so they are read before
 * the user scrubs to them, and none is read meanwhile.
 */
export class Thumbnails<Bitmap extends { close(): void }> {
  readonly #make: (id: string) => Promise<Bitmap | undefined>;
  readonly #ready: () => void;
  readonly #kept = new Map<string, Bitmap | undefined>();
  readonly #reading = new Set<string>();
  #sight: Sight = { frames: [], first: 0, end: 0 };
  #isPaused = false;
  #version = 0;

  /** `make` reads a thumbnail; `ready` is called when another one in sight can be drawn. */
  constructor(make: (id: string) => Promise<Bitmap | undefined>, ready: () => void) {
    this.#make = make;
    this.#ready = ready;
  }

  /** Returns the thumbnail of a screen if it has been read. */
  get(id: string): Bitmap | undefined {
    return this.#kept.get(id);
  }

  /** Sets the frames of the filmstrip and those in sight. */
  want(sight: Sight): void {
    this.#sight = sight;
    this.#read();
  }

  /** Stops reading for a while, or continues. */
  pause(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.#read();
  }

  /** True if the thumbnails of all screens in sight have been read. */
  get areRead(): boolean {
    return this.#inSight.every(({ screen }) => this.#kept.has(screen));
  }

  get #inSight(): Sight['frames'] {
    const { frames, first, end } = this.#sight;
    return frames.slice(first, end);
  }

  /** Gives up all thumbnails. */
  clear(): void {
    this.#version++;
    for (const bitmap of this.#kept.values()) bitmap?.close();
    this.#kept.clear();
    this.#reading.clear();
  }

  #read(): void {
    while (!this.#isPaused && this.#reading.size < AT_ONCE) {
      const id = this.#next();
      if (id === undefined) return;
      const version = this.#version;
      this.#reading.add(id);
      void this.#make(id)
        .catch(() => undefined)
        .then(bitmap => {
          // The ID may name another screen now.
          if (version !== this.#version) {
            bitmap?.close();
            return;
          }
          this.#reading.delete(id);
          this.#keep(id, bitmap);
          if (this.#inSight.some(({ screen }) => screen === id)) this.#ready();
          this.#read();
        });
    }
  }

  /** Returns the screen to read next. */
  #next(): string | undefined {
    const { frames, first, end } = this.#sight;
    const isWanted = (index: number): boolean => {
      const screen = frames[index]?.screen;
      return screen !== undefined && !this.#kept.has(screen) && !this.#reading.has(screen);
    };
    for (let index = first; index < end; index++) if (isWanted(index)) return frames[index]?.screen;
    if (this.#reading.size > 0) return undefined;
    const [start, stop] = this.#window;
    for (let after = end, before = first - 1; after < stop || before >= start; after++, before--) {
      if (after < stop && isWanted(after)) return frames[after]?.screen;
      if (before >= start && isWanted(before)) return frames[before]?.screen;
    }
    return undefined;
  }

  /** The frames whose thumbnails are kept: as many as allowed, with those in sight in the middle. */
  get #window(): readonly [start: number, end: number] {
    const { frames, first, end } = this.#sight;
    const middle = Math.floor((first + end) / 2);
    const start = Math.max(0, Math.min(middle - MAX_THUMBNAILS / 2, frames.length - MAX_THUMBNAILS));
    return [start, Math.min(frames.length, start + MAX_THUMBNAILS)];
  }

  #keep(id: string, bitmap: Bitmap | undefined): void {
    this.#kept.set(id, bitmap);
    if (this.#kept.size <= MAX_THUMBNAILS) return;
    const near = new Set(this.#sight.frames.slice(...this.#window).map(({ screen }) => screen));
    for (const [other, old] of this.#kept) {
      if (near.has(other)) continue;
      old?.close();
      this.#kept.delete(other);
    }
  }
}
