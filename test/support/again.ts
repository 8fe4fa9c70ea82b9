import { errors } from 'playwright-core';
import { until } from './until.ts';

/** How long one trial takes before it is made again. */
export const TRIAL = { timeout: 5000 } as const;

/** Does something with a page, and again for as long as something in it takes too long because the page changed meanwhile. */
export async function again(what: string, act: () => Promise<void>): Promise<void> {
  await until(what, async () => {
    try {
      await act();
      return true;
    } catch (error) {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    }
  });
}
