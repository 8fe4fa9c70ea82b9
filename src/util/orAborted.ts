/** Settles like a promise, but rejects as soon as the signal aborts. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    if (signal.aborted) abort();
    // The race handles both, so that a promise that fails later is no unhandled rejection.
    return await Promise.race([aborted.promise, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
