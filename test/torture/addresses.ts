import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { StepFailure } from '../../src/sandbox/runtime/step.ts';
import type { StoredWebhook } from '../../src/sandbox/store/stored.ts';
import type { Random } from '../../src/util/random.ts';
import { HERE, PRIVATE } from '../support/addresses.ts';
import { type Found, namesLeadTo, restoreNames } from '../support/nameServer.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { carryOut } from '../support/stepCalls.ts';
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

/** Spellings of private addresses, and a name server that changes its mind: only a port that was named is reached. */
export const addresses: Section = {
  name: 'addresses',
  run: async ({ scale, random }) => {
    let met = 0;
    const trap = createServer(socket => {
      met++;
      socket.destroy();
    });
    // For IPv4 and IPv6 at once, where there is both.
    await once(trap.listen(0), 'listening');
    const { port, family } = trap.address() as AddressInfo;
    const sandbox = await testSandbox({ loopbackWebhooks: false, seed: 'empty' });
    try {
      const known = [...HERE, ...PRIVATE].flatMap(host => urlsAt(host, port));
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
      assert.equal(met, 0, 'a private address was reached');
      sandbox.service.loopbackPorts.add(port);
      for (const host of PRIVATE)
        for (const url of urlsAt(host, port)) await assertNotRequested(sandbox, url);
      assert.equal(met, 0, 'another host than this computer was reached at a port that is named');
      const here = HERE.filter(host => family === 'IPv6' || !host.startsWith('['));
      for (const host of here) await assertNotAnswered(sandbox, `http://${host}:${port}/`);
      assert.equal(met, here.length, 'each spelling of this computer reaches a port that is named');
      return { 'known addresses': known.length, spellings: count, 'answers of names': answers };
    } finally {
      restoreNames();
      await sandbox.stop();
      trap.close();
    }
  },
};

/** The addresses of a host, also with what may hide it. */
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

/** Has an event delivered to an endpoint that is there already, as after a restart without a named port. */
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
    carryOut(service, 'webhooks.request', { url }, { key: null }),
    error =>
      error instanceof StepFailure && error.code === 'client_error' && error.message.includes('params.url'),
    url,
  );
}

async function assertNotAnswered({ service }: TestSandbox, url: string): Promise<void> {
  await assert.rejects(carryOut(service, 'webhooks.request', { url }, { key: null }), /did not answer/, url);
}

/** Calls a name that leads elsewhere each time it is looked up. */
async function tryNames({ service }: TestSandbox, random: Random, host: string): Promise<void> {
  const answer = (): Found =>
    Array.from({ length: 1 + below(3, random) }, () => oneOf([PUBLIC, ...PRIVATE_ANSWERS], random));
  const first = answer();
  const given = new AbortController();
  const asked = namesLeadTo(first, ...Array.from({ length: 3 }, answer));
  const params = { url: `https://${host}/` };
  const call = carryOut(service, 'webhooks.request', params, { key: null, signal: given.signal });
  const isPublic = first.every(one => one === PUBLIC);
  const ended = assert.rejects(call, error => isPublic || String(error).includes('private network'));
  await until('the name was looked up', asked, 1);
  // What becomes of a public address is the network's business.
  if (isPublic) given.abort(new Error('enough'));
  await ended;
  assert.equal(asked(), 1, 'a name is looked up once');
  restoreNames();
}

/** An address of this computer or a private network with each part in a base of its own, or several as one. */
function spelling(random: Random): string {
  const byte = (): number => below(256, random);
  const [one, two] = oneOf<readonly [number, number]>(
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
  const bytes = [one, two, byte(), byte()];
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
  const kept = below(4, random);
  const written = [...bytes.slice(0, kept), numberOf(bytes.slice(kept))].map(part =>
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
  return bytes.reduce((whole, byte) => whole * 256 + byte, 0);
}
