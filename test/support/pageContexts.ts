import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import type { HostEnvelope } from '../../src/protocol/envelope.ts';
import { watchContext } from './artifacts.ts';

/** The time when a context is closed: after the test that opened it, or before the next one is opened. */
export type Lifetime = 'test' | 'next';

/** The browser of all suites that are running in this process, and their number. */
let shared: Promise<Browser> | undefined;
let users = 0;

/**
 * Uses the browser of this process for the surrounding suite, and returns a function that creates a context in it. All
 * contexts are closed at the end of the suite.
 */
export function usePageContexts(
  lifetime: Lifetime = 'test',
): (options: BrowserContextOptions) => Promise<BrowserContext> {
  const opened: BrowserContext[] = [];

  before(async () => {
    users++;
    await (shared ??= launchBrowser());
  });

  const closeAll = async (): Promise<void> => {
    for (const context of opened.splice(0)) await context.close();
  };

  if (lifetime === 'test') afterEach(closeAll);

  after(async () => {
    await closeAll();
    if (--users > 0) return;
    const started = shared;
    shared = undefined;
    await (await started)?.close();
  });

  return async options => {
    if (lifetime === 'next') await closeAll();
    const browser = await shared;
    if (!browser) throw new Error('The browser is not running.');
    const context = await browser.newContext(options);
    opened.push(context);
    context.setDefaultTimeout(60_000);
    await watchContext(context);
    return context;
  };
}

/** Returns the code by which a page receives a message of the host. */
export function messageCode(message: HostEnvelope): string {
  return `window.postMessage(${JSON.stringify(message)}, '*')`;
}

/** Returns the code by which a page receives bytes as the answer to a request. */
export function bytesCode(id: number, bytes: Uint8Array): string {
  const base64 = Buffer.from(bytes).toString('base64');
  const read = `Uint8Array.from(atob('${base64}'), letter => letter.charCodeAt(0))`;
  return `window.postMessage({ kind: 'answer', id: ${id}, answer: ${read} }, '*')`;
}
