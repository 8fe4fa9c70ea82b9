import { ApiError } from '../client/failure.ts';
import type { OperationId } from '../contract/operations.ts';
import type { Offer } from '../host/report.ts';
import { confirmed } from './ask.ts';
import { twiceDone } from './twiceDone.ts';
import { waitOut } from './waitOut.ts';

/**
 * Offers to do once more what failed, where that may succeed: at once, or after a countdown where the service
 * named a wait. Nothing is repeated unless the person says so, and nothing that may have happened already unless they
 * agree that it happens twice. `mayHaveDone` are the operations that the service may have carried out before.
 */
export async function repeatOffers(
  error: unknown,
  mayHaveDone: readonly OperationId[],
  again: () => PromiseLike<unknown>,
): Promise<Offer[]> {
  // Without an answer it is not known whether it was done already.
  if (!(error instanceof ApiError) || !error.retryable || error.status === undefined) return [];
  const twice = await twiceDone(error, mayHaveDone);
  const agreed = async (): Promise<boolean> => twice.length === 0 || mayHappenTwice(twice);
  const { retryAfterMs } = error;
  const dots = twice.length === 0 ? '' : '…';
  const until = Date.now() + (retryAfterMs ?? 0);
  const run = async (): Promise<void> => {
    if (!(await agreed())) return;
    if (await waitOut(until, 'Waiting as the service requested')) await again();
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
