import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import { atEnd } from './atEnd.ts';

let shared: Promise<Browser> | undefined;

/** Returns the browser of this process, which is started on first use and closed when the tests end. */
export function sharedBrowser(): Promise<Browser> {
  if (shared === undefined) {
    shared = launchBrowser();
    atEnd(async () => {
      await (await shared)?.close();
      shared = undefined;
    });
  }
  return shared;
}
