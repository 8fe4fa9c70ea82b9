import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Agent } from 'undici';
import { createClient } from '../src/client/client.ts';
import { Mirror } from '../src/devicePanel/mirror.ts';
import { demoDeviceId } from '../src/sandbox/demo/devices.ts';
import { type Figures, median, timed } from './figures.ts';
import { sized } from './sized.ts';

const MIRRORED = sized(256, 4);
const ROUNDS = sized(9, 1);
/** Response time of the simulated remote service, in milliseconds. */
const FAR_MS = 100;

/** Measures a tap mirrored to 256 additional devices on a remote service, relative to its slowest call. */
export async function measureMirror(figures: Figures): Promise<void> {
  const service = new Worker(new URL('farService.ts', import.meta.url), { workerData: FAR_MS });
  const [port] = (await once(service, 'message')) as [number];
  const dispatcher = new Agent();
  let slowest = 0;
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    dispatcher,
    key: () => Promise.resolve('bench'),
    onExchange: ({ ms }) => {
      slowest = Math.max(slowest, ms);
    },
  });
  const mirror = new Mirror();
  const ids = Array.from({ length: MIRRORED }, (_, index) => demoDeviceId(`far ${index}`));
  mirror.choose(ids.map(id => ({ id, name: id })));
  const gesture = { kind: 'tap', at: { x: 540, y: 1000 }, stealth: false } as const;
  const size = { width: 1080, height: 2400 };
  const planned = { client, gesture, display: 0, size, field: undefined, aimed: undefined };
  const tap = { params: { deviceId: demoDeviceId('own') }, body: { x: 540, y: 1000 } };

  const totals: number[] = [];
  const after: number[] = [];
  const singles: number[] = [];
  // The first round opens the connections and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    slowest = 0;
    const begun = performance.now();
    const sent = client.tapDevice(tap);
    const follow = mirror.prepare(planned);
    await sent;
    const mirrored = await timed(follow);
    const total = performance.now() - begun;
    const failed = mirror.lines.find(({ state }) => state !== 'done');
    if (failed) throw new Error(`${failed.id}: ${failed.error ?? failed.state}`);
    if (round === 0) continue;
    totals.push(total);
    after.push(mirrored);
    singles.push(slowest);
  }
  mirror.dispose();
  await dispatcher.destroy();
  await service.terminate();

  const name = `a tap on ${MIRRORED} more devices, on a service ${FAR_MS} ms away`;
  const against = (times: readonly number[]): number =>
    median(times.map((time, round) => time / (singles[round] ?? Number.NaN)));
  figures.add(`${name}: from the gesture to the last response`, median(totals), 'ms');
  figures.add(`${name}: from the response of the panel’s device to the last`, median(after), 'ms');
  figures.add(`${name}: the slowest single call`, median(singles), 'ms');
  figures.add(`${name}: total against the slowest call`, against(totals), '×');
  figures.add(`${name}: after the panel’s device against the slowest call`, against(after), '×');
}
