import type { DebugEvent } from '../../../contract/sandbox/debug.ts';
import { DebugLimits } from '../../../contract/sandbox/debugLimits.ts';

/** The last events of a debug run, for which debuggers can wait. */
export class EventLog {
  readonly #now: () => string;
  readonly #events: DebugEvent[] = [];
  #last = 0;
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  constructor(now: () => string) {
    this.#now = now;
  }

  /** The number of calls that wait for an event. */
  get waiting(): number {
    return this.#waiting.size;
  }

  get last(): number {
    return this.#last;
  }

  add(event: Omit<DebugEvent, 'id' | 'at'> & Pick<DebugEvent, 'kind'>): void {
    if (this.#isClosed) return;
    this.#events.push({ ...event, kind: event.kind, id: ++this.#last, at: this.#now() });
    if (this.#events.length > DebugLimits.events) this.#events.shift();
    this.#wake();
  }

  /** Takes no more events; calls that wait, or come later, return at once. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Returns the events after one, the ID of the last event, and the number of events in between that are lost. */
  after(id: number): { events: DebugEvent[]; last: number; missed: number } {
    const events = this.#events.filter(event => event.id > id);
    const first = events[0]?.id ?? this.#last + 1;
    return { events, last: this.#last, missed: Math.max(0, first - id - 1) };
  }

  /** Waits until there is an event after one, the time is over, or the caller has gone. */
  async wait(id: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#last > id || this.#isClosed || milliseconds <= 0 || signal.aborted) return;
    await new Promise<void>(resolve => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waiting.delete(end);
        resolve();
      };
      // Measured by the computer's clock, because the sandbox's can be frozen.
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.add(end);
    });
  }

  #wake(): void {
    for (const end of this.#waiting) end();
  }
}
