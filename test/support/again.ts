import { errors } from 'playwright-core';
import { until } from './until.ts';

/** How long one trial takes before it is made again. */
export const TRIAL = { timeout: 5000 } as const;

/**
 * Does something with a page, and again for as long as something in it takes too long because the page changed
 * meanwhile. Rejects with what took too long last when that does not end.
 */
export async function again(what: string, act: () => Promise<void>): Promise<void> {
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
