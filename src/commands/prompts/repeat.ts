import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../client/failure.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { ErrorButton } from '../../appState/report.ts';
import { confirmed, withCancel } from './ask.ts';
import { summarizeRepeated } from './summarizeRepeated.ts';

/**
 * Returns a button to retry a failed command, if a retry may succeed; it waits for `Retry-After`. If operations could
 * be executed twice, the user must confirm. `mayHaveDone` lists operations that may have taken effect before the
 * failure.
 */
export async function repeatOffers(
  error: unknown,
  mayHaveDone: ReadonlySet<OperationId>,
  repeat: () => PromiseLike<unknown>,
): Promise<ErrorButton[]> {
  // Without a response, it is unknown whether the operation took effect.
  if (!(error instanceof ApiError) || !error.retryable || error.status === undefined) return [];
  const twice = await summarizeRepeated(error, mayHaveDone);
  const agreed = async (): Promise<boolean> => twice.length === 0 || mayHappenTwice(twice);
  const { retryAfterMs } = error;
  const dots = twice.length === 0 ? '' : '…';
  const until = Date.now() + (retryAfterMs ?? 0);
  const run = async (): Promise<void> => {
    if (!(await agreed())) return;
    if (await waitUntilRetry(until, 'Waiting as the service requested')) await repeat();
  };
  const wait = retryAfterMs === undefined ? '' : ` in ${Math.ceil(retryAfterMs / 1000)} s`;
  return [{ title: `Try Again${wait}${dots}`, run }];
}

async function mayHappenTwice(summaries: readonly string[]): Promise<boolean> {
  const detail = [
    'The service may already have done this. Trying again may do it twice:',
    ...summaries.map(summary => `• ${summary}`),
  ].join('\n');
  return confirmed('Try again even though it may happen twice?', detail, 'Try Again');
}

/** Shows a countdown until a time in milliseconds since 1970. Returns false if the user cancels it. */
export async function waitUntilRetry(until: number, title: string): Promise<boolean> {
  if (until <= Date.now()) return true;
  return withCancel(title, async (signal, progress) => {
    for (let left = until - Date.now(); left > 0 && !signal.aborted; left = until - Date.now()) {
      progress(`retrying in ${Math.ceil(left / 1000)} s`);
      await sleep(Math.min(left, 1000), undefined, { signal }).catch(() => undefined);
    }
    return !signal.aborted;
  });
}
