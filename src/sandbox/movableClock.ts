import type { Clock } from './clock.ts';

interface Timer {
  readonly moment: number;
  readonly task: () => void;
}

// Node fires at once when a timer is set further ahead than this.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A clock that goes with the computer's until it is set, moved on or frozen; the control interface does so. */
export class MovableClock implements Clock {
  readonly #timers = new Set<Timer>();
  #offset = 0;
  #frozenAt: number | undefined;
  #wake: NodeJS.Timeout | undefined;

  /** Stands still at `frozenAt` (milliseconds since 1970) when that is given. */
  constructor(frozenAt?: number) {
    this.#frozenAt = frozenAt;
  }

  now(): number {
    return this.#frozenAt ?? Date.now() + this.#offset;
  }

  get frozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  /** By how many milliseconds it is ahead of the computer's clock; 0 unless it was moved. */
  get aheadMs(): number {
    return this.#frozenAt === undefined ? this.#offset : this.#frozenAt - Date.now();
  }

  at(moment: number, task: () => void): { dispose(): void } {
    const timer = { moment, task };
    this.#timers.add(timer);
    this.#arm();
    return {
      dispose: () => {
        if (this.#timers.delete(timer)) this.#arm();
      },
    };
  }

  /** Moves on by so many milliseconds; tasks that fall due on the way run in the order of their moments. */
  advance(milliseconds: number): void {
    for (const moment of this.advancing(milliseconds)) this.#frozenAt = moment;
  }

  /** Moves on as `advance` does, and yields each moment on the way once its tasks were started. */
  *advancing(milliseconds: number): Generator<number> {
    const end = this.now() + milliseconds;
    const { frozen } = this;
    const offset = this.#offset + milliseconds;
    try {
      for (let next = this.#next(); next && next.moment <= end; next = this.#next()) {
        const moment = Math.max(this.now(), next.moment);
        this.#frozenAt = moment;
        this.#fire(next);
        yield moment;
      }
    } finally {
      if (frozen) this.#jump(end, true);
      else this.#goOn(offset);
    }
  }

  /** Sets the time in milliseconds since 1970, back or on; tasks that are due then run soon after. */
  set(moment: number): void {
    this.#jump(moment, this.frozen);
  }

  /** Stops the time where it is, or lets it go on from there. */
  freeze(frozen: boolean): void {
    this.#jump(this.now(), frozen);
  }

  /** Goes with the computer's clock again. */
  reset(): void {
    this.#goOn(0);
  }

  #goOn(offset: number): void {
    this.#frozenAt = undefined;
    this.#offset = offset;
    this.#arm();
  }

  #jump(moment: number, frozen: boolean): void {
    this.#frozenAt = frozen ? moment : undefined;
    this.#offset = moment - Date.now();
    this.#arm();
  }

  #next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) if (!first || timer.moment < first.moment) first = timer;
    return first;
  }

  #arm(): void {
    clearTimeout(this.#wake);
    const next = this.#next();
    if (!next) return;
    const left = Math.max(0, next.moment - this.now());
    if (this.frozen && left > 0) return;
    this.#wake = setTimeout(() => this.#runDue(), Math.min(left, LONGEST_TIMER_MS));
  }

  #runDue(): void {
    const now = this.now();
    const due = [...this.#timers].filter(timer => timer.moment <= now);
    for (const timer of due.sort((a, b) => a.moment - b.moment)) this.#fire(timer);
    this.#arm();
  }

  #fire(timer: Timer): void {
    if (this.#timers.delete(timer)) timer.task();
  }
}
