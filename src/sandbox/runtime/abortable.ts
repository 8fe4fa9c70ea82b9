import { toError } from '../../util/errors.ts';

/**
 * Waits for what `start` begins until it resolves or rejects. Rejects with the signal's reason if it is aborted first.
 * `start` returns a function that is called once at the end, to clean up.
 */
export async function abortable<T>(
  signal: AbortSignal,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = (error: unknown): void => reject(toError(error));
  const abort = (): void => fail(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  let cleanUp = (): void => undefined;
  try {
    cleanUp = start(resolve, fail);
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    cleanUp();
  }
}
