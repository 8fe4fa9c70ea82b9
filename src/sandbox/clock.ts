/** The sandbox's time and timers; one clock for everything, so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Runs a task once at the moment or as soon as it has passed, never before this call has returned; the
   * handle takes it back.
   */
  at(moment: number, task: () => void): { dispose(): void };
}

/** The moment of a clock as ISO 8601 text. */
export function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** Waits so many milliseconds of a clock. Rejects with the signal's reason when that is aborted first. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = clock.at(clock.now() + milliseconds, () => {
      signal.removeEventListener('abort', cancel);
      resolve();
    });
    const cancel = (): void => {
      timer.dispose();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', cancel, { once: true });
  });
}
