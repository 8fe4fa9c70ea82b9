import type { Clock } from './clock.ts';

interface Timer {
  readonly moment: number;
  readonly task: () => void;
}

// Node fires longer timers immediately.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A clock that follows the computer's until the control operations set, advance or freeze it. */
export class MovableClock implements Clock {
  readonly #timers = new Set<Timer>();
  #offset = 0;
  #frozenAt: number | undefined;
  #wake: NodeJS.Timeout | undefined;

  /** Starts frozen at `frozenAt` (milliseconds since 1970), if given. */
  constructor(frozenAt?: number) {
    this.#frozenAt = frozenAt;
  }

  now(): number {
    return this.#frozenAt ?? Date.now() + this.#offset;
  }

  get frozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  /** The lead over the computer's clock in milliseconds; 0 unless moved. */
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

  /** Advances by milliseconds; tasks that become due on the way run in order of their times. */
  advance(milliseconds: number): void {
    for (const moment of this.advancing(milliseconds)) this.#frozenAt = moment;
  }

  /** Advances like `advance` and yields each time on the way once its tasks have started. */
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

  /** Sets the time in milliseconds since 1970, backward or forward; tasks that are then due run soon after. */
  set(moment: number): void {
    this.#jump(moment, this.frozen);
  }

  /** Freezes the time, or lets it continue from where it is. */
  freeze(frozen: boolean): void {
    this.#jump(this.now(), frozen);
  }

  /** Follows the computer's clock again. */
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
    this.#wake = setTimeout(() => this.#runDue(), Math.min(left, MAX_TIMER_MS));
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
