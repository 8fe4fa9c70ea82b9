import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Agent } from 'undici';
import { createClient } from '../src/client/client.ts';
import { createDispatcher } from '../src/client/dispatcher.ts';
import { DIRECT } from '../src/client/proxyPolicy.ts';
import { startSandbox } from '../src/sandbox/server.ts';
import { type Figures, median, timed } from './figures.ts';
import { sized } from './sized.ts';

const KEY = 'sandbox_bench_key';
const ROUNDS = sized(15, 1);
const SEQUENTIAL = sized(200, 5);
/** Number of concurrent clients, as in the soak test, and of requests per client and round. */
const CONCURRENT = sized(200, 5);
const PER_CONNECTION = sized(10, 2);
const WORDS = 'swipe tap text wait task mail screen location device app run log send type key search'.split(
  ' ',
);
const QUERY = '/actions?page=1&pageSize=20';

/** Measures the overhead of the client and the speed of the sandbox, each relative to the underlying library. */
export async function measureRequests(figures: Figures): Promise<void> {
  const sandbox = await startSandbox({ key: KEY, port: 0, dataFile: undefined, seed: 'demo' });
  const body = await (await get(sandbox.baseUrl)).text();
  const bare = await constantServer(body);
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/v1`;

  await measureClient(figures, bareUrl);
  await measureSandbox(figures, sandbox.baseUrl, bareUrl);

  bare.closeAllConnections();
  bare.close();
  await sandbox.stop();
  await measureLargeList(figures);
}

// Measures pages of 5,000 actions with and without search. Each request uses a different word or page, so that no
// cached result is measured.
async function measureLargeList(figures: Figures): Promise<void> {
  const sandbox = await startSandbox({ key: KEY, port: 0, dataFile: undefined, seed: 'large' });
  const list = (queries: readonly string[]) => {
    let turn = 0;
    return async (): Promise<void> => {
      const path = `/actions?pageSize=100&${queries[turn++] ?? ''}`;
      const headers = { authorization: `Bearer ${KEY}` };
      await (await fetch(sandbox.baseUrl + path, { headers })).arrayBuffer();
    };
  };
  const searches = WORDS.map(word => `search=${word}`);
  const pages = WORDS.map((_, index) => `page=${index + 1}`);
  const pairs = await alternating(list(searches), list(pages));
  figures.add('page of 100 of 5,000 actions, searched', median(pairs.map(pair => pair[0])), 'ms');
  figures.add('page of 100 of 5,000 actions', median(pairs.map(pair => pair[1])), 'ms');
  figures.add('searched against plain', median(pairs.map(([searched, plain]) => searched / plain)), '×');
  await sandbox.stop();
}

async function measureClient(figures: Figures, baseUrl: string): Promise<void> {
  const dispatcher = createDispatcher(DIRECT);
  const client = createClient({ baseUrl, dispatcher, key: () => Promise.resolve(KEY) });
  const agent = new Agent();
  const viaClient = (): Promise<unknown> => client.listActions({ query: { page: 1, pageSize: 20 } });
  const viaUndici = async (): Promise<unknown> => {
    const { origin, pathname } = new URL(baseUrl);
    const headers = { authorization: `Bearer ${KEY}` };
    const answer = await agent.request({ origin, path: pathname + QUERY, method: 'GET', headers });
    return answer.body.json();
  };
  const pairs = await alternating(sequence(viaClient), sequence(viaUndici));
  figures.add('request by the client', median(pairs.map(pair => pair[0])) / SEQUENTIAL, 'ms');
  figures.add('request by bare undici', median(pairs.map(pair => pair[1])) / SEQUENTIAL, 'ms');
  figures.add('client against bare undici', median(pairs.map(([ours, theirs]) => ours / theirs)), '×');
  await agent.destroy();
  await dispatcher.destroy();
}

async function measureSandbox(figures: Figures, sandboxUrl: string, bareUrl: string): Promise<void> {
  const agent = new Agent({ connections: CONCURRENT });
  const load = (baseUrl: string) => async (): Promise<void> => {
    const { origin, pathname } = new URL(baseUrl);
    const headers = { authorization: `Bearer ${KEY}` };
    const requestAll = async (): Promise<void> => {
      for (let count = 0; count < PER_CONNECTION; count++) {
        const answer = await agent.request({ origin, path: pathname + QUERY, method: 'GET', headers });
        await answer.body.dump();
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, requestAll));
  };
  const pairs = await alternating(load(sandboxUrl), load(bareUrl));
  const perSecond = (ms: number): number => (CONCURRENT * PER_CONNECTION * 1000) / ms;
  figures.add('sandbox', perSecond(median(pairs.map(pair => pair[0]))), 'requests/s');
  figures.add('the HTTP library, same body', perSecond(median(pairs.map(pair => pair[1]))), 'requests/s');
  figures.add('sandbox against the HTTP library', median(pairs.map(([ours, bare]) => bare / ours)), '×');
  await agent.destroy();
}

/** Measures two tasks alternately, so that changes in machine speed affect both. */
async function alternating(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<(readonly [number, number])[]> {
  await first();
  await second();
  const pairs: (readonly [number, number])[] = [];
  for (let round = 0; round < ROUNDS; round++) pairs.push([await timed(first), await timed(second)]);
  return pairs;
}

function sequence(request: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    for (let count = 0; count < SEQUENTIAL; count++) await request();
  };
}

function get(baseUrl: string): Promise<Response> {
  return fetch(baseUrl + QUERY, { headers: { authorization: `Bearer ${KEY}` } });
}

async function constantServer(body: string): Promise<Server> {
  const app = new Hono();
  app.all('*', context => context.body(body, 200, { 'content-type': 'application/json' }));
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  await once(server, 'listening');
  return server;
}
