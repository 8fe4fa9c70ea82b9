import type { DeviceGesture, DoneGesture } from '../flow/record/deviceGesture.ts';
import type { LogLine } from '../protocol/devicePanel.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';

/** Gestures that are kept for each device; older ones go. */
const MOST = 500;

/** What is learned of a gesture after it was asked for. */
export type LogNote = Partial<Pick<LogLine, 'at' | 'state' | 'ms' | 'error' | 'gesture'>>;

/** What a person did to a device in this window, newest first; a password is never kept. */
export class GestureLog implements Disposable {
  readonly #deviceId: string;
  readonly #changed = new Emitter<void>();
  #lines: readonly LogLine[] = [];
  #count = 0;

  readonly onDidChange = this.#changed.event;

  constructor(deviceId: string) {
    this.#deviceId = deviceId;
  }

  /** All that was asked for, newest first, also what waits or failed. */
  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  /** What the device did, in the order it was asked. */
  get done(): readonly DoneGesture[] {
    return this.doneOf([]);
  }

  /** What the device did of the gestures with these numbers, or all of it without any, in the order it was asked. */
  doneOf(numbers: readonly number[]): readonly DoneGesture[] {
    return this.#lines
      .filter(({ state, number }) => state === 'done' && (numbers.length === 0 || numbers.includes(number)))
      .map(({ display, gesture, at }) => ({ deviceId: this.#deviceId, display, gesture, at }))
      .toReversed();
  }

  /** Notes that a gesture is about to be done, and answers its number. */
  begin(gesture: DeviceGesture, display: number): number {
    const number = ++this.#count;
    const line = {
      number,
      at: Date.now(),
      display,
      gesture: withoutSecret(gesture),
      state: 'waiting',
    } as const;
    this.#become([{ ...line, ms: undefined, error: undefined }, ...this.#lines].slice(0, MOST));
    return number;
  }

  /** Notes more of a gesture: when the service was asked, and what came of it. */
  note(number: number, more: LogNote): void {
    const changed = { ...more, ...(more.gesture ? { gesture: withoutSecret(more.gesture) } : {}) };
    this.#become(this.#lines.map(line => (line.number === number ? { ...line, ...changed } : line)));
  }

  /** Forgets what is done; what waits stays. */
  clear(): void {
    this.#become(this.#lines.filter(({ state }) => state === 'waiting'));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #become(lines: readonly LogLine[]): void {
    this.#lines = lines;
    this.#changed.fire();
  }
}

// Until it is known not to go into a password field, a text is taken for one.
function withoutSecret(gesture: DeviceGesture): DeviceGesture {
  return gesture.kind === 'text' && gesture.secret !== false
    ? { ...gesture, text: '', secret: true }
    : gesture;
}
