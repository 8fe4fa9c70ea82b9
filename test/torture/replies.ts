import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { type Client, createClient } from '../../src/client/client.ts';
import { createDispatcher } from '../../src/client/dispatcher.ts';
import { ApiError } from '../../src/client/failure.ts';
import { collect, pages } from '../../src/client/pages.ts';
import { DIRECT } from '../../src/client/proxyPolicy.ts';
import type { Section } from './section.ts';

const MIB = 1024 * 1024;
const SERVER = new URL('hostileServer.ts', import.meta.url);
const RESOLUTION_MS = 5;
/** Maximum block of the event loop by a response, in milliseconds, and maximum growth of memory. */
const STALL_MS = 200;
const GROWTH_MIB = 200;
const DEADLINE_MS = 3000;
const TASK = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** Responses of a hostile service in a worker thread: short blocks, little memory, and an end. */
export const replies: Section = {
  name: 'replies',
  run: async ({ scale, isMeasured }) => {
    const bytes = Math.max(MIB / 8, Math.round(31 * MIB * scale));
    const levels = Math.max(1000, Math.round(100_000 * scale));
    const worker = new Worker(SERVER, { workerData: { bytes, levels } });
    const dispatcher = createDispatcher(DIRECT);
    try {
      const baseUrl = await new Promise<string>(resolve => worker.once('message', resolve));
      const figures: Record<string, string> = {};
      for (const kind of [
        'wrongEntries',
        'texts',
        'nested',
        'endlessPages',
        'trickle',
        'endlessLine',
        'endlessEvents',
      ]) {
        const key = (): Promise<string> => Promise.resolve('key');
        const wait = (): Promise<void> => Promise.resolve();
        const client = createClient({ baseUrl: `${baseUrl}/${kind}`, dispatcher, key, wait });
        figures[kind] = await measure(client, kind, isMeasured);
      }
      return figures;
    } finally {
      await dispatcher.destroy();
      await worker.terminate();
    }
  },
};

async function callOf(client: Client, kind: string): Promise<unknown> {
  const options = { deadlineMs: DEADLINE_MS };
  switch (kind) {
    case 'endlessPages':
      return collect(pages(client.listActions, { query: {} }, options), Infinity);
    case 'endlessLine':
    case 'endlessEvents': {
      const { value } = await client.attachTask({ params: { task_id: TASK } }, options);
      let count = 0;
      for await (const event of value) count += event.data.length;
      return count;
    }
    default:
      return client.listActions({}, options);
  }
}

async function measure(client: Client, kind: string, isMeasured: boolean): Promise<string> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const before = process.memoryUsage().rss;
  delays.enable();
  const began = Date.now();
  const failure = await callOf(client, kind).then(
    () => 'an answer',
    (error: unknown) => (error instanceof ApiError ? error.failure.kind : String(error)),
  );
  const took = Date.now() - began;
  delays.disable();
  const stall = Math.max(0, delays.max / 1e6 - RESOLUTION_MS);
  const growth = (process.memoryUsage().rss - before) / MIB;
  assert.ok(!isMeasured || stall < STALL_MS, `${kind} held other work up for ${stall.toFixed(0)} ms`);
  assert.ok(!isMeasured || growth < GROWTH_MIB, `${kind} added ${growth.toFixed(0)} MiB`);
  return `${failure}, stall ${stall.toFixed(0)} ms, ${growth.toFixed(0)} MiB more, ${took} ms`;
}
