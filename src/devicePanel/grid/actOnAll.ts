import type { Target } from '../../client/eachTarget.ts';
import { describeGesture } from '../../flow/record/gestureText.ts';
import { type DeviceGesture, touchedPoint } from '../../flow/record/deviceGesture.ts';
import type { GridOutcome, GridState } from '../../protocol/deviceGrid.ts';
import type { Disposable } from '../../util/disposables.ts';
import { anyEvent, Emitter } from '../../util/emitter.ts';
import { explain } from '../../wording/explain.ts';
import type { DevicePanelSession } from '../devicePanelSession.ts';
import { Mirror } from '../mirror.ts';
import { aimedElement } from '../tappedElement.ts';
import { SerialQueue } from '../../util/serialQueue.ts';

/** The last gesture, on the device where it was made. */
interface LastGesture {
  readonly id: string;
  readonly gesture: string;
  readonly outcome: GridOutcome;
  /** The devices that were paused before. */
  readonly paused: ReadonlySet<string>;
}

/**
 * Performs each gesture on one device of a grid and then, scaled to their screens, on all others. Gestures wait for one
 * another; those waiting behind one that fails on its own device are dropped. Another device that fails is paused until it
 * rejoins.
 */
export class ActOnAll implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #mirror = new Mirror();
  readonly #targets: () => readonly Target[];
  readonly #queue = new SerialQueue();
  #last: LastGesture | undefined;
  /** Increased to drop the gestures that wait. */
  #turn = 0;

  readonly onDidChange = anyEvent(this.#changed.event, this.#mirror.onDidChange);

  /** `targets` returns all devices of the grid. */
  constructor(targets: () => readonly Target[]) {
    this.#targets = targets;
  }

  /** The last gesture; undefined if there was none. */
  get last(): GridState['last'] {
    return this.#last && { gesture: this.#last.gesture, id: this.#last.id };
  }

  /** Returns the result of the last gesture on each device; a device that it did not reach has none. */
  get outcomes(): ReadonlyMap<string, GridOutcome> {
    const last = this.#last;
    if (!last) return new Map();
    const others = this.#mirror.lines.flatMap(({ id, state, error, expected, usedPoint }) => {
      const isPaused = state === 'failed' && last.paused.has(id);
      if (state === 'idle') return [];
      return [[id, { state: isPaused ? 'paused' : state, error, expected, usedPoint }] as const];
    });
    return new Map<string, GridOutcome>([[last.id, last.outcome], ...others]);
  }

  /** Performs a gesture after the previous ones, first on the device where it was made; never rejects. */
  perform(device: DevicePanelSession, gesture: DeviceGesture): Promise<void> {
    const turn = this.#turn;
    return this.#queue.run(() => this.#perform(device, gesture, turn));
  }

  /** Lets paused devices take part again. */
  rejoin(): void {
    this.#mirror.rejoin();
  }

  /** Drops the gestures that wait, and forgets the last one and its results. */
  clear(): void {
    this.#turn++;
    this.#last = undefined;
    this.#mirror.choose([]);
  }

  dispose(): void {
    this.#turn++;
    this.#mirror.dispose();
    this.#changed.dispose();
  }

  async #perform(device: DevicePanelSession, gesture: DeviceGesture, turn: number): Promise<void> {
    if (turn !== this.#turn) return;
    const { deviceId: id } = device;
    const { display } = device.screen;
    this.#mirror.choose(this.#targets().filter(target => target.id !== id));
    const failed = this.#mirror.lines.filter(({ state }) => state === 'failed');
    const last = { id, gesture: describeGesture(gesture), paused: new Set(failed.map(line => line.id)) };
    this.#setLast({ ...last, outcome: outcome('waiting') });
    try {
      if (device.mirror.lines.length > 0)
        throw new Error('Its own panel mirrors its gestures to other devices. Stop mirroring there first.');
      const client = await device.client();
      const elements = touchedPoint(gesture) && (await device.known.read(display));
      const aimed = aimedElement(gesture, elements);
      const { size } = device.state.screen;
      const follow = this.#mirror.prepare({ client, gesture, display, size, field: undefined, aimed });
      if (turn !== this.#turn) return;
      await device.perform(gesture);
      if (turn !== this.#turn) return;
      this.#setLast({ ...last, outcome: outcome('done') });
      await follow();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#turn++;
      this.#setLast({ ...last, outcome: outcome('failed', explain(error).summary) });
    }
  }

  #setLast(last: LastGesture): void {
    this.#last = last;
    this.#changed.fire();
  }
}

function outcome(state: GridOutcome['state'], error?: string): GridOutcome {
  return { state, error, expected: undefined, usedPoint: false };
}
