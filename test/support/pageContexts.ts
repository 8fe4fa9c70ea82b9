import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import type { HostEnvelope } from '../../src/protocol/envelope.ts';
import { watchContext } from './artifacts.ts';

/**
 * Starts a browser for the tests of the surrounding suite, and returns a function that creates a context in it. Contexts
 * are closed after each test.
 */
export function usePageContexts(): (options: BrowserContextOptions) => Promise<BrowserContext> {
  let browser: Browser;
  const opened: BrowserContext[] = [];

  before(async () => {
    browser = await launchBrowser();
  });

  afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
  });

  after(() => browser.close());

  return async options => {
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
