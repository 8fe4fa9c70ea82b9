import { errors } from 'playwright-core';
import { until } from './until.ts';

/** Timeout of one attempt. */
export const ATTEMPT = { timeout: 5000 } as const;

/**
 * Performs actions on a page, and retries them on timeouts because the page changed in the meantime. Rejects with the
 * last timeout.
 */
export async function retry(what: string, act: () => Promise<void>): Promise<void> {
  let last: Error | undefined;
  const attempt = async (): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      last = error;
      return false;
    }
  };
  await until(what, attempt).catch((error: unknown) => {
    throw last ? new Error(`Waited for ${what}. At last: ${last.message}`, { cause: error }) : error;
  });
}
