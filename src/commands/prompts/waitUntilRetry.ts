import { setTimeout as sleep } from 'node:timers/promises';
import { withCancel } from './ask.ts';

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
