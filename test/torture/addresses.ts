import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { StepFailure } from '../../src/sandbox/runtime/step.ts';
import type { StoredWebhook } from '../../src/sandbox/store/stored.ts';
import type { Random } from '../../src/util/random.ts';
import { LOOPBACK_HOSTS, PRIVATE_HOSTS } from '../support/addresses.ts';
import { type Addresses, mockDns, restoreDns } from '../support/mockDns.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { runStep } from '../support/stepCalls.ts';
import { until } from '../support/until.ts';
import { below, oneOf, type Section } from './section.ts';

const SPELLINGS = 5000;
const ANSWERS = 500;
const PUBLIC = { address: '2606:4700::1111', family: 6 };
const PRIVATE_ANSWERS = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
  { address: '::ffff:127.0.0.1', family: 6 },
  { address: '::ffff:7f00:1', family: 6 },
  { address: '10.0.0.1', family: 4 },
  { address: '169.254.169.254', family: 4 },
  { address: '64:ff9b::7f00:1', family: 6 },
  { address: 'fe80::1%lo', family: 6 },
];

/** Notations of private addresses, and a name server that changes its responses: only a named port is reached. */
export const addresses: Section = {
  name: 'addresses',
  run: async ({ scale, random }) => {
    let connections = 0;
    const trap = createServer(socket => {
      connections++;
      socket.destroy();
    });
    // Listens on IPv4 and IPv6 if both are available.
    await once(trap.listen(0), 'listening');
    const { port, family } = trap.address() as AddressInfo;
    const sandbox = await testSandbox({ loopbackWebhooks: false, seed: 'empty' });
    try {
      const known = [...LOOPBACK_HOSTS, ...PRIVATE_HOSTS].flatMap(host => urlsAt(host, port));
      for (const url of known) {
        await assertNotCreated(sandbox, url);
        await assertNotDelivered(sandbox, url);
        await assertNotRequested(sandbox, url);
      }
      const count = Math.ceil(SPELLINGS * scale);
      for (let index = 0; index < count; index++)
        await assertNotRequested(sandbox, oneOf(urlsAt(spelling(random), port), random));
      const answers = Math.ceil(ANSWERS * scale);
      for (let index = 0; index < answers; index++)
        await tryNames(sandbox, random, `name${index}.example:${port}`);
      assert.equal(connections, 0, 'a private address was reached');
      sandbox.service.loopbackPorts.add(port);
      for (const host of PRIVATE_HOSTS)
        for (const url of urlsAt(host, port)) await assertNotRequested(sandbox, url);
      assert.equal(connections, 0, 'another host than this computer was reached at a port that is named');
      const here = LOOPBACK_HOSTS.filter(host => family === 'IPv6' || !host.startsWith('['));
      for (const host of here) await assertNotAnswered(sandbox, `http://${host}:${port}/`);
      assert.equal(connections, here.length, 'each spelling of this computer reaches a port that is named');
      return { 'known addresses': known.length, spellings: count, 'answers of names': answers };
    } finally {
      restoreDns();
      await sandbox.stop();
      trap.close();
    }
  },
};

/** Returns URLs of a host, including ones that try to hide it. */
function urlsAt(host: string, port: number): readonly string[] {
  const inZone = host.replace(/\]$/, '%25lo]');
  return [
    `http://${host}:${port}/`,
    `https://${host}:${port}/`,
    `https://hooks.example.com@${host}:${port}/`,
    `https://hooks.example.com:443@${host}:${port}/`,
    `https:\\\\${host}:${port}\\@hooks.example.com/`,
    `https:${host}:${port}/?https://hooks.example.com`,
    `https://${inZone}:${port}/`,
    ` https://\t${host}:${port}/#@hooks.example.com`,
  ];
}

async function assertNotCreated(sandbox: TestSandbox, url: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ url });
  const response = await sandbox.request('/webhooks', { method: 'POST', headers, body });
  assert.ok([400, 422].includes(response.status), `${url} is answered ${response.status}`);
  await response.arrayBuffer();
}

/** Sends an event to an existing endpoint, as after a restart without a named port. */
async function assertNotDelivered({ service, client }: TestSandbox, url: string): Promise<void> {
  const id = '55555555-5555-4555-8555-555555555555';
  const endpoint: Partial<StoredWebhook> = { id, url, state: 'ACTIVE', health: 'healthy', eventTypes: [] };
  service.store.webhooks.put({ ...endpoint, sandbox: { secret: 'whsec_x' } } as StoredWebhook);
  const { value } = await client.testWebhook({ params: { id } });
  assert.equal(value.data.success, false, url);
  assert.match(value.data.error ?? '', /could not be reached: the address/, url);
}

async function assertNotRequested({ service }: TestSandbox, url: string): Promise<void> {
  await assert.rejects(
    runStep(service, 'webhooks.request', { url }, { key: null }),
    error =>
      error instanceof StepFailure && error.code === 'client_error' && error.message.includes('params.url'),
    url,
  );
}

async function assertNotAnswered({ service }: TestSandbox, url: string): Promise<void> {
  await assert.rejects(runStep(service, 'webhooks.request', { url }, { key: null }), /did not answer/, url);
}

/** Calls a host name that resolves differently on each lookup. */
async function tryNames({ service }: TestSandbox, random: Random, host: string): Promise<void> {
  const answer = (): Addresses =>
    Array.from({ length: 1 + below(3, random) }, () => oneOf([PUBLIC, ...PRIVATE_ANSWERS], random));
  const first = answer();
  const controller = new AbortController();
  const countLookups = mockDns(first, ...Array.from({ length: 3 }, answer));
  const params = { url: `https://${host}/` };
  const call = runStep(service, 'webhooks.request', params, { key: null, signal: controller.signal });
  const isPublic = first.every(address => address === PUBLIC);
  const ended = assert.rejects(call, error => isPublic || String(error).includes('private network'));
  await until('the name was looked up', countLookups, 1);
  // The result for a public address depends on the network.
  if (isPublic) controller.abort(new Error('enough'));
  await ended;
  assert.equal(countLookups(), 1, 'a name is looked up once');
  restoreDns();
}

/**
 * Returns an address of this computer or a private network with each part in a random base, or several parts as one.
 */
function spelling(random: Random): string {
  const byte = (): number => below(256, random);
  const [first, second] = oneOf<readonly [number, number]>(
    [
      [127, byte()],
      [10, byte()],
      [192, 168],
      [172, 16 + below(16, random)],
      [169, 254],
      [100, 64 + below(64, random)],
      [0, byte()],
    ],
    random,
  );
  const bytes = [first, second, byte(), byte()];
  const hex = numberOf(bytes)
    .toString(16)
    .padStart(8, '0')
    .replace(/(?=.{4}$)/, ':');
  const prefixes = ['::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', 'fec0::', 'fc00::', 'fe80::'];
  return oneOf(
    [
      () => parts(bytes, random),
      () => parts(bytes, random),
      () => `[${oneOf(prefixes, random)}${hex}]`,
      () => `[2002:${hex}::]`,
      () => `[${oneOf(['::ffff:', '::', '64:ff9b::'], random)}${bytes.join('.')}]`,
    ],
    random,
  )();
}

function parts(bytes: readonly number[], random: Random): string {
  const separate = below(4, random);
  const written = [...bytes.slice(0, separate), numberOf(bytes.slice(separate))].map(part =>
    oneOf(
      [String(part), `0x${part.toString(16)}`, `0X0${part.toString(16)}`, `0${part.toString(8)}`],
      random,
    ),
  );
  const plain = written.join(oneOf(['.', '.', '。', '%2e'], random)) + oneOf(['', '', '.'], random);
  const way = oneOf(['plain', 'wide', 'percent'], random);
  if (way === 'plain') return plain;
  return plain.replaceAll(/\d/g, digit =>
    way === 'wide' ? String.fromCharCode(0xff10 + Number(digit)) : `%3${digit}`,
  );
}

function numberOf(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}
