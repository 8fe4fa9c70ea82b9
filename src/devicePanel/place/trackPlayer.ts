import type { Route, TrackPlace, TrackSpeed } from '../../flow/track/route.ts';
import type { TrackState } from '../../protocol/devicePlace.ts';
import type { Position } from '../../util/geoText.ts';
import { Emitter } from '../../util/emitter.ts';

/** Minimum interval between two sent positions, in milliseconds. */
export const STEP_MS = 1000;

/** The dependencies of a player; times in milliseconds. */
interface PlayerPort {
  /** Moves the device; resolves once it is there. */
  readonly send: (position: Position) => Promise<void>;
  /** Returns a sentence for an error of `send`. */
  readonly explain: (error: unknown) => string;
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

type PlayState = TrackState['play'];

/**
 * Moves a device along a route by sending the current position, one call at a time and at most one per STEP_MS. A slow
 * device receives fewer positions, not delayed ones. A failed call pauses with a problem; `play` sends the same
 * position again.
 */
export class TrackPlayer {
  readonly route: Route;
  readonly onDidChange;
  readonly #port: PlayerPort;
  readonly #changed = new Emitter<void>();
  #state: PlayState = 'ready';
  #speed: TrackSpeed;
  #elapsed = 0;
  /** The clock time at which uninterrupted playback would have started. */
  #began = 0;
  /** Number of times that the playback time was set. */
  #jumps = 0;
  #place: TrackPlace | undefined;
  #problem: string | undefined;
  #pause = new AbortController();
  /** The pending call; a new run waits for it. */
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

  /** The playback time of the last sent position, in milliseconds at the current speed. */
  get elapsed(): number {
    return this.#elapsed;
  }

  /** The position that the device was last moved to; undefined before the first. */
  get place(): TrackPlace | undefined {
    return this.#place;
  }

  /** The reason why playback paused on its own, as a sentence. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Resumes playback, or restarts a finished track. */
  play(): void {
    if (this.#state === 'playing') return;
    if (this.#state === 'finished') this.#elapsed = 0;
    this.#become('playing');
    this.#pause = new AbortController();
    void this.#run(this.#pause.signal);
  }

  /** Pauses playback; the device keeps its position. */
  pause(): void {
    if (this.#state !== 'playing') return;
    this.#pause.abort();
    this.#become('paused');
  }

  /** Stops playback and resets the track to its start; the device keeps its position. */
  stop(): void {
    this.#pause.abort();
    this.#elapsed = 0;
    this.#become('ready');
  }

  /** Seeks to a share of the duration, from 0 to 1. */
  seek(share: number): void {
    this.#goTo(Math.min(1, Math.max(0, share)) * this.route.duration(this.#speed));
    if (this.#state === 'finished') this.#state = 'paused';
    this.#changed.fire();
  }

  /** Changes the speed and keeps the position on the track. */
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
      // Rounded up, because some clocks do not advance by fractions of a millisecond.
      const rest = Math.ceil(Math.min(asked + STEP_MS - this.#port.now(), this.#left()));
      // An aborted wait rejects; the loop checks the signal itself.
      if (rest > 0) await this.#port.wait(rest, signal).catch(() => undefined);
    }
  }

  /** Sends the current position; returns true if playback continues. */
  async #step(signal: AbortSignal): Promise<boolean> {
    const elapsed = this.#now();
    // Set before the call ends, so that a pause meanwhile resumes here and a seek is not overwritten.
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
    // After a seek or a change of speed during the call, `elapsed` says nothing about the end.
    const over = jumps === this.#jumps && elapsed >= this.route.duration(this.#speed);
    if (problem !== undefined) this.#become('paused', problem);
    else if (over) this.#become('finished');
    else this.#changed.fire();
    return this.#state === 'playing';
  }

  /** Returns the playback time by the clock, limited to the duration. */
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
