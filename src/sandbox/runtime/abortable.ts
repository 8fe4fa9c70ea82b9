import { toError } from '../../util/errors.ts';

/**
 * Waits for what `start` begins until it resolves or rejects. Rejects with the signal's reason if it is aborted first.
 * `start` must not settle the wait before it returns; its result is called once at the end, to clean up.
 */
export function abortable<T>(
  signal: AbortSignal,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', abort);
      cleanUp();
      settle();
    };
    const fail = (error: unknown): void => end(() => reject(toError(error)));
    const abort = (): void => fail(signal.reason);
    const cleanUp = start(value => end(() => resolve(value)), fail);
    signal.addEventListener('abort', abort, { once: true });
  });
}
