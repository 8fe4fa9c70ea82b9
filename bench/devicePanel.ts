import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { type Client, createClient } from '../src/client/client.ts';
import { Mirror } from '../src/devicePanel/mirror.ts';
import { demoDeviceId } from '../src/sandbox/demo/devices.ts';
import { type Figures, median, timed } from './figures.ts';

const MIRRORED = 256;
const ROUNDS = 5;
/** How long each answer of a far service takes, in milliseconds. */
const FAR_MS = 100;
const SIZE = { width: 1080, height: 2400 };

/** A tap that 256 devices do along with the one of the panel, on a service far away. */
export async function measureDevicePanel(figures: Figures): Promise<void> {
  await measureFarMirror(figures);
}

async function measureFarMirror(figures: Figures): Promise<void> {
  const state = JSON.stringify({ device_context: { screen_bounds: SIZE } });
  const server = createServer((request, response) => {
    request.resume();
    void sleep(FAR_MS).then(() => {
      const isRead = request.method === 'GET';
      response.writeHead(isRead ? 200 : 204, { 'content-type': 'application/json' });
      response.end(isRead ? state : undefined);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dispatcher = new Agent();
  const client = createClient({ baseUrl, dispatcher, key: () => Promise.resolve('bench') });
  const ids = Array.from({ length: MIRRORED }, (_, index) => demoDeviceId(`far ${index}`));
  await mirrored(figures, `on a service ${FAR_MS} ms away`, client, ids);
  await dispatcher.destroy();
  server.closeAllConnections();
  server.close();
}

async function mirrored(
  figures: Figures,
  where: string,
  client: Client,
  ids: readonly string[],
): Promise<void> {
  const mirror = new Mirror();
  mirror.choose(ids.map(id => ({ id, name: id })));
  const tap = { kind: 'tap', at: { x: 540, y: 1000 }, stealth: false } as const;
  const run = (): Promise<void> => mirror.perform({ client, gesture: tap, display: 0, size: SIZE });
  await run();
  const totals: number[] = [];
  const singles: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    totals.push(await timed(run));
    const failed = mirror.lines.find(({ state }) => state !== 'done');
    if (failed) throw new Error(`${failed.id}: ${failed.error ?? failed.state}`);
    singles.push(Math.max(...mirror.lines.map(({ ms = 0 }) => ms)));
  }
  mirror.dispose();
  figures.add(`a tap on ${MIRRORED} devices ${where}`, median(totals), 'ms');
  figures.add(`a tap on ${MIRRORED} devices ${where}, the slowest device`, median(singles), 'ms');
  const ratios = totals.map((total, round) => total / (singles[round] ?? 1));
  figures.add(`a tap on ${MIRRORED} devices ${where}, total against the slowest`, median(ratios), '×');
}
