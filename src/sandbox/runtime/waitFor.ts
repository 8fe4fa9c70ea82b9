import { abortable } from './abortable.ts';
import type { DomainEvents } from './events.ts';
import type { Service } from './service.ts';

/** The conditions that end a wait early. */
interface WaitLimits {
  /** The maximum wait in milliseconds of sandbox time. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Returns how long to wait for something outside the sandbox, in milliseconds of sandbox time. A time scale below 1
 * shortens only simulated durations, so that callers are not too late because of it.
 */
export function allowedMs({ settings }: Service, milliseconds: number): number {
  return milliseconds * Math.max(settings.timeScale, 1);
}

/**
 * Waits until `look` returns a value: calls it immediately and after each event with that name. Resolves to undefined
 * after the timeout; rejects with the signal's reason if aborted, and with errors from `look`.
 */
export async function waitFor<T>(
  { clock, events }: Service,
  event: keyof DomainEvents,
  look: () => T | undefined,
  { timeoutMs, signal }: WaitLimits,
): Promise<T | undefined> {
  signal.throwIfAborted();
  const first = look();
  if (first !== undefined) return first;
  return abortable(signal, (resolve, reject) => {
    const timer = clock.at(clock.now() + timeoutMs, () => resolve(undefined));
    const listening = events.on(event, () => {
      try {
        const found = look();
        if (found !== undefined) resolve(found);
      } catch (error) {
        // An error fails the wait, not the sender of the event.
        reject(error);
      }
    });
    return () => {
      listening.dispose();
      timer.dispose();
    };
  });
}
