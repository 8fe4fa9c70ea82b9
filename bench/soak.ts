import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { demoActionId } from '../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../src/sandbox/demo/mailboxes.ts';
import { demoTriggerId } from '../src/sandbox/demo/triggers.ts';
import { seededRandom } from '../src/util/random.ts';
import { launchSandbox, type SandboxProcess } from '../test/support/sandboxProcess.ts';
import { type Figures, median } from './figures.ts';
import { residentMegabytes } from './processes.ts';
import { sized } from './sized.ts';

const CLIENTS = sized(200, 4);
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? sized(60, 0.3));
/** The requests of the mix with their relative frequency. */
const MIX: readonly (readonly [weight: number, method: string, path: string, body?: object])[] = [
  [20, 'GET', '/actions?page=1&pageSize=20'],
  [8, 'GET', '/actions?search=swipe'],
  [12, 'GET', '/flows'],
  [8, 'GET', '/devices'],
  [8, 'GET', '/executions?pageSize=10'],
  [6, 'GET', `/mailboxes/${demoMailboxId('gmail')}/messages?limit=20`],
  [4, 'GET', '/webhooks'],
  [10, 'POST', `/devices/${demoDeviceId('phone')}/tap`, { x: 540, y: 1200, stealth: true }],
  [6, 'POST', `/devices/${demoDeviceId('tablet')}/location`, { latitude: 52.5, longitude: 13.4 }],
  [4, 'GET', `/devices/${demoDeviceId('phone')}/ui-state`],
  [4, 'GET', `/devices/${demoDeviceId('phone')}/screenshot`],
  [2, 'POST', `/triggers/${demoTriggerId('custom')}/fire`, { payload: {} }],
  [
    4,
    'POST',
    '/flows',
    {
      name: 'Soak',
      triggerId: demoTriggerId('weekdays'),
      actions: [{ actionId: demoActionId('device.globalAction'), position: 1 }],
    },
  ],
];

interface Load {
  readonly times: number[];
  readonly failures: Map<string, number>;
}

/** Measures throughput, errors and memory with 200 clients, for 60 seconds unless SOAK_SECONDS is set. */
export async function measureSoak(figures: Figures): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-soak-'));
  // State is kept in a file, so that stored data does not count as memory of the program.
  const args = ['--data', join(folder, 'state.db'), '--loopback-webhooks', '--time-scale', '0.01'];
  const sandbox = await launchSandbox(...args);
  const agent = new Agent({ connections: CLIENTS });
  const load: Load = { times: [], failures: new Map() };
  const until = performance.now() + SECONDS * 1000;
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(residentMegabytes(sandbox.pid)), sized(1000, 50));
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => requestsOf(sandbox, agent, client, until, load)),
  );
  clearInterval(watch);
  await agent.destroy();
  await sandbox.kill();
  await rm(folder, { recursive: true, force: true });
  report(figures, load, memory);
}

async function requestsOf(
  { baseUrl, apiKey }: SandboxProcess,
  agent: Agent,
  client: number,
  until: number,
  { times, failures }: Load,
): Promise<void> {
  const { next } = seededRandom(client);
  const { origin, pathname } = new URL(baseUrl);
  const total = MIX.reduce((sum, [weight]) => sum + weight, 0);
  while (performance.now() < until) {
    let at = next() * total;
    const [, method = 'GET', path = '/', body] = MIX.find(([weight]) => (at -= weight) < 0) ?? [];
    const started = performance.now();
    try {
      const answer = await agent.request({
        origin,
        path: pathname + path,
        method: method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await answer.body.dump();
      if (answer.statusCode >= 400) count(failures, `${answer.statusCode} ${method} ${path}`);
    } catch (error) {
      count(failures, String(error));
    }
    times.push(performance.now() - started);
  }
}

function report(figures: Figures, { times, failures }: Load, memory: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  // The first third is the warm-up phase.
  const warm = memory.slice(Math.floor(memory.length / 3));
  const half = Math.floor(warm.length / 2);
  const errors = [...failures.values()].reduce((sum, occurrences) => sum + occurrences, 0);
  figures.add('soak, clients', CLIENTS, '');
  figures.add('soak, requests', times.length / SECONDS, 'requests/s');
  figures.add('soak, errors', errors, '');
  figures.add('soak, median', at(0.5), 'ms');
  figures.add('soak, 95th percentile', at(0.95), 'ms');
  figures.add('soak, 99th percentile', at(0.99), 'ms');
  figures.add('soak, 99th percentile over median, goal 3', at(0.99) / at(0.5), '×');
  figures.add(
    'soak, memory of the sandbox, later against earlier',
    median(warm.slice(half)) / median(warm.slice(0, half)),
    '×',
  );
  figures.add('soak, memory of the sandbox at most', Math.max(...memory), 'MB');
  for (const [failure, occurrences] of failures) process.stderr.write(`${occurrences} × ${failure}\n`);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
