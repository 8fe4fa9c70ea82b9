import { invalidValue } from './refusal.ts';
import { abortable } from './abortable.ts';

/** The time and timers of the sandbox; all code uses this clock, so that tests can control it. */
export interface Clock {
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  /**
   * Runs a task once when the time comes, or soon if it has passed, but never before this call returns. Disposing the
   * handle cancels it.
   */
  at(moment: number, task: () => void): { dispose(): void };
}

/** Returns the time of a clock in ISO 8601 format. */
export function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** Waits for a time on a clock, in milliseconds. Rejects with the signal's reason if it is aborted first. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return abortable<undefined>(signal, resolve => {
    const timer = clock.at(clock.now() + milliseconds, () => resolve(undefined));
    return () => timer.dispose();
  });
}

/**
 * Parses a date and time in a request, such as `query.since`, to ISO 8601 in UTC; absent, null and empty yield
 * undefined. Throws a 400 Refusal for anything else.
 */
export function parseMoment(location: string, text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidValue(location, 'not a date and time', text);
  return new Date(time).toISOString();
}
