import { Latest } from '../latest.ts';
import { frameAt } from './frameTimes.ts';

/** The browser functions that an animation uses. */
export interface AnimationPort {
  /** Draws an image of the animation by its index. */
  draw(index: number): Promise<void>;
  /** Returns the time in milliseconds. */
  now(): number;
  /** Calls a function before the next repaint; returns a function that cancels that. */
  nextFrame(call: () => void): () => void;
}

/** Plays an animation whose images end at known times. */
export class AnimationPlayer {
  readonly #ends: readonly number[];
  readonly #port: AnimationPort;
  readonly #changed: () => void;
  #position = 0;
  /** The time at which the animation would have started to be now at its position; undefined while it is paused. */
  #origin: number | undefined;
  #cancel: (() => void) | undefined;
  #shown = -1;
  readonly #drawings = new Latest();

  /** `changed` is called when the position or the playback changes. */
  constructor(ends: readonly number[], port: AnimationPort, changed: () => void) {
    this.#ends = ends;
    this.#port = port;
    this.#changed = changed;
  }

  get position(): number {
    return this.#position;
  }

  get duration(): number {
    return this.#ends.at(-1) ?? 0;
  }

  get isPlaying(): boolean {
    return this.#origin !== undefined;
  }

  /** Plays from the position, or from the start at the end. */
  play(): void {
    if (this.isPlaying) return;
    if (this.#position >= this.duration) this.#position = 0;
    this.#origin = this.#port.now() - this.#position;
    this.#step();
  }

  pause(): void {
    this.#origin = undefined;
    this.#cancel?.();
    this.#changed();
  }

  /** Goes to a position in milliseconds and goes on playing if it does. */
  seek(ms: number): void {
    this.#position = Math.max(0, Math.min(ms, this.duration));
    if (this.isPlaying) this.#origin = this.#port.now() - this.#position;
    this.#draw();
    this.#changed();
  }

  dispose(): void {
    this.#origin = undefined;
    this.#cancel?.();
  }

  #step(): void {
    if (this.#origin === undefined) return;
    this.#position = Math.min(this.#port.now() - this.#origin, this.duration);
    if (this.#position >= this.duration) this.#origin = undefined;
    else this.#cancel = this.#port.nextFrame(() => this.#step());
    this.#draw();
    this.#changed();
  }

  /** Draws the image of the position; after a slow one, the newest. */
  #draw(): void {
    this.#drawings.run(async () => {
      const index = frameAt(this.#ends, this.#position);
      if (index === this.#shown) return;
      this.#shown = index;
      await this.#port.draw(index);
    });
  }
}
