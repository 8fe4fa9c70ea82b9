import { ApiError } from '../client/failure.ts';
import type { Offer } from '../host/report.ts';
import { waitOut } from './waitOut.ts';

/**
 * Offers to do once more what failed, where that may succeed: at once, or after a countdown where the service
 * named a wait. Nothing is repeated unless the person says so.
 */
export function repeatOffers(error: unknown, again: () => PromiseLike<unknown>): Offer[] {
  // Without an answer it is not known whether it was done already.
  if (!(error instanceof ApiError) || !error.retryable || error.status === undefined) return [];
  const { retryAfterMs } = error;
  if (retryAfterMs === undefined)
    return [
      {
        title: 'Try Again',
        run: async () => {
          await again();
        },
      },
    ];
  const until = Date.now() + retryAfterMs;
  const run = async (): Promise<void> => {
    if (await waitOut(until, 'Waiting as the service asks')) await again();
  };
  return [{ title: `Try Again in ${Math.ceil(retryAfterMs / 1000)} s`, run }];
}
