/** The sandbox's time and timers; one clock for everything, so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a task once at the moment or as soon as it has passed; the handle takes it back. */
  at(moment: number, task: () => void): { dispose(): void };
}

// Node fires at once when a timer is set further ahead than this.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The clock of the computer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  at(moment, task) {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const left = moment - Date.now();
      timer =
        left > LONGEST_TIMER_MS ? setTimeout(arm, LONGEST_TIMER_MS) : setTimeout(task, Math.max(0, left));
    };
    arm();
    return { dispose: () => clearTimeout(timer) };
  },
};

/** The moment of a clock as ISO 8601 text. */
export function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
