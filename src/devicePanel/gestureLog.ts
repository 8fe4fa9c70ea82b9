import type { DeviceGesture, DoneGesture } from '../flow/record/deviceGesture.ts';
import type { RecordedElement } from '../flow/record/recordedElement.ts';
import type { LogLine } from '../protocol/devicePanel.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';

/** Maximum number of gestures kept per device; older ones are dropped. */
const MAX_LINES = 500;

/** The properties of a log entry that are updated while the gesture is performed. */
export type LogChange = Partial<Pick<LogLine, 'at' | 'state' | 'ms' | 'error' | 'gesture'>>;

/** The gestures on a device in this window, newest first; passwords are never kept. */
export class GestureLog implements Disposable {
  readonly #deviceId: string;
  readonly #changed = new Emitter<void>();
  #lines: readonly LogLine[] = [];
  /** The touched elements, by the number of the gesture. */
  readonly #elements = new Map<number, RecordedElement>();
  #count = 0;

  readonly onDidChange = this.#changed.event;

  constructor(deviceId: string) {
    this.#deviceId = deviceId;
  }

  /** All gestures, newest first, including waiting and failed ones. */
  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  /** The completed gestures, oldest first. */
  get done(): readonly DoneGesture[] {
    return this.doneOf([]);
  }

  /** Returns the completed gestures with these numbers, or all of them if the list is empty, oldest first. */
  doneOf(numbers: readonly number[]): readonly DoneGesture[] {
    return this.#lines
      .filter(({ state, number }) => state === 'done' && (numbers.length === 0 || numbers.includes(number)))
      .map(({ number, display, gesture, at }) => {
        return { deviceId: this.#deviceId, display, gesture, element: this.#elements.get(number), at };
      })
      .toReversed();
  }

  /** Adds a waiting gesture and returns its number. */
  begin(gesture: DeviceGesture, display: number): number {
    const number = ++this.#count;
    const line = {
      number,
      at: Date.now(),
      display,
      gesture: withoutSecret(gesture),
      state: 'waiting',
    } as const;
    const unknown = { element: undefined, ms: undefined, error: undefined };
    this.#setLines([{ ...line, ...unknown }, ...this.#lines].slice(0, MAX_LINES));
    return number;
  }

  /** Updates a gesture, such as with its start time and its result. */
  update(number: number, change: LogChange): void {
    const changed = change.gesture ? { ...change, gesture: withoutSecret(change.gesture) } : change;
    this.#setLines(this.#lines.map(line => (line.number === number ? { ...line, ...changed } : line)));
  }

  /** Stores the element that a gesture touches. */
  setElement(number: number, element: RecordedElement): void {
    if (!this.#lines.some(line => line.number === number)) return;
    this.#elements.set(number, element);
    this.#setLines(
      this.#lines.map(line => (line.number === number ? { ...line, element: element.name } : line)),
    );
  }

  /** Removes all gestures but the waiting ones. */
  clear(): void {
    this.#setLines(this.#lines.filter(({ state }) => state === 'waiting'));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #setLines(lines: readonly LogLine[]): void {
    this.#lines = lines;
    const kept = new Set(lines.map(({ number }) => number));
    for (const number of this.#elements.keys()) if (!kept.has(number)) this.#elements.delete(number);
    this.#changed.fire();
  }
}

// A text counts as secret until it is known not to be typed into a password field.
function withoutSecret(gesture: DeviceGesture): DeviceGesture {
  return gesture.kind === 'text' && gesture.secret !== false
    ? { ...gesture, text: '', secret: true }
    : gesture;
}
