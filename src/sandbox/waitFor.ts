import type { DomainEvents } from './events.ts';
import type { Service } from './service.ts';

/** How a wait ends early. */
export interface WaitLimits {
  /** Longest wait in milliseconds of sandbox time. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * How long others have to do what is waited for, in milliseconds of sandbox time. A time scale below 1 shortens only
 * what the sandbox itself takes, so that nobody is late because of it.
 */
export function allowedMs({ settings }: Service, milliseconds: number): number {
  return milliseconds * Math.max(settings.timeScale, 1);
}

/**
 * Waits until `look` finds something: it looks at once, and again after each event of that name. Resolves to
 * undefined when the time is over; rejects with the signal's reason when that is aborted, and with what `look` throws.
 */
export function waitFor<T>(
  { clock, events }: Service,
  event: keyof DomainEvents,
  look: () => T | undefined,
  { timeoutMs, signal }: WaitLimits,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const first = look();
    if (first !== undefined) {
      resolve(first);
      return;
    }
    const end = (finish: () => void): void => {
      listening.dispose();
      timer.dispose();
      signal.removeEventListener('abort', abort);
      finish();
    };
    const abort = (): void => end(() => reject(signal.reason as Error));
    const timer = clock.at(clock.now() + timeoutMs, () => end(() => resolve(undefined)));
    const listening = events.on(event, () => {
      try {
        const found = look();
        if (found !== undefined) end(() => resolve(found));
      } catch (error) {
        // It fails the wait, and not whoever told the event.
        end(() => reject(error instanceof Error ? error : new Error(String(error))));
      }
    });
    signal.addEventListener('abort', abort, { once: true });
  });
}
