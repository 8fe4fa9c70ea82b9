import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Clock, systemClock } from './clock.ts';
import { BASE_PATH, createApp } from './http/app.ts';
import { type SeedName, seedStore } from './seed/seedStore.ts';
import { Store } from './store/store.ts';

/** How a sandbox is started. */
export interface SandboxSettings {
  readonly key: string;
  /** Port on the loopback address; 0 takes a free one. */
  readonly port: number;
  /** SQLite file that keeps the state; in memory without one. */
  readonly dataFile: string | undefined;
  /** What a new data file begins with. */
  readonly seed: SeedName;
  /** Decides the random choices of the seed `large`; 1 unless given. */
  readonly seedNumber?: number;
  readonly clock?: Clock;
  readonly checkAnswers?: boolean;
  readonly onError?: (error: unknown) => void;
}

/** A sandbox that answers. */
export interface Sandbox {
  readonly baseUrl: string;
  /** Ends it: open requests are cut, the state is saved. */
  stop(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const MOST_CONNECTIONS = 512;

/** Starts a sandbox on the loopback address. Throws DataFileError when the data file cannot be used. */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const store = new Store(settings.dataFile);
  const clock = settings.clock ?? systemClock;
  seedStore(store, clock, settings.seed, settings.seedNumber ?? 1);
  const app = createApp(
    { store, clock },
    {
      key: settings.key,
      checkAnswers: settings.checkAnswers ?? false,
      onError: settings.onError ?? (() => undefined),
    },
  );
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: settings.port }) as Server;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.maxConnections = MOST_CONNECTIONS;
  try {
    await once(server, 'listening');
  } catch (error) {
    store.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${BASE_PATH}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      store.close();
    },
  };
}
