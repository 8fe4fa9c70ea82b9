import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceGesture, DoneGesture } from '../flow/record/deviceGesture.ts';
import { describeGesture } from '../flow/record/gestureText.ts';
import { explain } from '../wording/explain.ts';
import type { ReplayState } from '../protocol/recorder.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';

/** Performs a gesture on a display of the device. */
type Perform = (gesture: DeviceGesture, display: number) => Promise<void>;

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
      await this.#performAll(gestures, withPauses, stop.signal);
    } finally {
      this.#stop = undefined;
      this.#setState(undefined);
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

  async #performAll(
    gestures: readonly DoneGesture[],
    withPauses: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const total = gestures.length;
    let startedAt = performance.now();
    let before: DoneGesture | undefined;
    for (const [index, done] of gestures.entries()) {
      this.#setState({ done: index, total });
      const pause = before && withPauses ? done.at - before.at - (performance.now() - startedAt) : 0;
      if (pause > 0) await this.#wait(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      startedAt = performance.now();
      before = done;
      try {
        await this.#perform(done.gesture, done.display);
      } catch (error) {
        const stopped = `Replay stopped at gesture ${index + 1} of ${total}, “${describeGesture(done.gesture)}”`;
        throw new Error(`${stopped}: ${explain(error).summary}`, { cause: error });
      }
    }
  }

  #setState(state: ReplayState | undefined): void {
    this.#state = state;
    this.#changed.fire();
  }
}
