import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { HostEnvelope } from '../../src/protocol/envelope.ts';
import { watchContext } from './artifacts.ts';
import { sharedBrowser } from './sharedBrowser.ts';

/** The time when a context is closed: after the test that opened it, or before the next one is opened. */
export type Lifetime = 'test' | 'next';

/**
 * Uses the browser of this process for the surrounding suite, and returns a function that creates a context in it. All
 * contexts are closed at the end of the suite.
 */
export function usePageContexts(
  lifetime: Lifetime = 'test',
): (options: BrowserContextOptions) => Promise<BrowserContext> {
  const opened: BrowserContext[] = [];

  const closeAll = async (): Promise<void> => {
    for (const context of opened.splice(0)) await context.close();
  };

  if (lifetime === 'test') afterEach(closeAll);

  after(closeAll);

  return async options => {
    if (lifetime === 'next') await closeAll();
    const context = await (await sharedBrowser()).newContext(options);
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
