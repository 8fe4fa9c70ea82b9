import { errors } from 'playwright-core';
import { until } from './until.ts';

/** Timeout of one attempt. */
export const ATTEMPT = { timeout: 5000 } as const;

/** A click that was not performed, because another element was below the mouse. */
export class MissedClick extends Error {
  constructor(element: string) {
    super(`Another element was below the mouse instead of ${element}.`);
  }
}

/**
 * Performs actions on a page, and retries them on timeouts and missed clicks because the page changed in the meantime.
 * Rejects with the last of them.
 */
export async function retry(what: string, act: () => Promise<void>): Promise<void> {
  let last: Error | undefined;
  const attempt = async (): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof errors.TimeoutError || error instanceof MissedClick)) throw error;
      last = error;
      return false;
    }
  };
  await until(what, attempt).catch((error: unknown) => {
    throw last ? new Error(`Waited for ${what}. At last: ${last.message}`, { cause: error }) : error;
  });
}
