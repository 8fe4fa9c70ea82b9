import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceGesture, DoneGesture } from '../flow/record/deviceGesture.ts';
import { gestureText } from '../flow/record/gestureText.ts';
import { explain } from '../host/explain.ts';
import type { ReplayState } from '../protocol/recorder.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';

/** Performs a gesture on a display of the device. */
export type Perform = (gesture: DeviceGesture, display: number) => Promise<void>;

/** Waits for some milliseconds; rejects when the signal is aborted. */
type Wait = (
  milliseconds: number,
  value: undefined,
  options: { readonly signal: AbortSignal },
) => Promise<unknown>;

/** Repeats gestures of the log one at a time; the first failure ends the replay. */
export class Replay implements Disposable {
  readonly #perform: Perform;
  readonly #wait: Wait;
  readonly #changed = new Emitter<void>();
  #stop: AbortController | undefined;
  #state: ReplayState | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(perform: Perform, wait: Wait = sleep) {
    this.#perform = perform;
    this.#wait = wait;
  }

  /** The progress; undefined while no replay is running. */
  get state(): ReplayState | undefined {
    return this.#state;
  }

  /**
   * Performs gestures in order, with the original pauses or without any. Rejects if a gesture fails or another replay
   * is running.
   */
  async run(gestures: readonly DoneGesture[], withPauses: boolean): Promise<void> {
    if (this.#stop) throw new Error('A replay is already running. Stop it first.');
    const stop = new AbortController();
    this.#stop = stop;
    try {
      await this.#all(gestures, withPauses, stop.signal);
    } finally {
      this.#stop = undefined;
      this.#become(undefined);
    }
  }

  /** Stops the replay; a gesture in progress is not reverted. */
  stop(): void {
    this.#stop?.abort();
  }

  dispose(): void {
    this.stop();
    this.#changed.dispose();
  }

  async #all(gestures: readonly DoneGesture[], withPauses: boolean, signal: AbortSignal): Promise<void> {
    const total = gestures.length;
    let begun = performance.now();
    let before: DoneGesture | undefined;
    for (const [index, one] of gestures.entries()) {
      this.#become({ done: index, total });
      const pause = before && withPauses ? one.at - before.at - (performance.now() - begun) : 0;
      if (pause > 0) await this.#wait(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      begun = performance.now();
      before = one;
      try {
        await this.#perform(one.gesture, one.display);
      } catch (error) {
        const why = explain(error).summary;
        throw new Error(
          `Replay stopped at gesture ${index + 1} of ${total}, “${gestureText(one.gesture)}”: ${why}`,
          {
            cause: error,
          },
        );
      }
    }
  }

  #become(state: ReplayState | undefined): void {
    this.#state = state;
    this.#changed.fire();
  }
}
