import type { Route, TrackPlace, TrackSpeed } from '../../flow/track/route.ts';
import type { Position } from '../../util/geoText.ts';
import { Emitter } from '../../util/emitter.ts';

/** The least time between two positions that are sent, in milliseconds. */
export const STEP_MS = 1000;

/** What a player needs of the world; times in milliseconds. */
export interface PlayerPort {
  /** Moves the device; resolves when it is there. */
  readonly send: (position: Position) => Promise<void>;
  /** Words an error of `send` in a sentence. */
  readonly explain: (error: unknown) => string;
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Whether a track waits to be played, is played, or is over. */
export type PlayState = 'ready' | 'playing' | 'paused' | 'finished';

/**
 * Moves a device along a route: sends where one is on it, one call after the other, at most once in STEP_MS. A slow
 * device gets fewer positions, not later ones. A failure pauses with a sentence, and playing on sends the same again.
 */
export class TrackPlayer {
  readonly route: Route;
  readonly onDidChange;
  readonly #port: PlayerPort;
  readonly #changed = new Emitter<void>();
  #state: PlayState = 'ready';
  #speed: TrackSpeed;
  #elapsed = 0;
  /** When the track began, were it played from its start without a pause. */
  #began = 0;
  /** Counts the times that the clock of the track was set. */
  #jumps = 0;
  #place: TrackPlace | undefined;
  #problem: string | undefined;
  #pause = new AbortController();
  /** The call that is on its way; a new one waits for it. */
  #call: Promise<unknown> = Promise.resolve();

  constructor(route: Route, speed: TrackSpeed, port: PlayerPort) {
    this.route = route;
    this.#speed = speed;
    this.#port = port;
    this.onDidChange = this.#changed.event;
  }

  get state(): PlayState {
    return this.#state;
  }

  get speed(): TrackSpeed {
    return this.#speed;
  }

  /** Time into the track at its speed, in milliseconds: that of the position that was sent last. */
  get elapsed(): number {
    return this.#elapsed;
  }

  /** Where the device was moved to last; undefined before the first position. */
  get place(): TrackPlace | undefined {
    return this.#place;
  }

  /** Why the player paused by itself, in a sentence. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Plays on from where it was, or from the start if it was over. */
  play(): void {
    if (this.#state === 'playing') return;
    if (this.#state === 'finished') this.#elapsed = 0;
    this.#become('playing');
    this.#pause = new AbortController();
    void this.#run(this.#pause.signal);
  }

  /** Holds the device where it is. */
  pause(): void {
    if (this.#state !== 'playing') return;
    this.#pause.abort();
    this.#become('paused');
  }

  /** Ends the playing; the device stays where it is and the track is at its start. */
  stop(): void {
    this.#pause.abort();
    this.#elapsed = 0;
    this.#become('ready');
  }

  /** Goes to a share, 0 to 1, of the whole time. */
  seek(share: number): void {
    this.#goTo(Math.min(1, Math.max(0, share)) * this.route.duration(this.#speed));
    if (this.#state === 'finished') this.#state = 'paused';
    this.#changed.fire();
  }

  /** Changes the speed; the place on the track stays. */
  changeSpeed(speed: TrackSpeed): void {
    const elapsed = this.#state === 'playing' ? this.#now() : this.#elapsed;
    this.#goTo(this.route.carried(elapsed, this.#speed, speed));
    this.#speed = speed;
    this.#changed.fire();
  }

  dispose(): void {
    this.#pause.abort();
    this.#changed.dispose();
  }

  async #run(signal: AbortSignal): Promise<void> {
    await this.#call;
    if (!signal.aborted) this.#goTo(this.#elapsed);
    while (!signal.aborted) {
      const asked = this.#port.now();
      if (!(await this.#step(signal))) return;
      // Whole milliseconds, because less does not move every clock.
      const rest = Math.ceil(Math.min(asked + STEP_MS - this.#port.now(), this.#left()));
      // Who ends the wait is heard by the loop.
      if (rest > 0) await this.#port.wait(rest, signal).catch(() => undefined);
    }
  }

  /** Sends where the track is now; whether it goes on. */
  async #step(signal: AbortSignal): Promise<boolean> {
    const elapsed = this.#now();
    // Noted now, not when the call ends: who pauses meanwhile plays on from here, and who jumps from there.
    this.#elapsed = elapsed;
    const jumps = this.#jumps;
    const place = this.route.at(elapsed, this.#speed);
    const call = this.#port.send({ latitude: place.latitude, longitude: place.longitude });
    this.#call = call.catch(() => undefined);
    let problem: string | undefined;
    try {
      await call;
      this.#place = place;
    } catch (error) {
      problem = this.#port.explain(error);
    }
    if (signal.aborted) {
      this.#changed.fire();
      return false;
    }
    // A jump or another speed meanwhile has its own end.
    const over = jumps === this.#jumps && elapsed >= this.route.duration(this.#speed);
    if (problem !== undefined) this.#become('paused', problem);
    else if (over) this.#become('finished');
    else this.#changed.fire();
    return this.#state === 'playing';
  }

  /** Time into the track by the clock, no later than its end. */
  #now(): number {
    return Math.min(this.route.duration(this.#speed), Math.max(0, this.#port.now() - this.#began));
  }

  #left(): number {
    return this.route.duration(this.#speed) - this.#now();
  }

  #goTo(elapsed: number): void {
    this.#jumps++;
    this.#elapsed = elapsed;
    this.#began = this.#port.now() - elapsed;
  }

  #become(state: PlayState, problem?: string): void {
    this.#state = state;
    this.#problem = problem;
    this.#changed.fire();
  }
}
