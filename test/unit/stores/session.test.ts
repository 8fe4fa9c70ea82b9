import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import type { Exchange } from '../../../src/client/exchange.ts';
import { SandboxStoppedError } from '../../../src/client/sandboxAddress.ts';
import { SANDBOX, serviceConnection } from '../../../src/stores/connection.ts';
import { NotConnectedError, type OpenClient, Session } from '../../../src/stores/session.ts';

const SERVICE = serviceConnection('QA', 'https://api.example/v1');
const client = {} as Client;
const refused = { status: 401 } as Exchange;

it('a session connects only on demand, once for all callers', async () => {
  let opened = 0;
  const session = new Session(() => {
    opened++;
    return Promise.resolve(client);
  });
  session.use(SANDBOX);
  assert.equal(session.state.kind, 'closed');
  assert.equal(opened, 0);
  assert.deepEqual(await Promise.all([session.client(), session.client()]), [client, client]);
  await session.client();
  assert.equal(opened, 1);
  assert.equal(session.state.kind, 'open');
});

it('a session says that there is no connection before one is selected', () => {
  const session = new Session(() => Promise.resolve(client));
  assert.throws(() => session.require(), NotConnectedError);
  session.use(SERVICE);
  assert.equal(session.require(), SERVICE);
});

it('a session is signed out without a key', async () => {
  const session = new Session(() => Promise.resolve(undefined));
  session.use(SERVICE);
  await assert.rejects(session.client(), NotConnectedError);
  assert.equal(session.state.kind, 'signedOut');
});

it('a session reports once that the key was refused, however many requests failed', async () => {
  let observe: Parameters<OpenClient>[1] = () => undefined;
  const session = new Session((_, onExchange) => {
    observe = onExchange;
    return Promise.resolve(client);
  });
  session.use(SERVICE);
  await session.client();
  const kinds: string[] = [];
  session.onDidChange(state => kinds.push(state.kind));
  observe(refused);
  observe(refused);
  assert.deepEqual(kinds, ['rejected']);
  await assert.rejects(session.client(), NotConnectedError);
});

it('a session does not mix up connections when one is selected while another opens', async () => {
  const slow = Promise.withResolvers<Client>();
  const other = { other: true } as unknown as Client;
  const session = new Session(connection => (connection === SERVICE ? slow.promise : Promise.resolve(other)));
  session.use(SERVICE);
  const first = session.client();
  session.use(SANDBOX);
  slow.resolve(client);
  assert.equal(await first, other);
  assert.equal(session.connection, SANDBOX);
});

it('a session refuses what needs the active connection while another one is active', async () => {
  const session = new Session(() => Promise.resolve(client));
  session.use(SERVICE);
  assert.equal(await session.activeClient(), client);
  session.leave(SERVICE);
  await assert.rejects(session.activeClient(), /belongs to the connection “QA”/);
  session.use(SERVICE);
  const opening = session.activeClient();
  session.leave(SERVICE);
  await assert.rejects(opening, /belongs to the connection “QA”/);
});

it('a session opens again for what began before another connection became active', async () => {
  const first = Promise.withResolvers<Client>();
  const clients = [first.promise, Promise.resolve(client)];
  const session = new Session(() => clients.shift()!);
  session.use(SERVICE);
  const opening = session.client();
  session.leave(SERVICE);
  first.reject(new Error('too late'));
  assert.equal(await opening, client);
});

it('a session does not open the sandbox again that was stopped while it was starting', async () => {
  const slow = Promise.withResolvers<Client>();
  let opened = 0;
  const session = new Session(() => {
    opened++;
    return slow.promise;
  });
  session.use(SANDBOX);
  const opening = session.client();
  session.leave(SANDBOX);
  slow.reject(new SandboxStoppedError());
  await assert.rejects(opening, SandboxStoppedError);
  assert.equal(opened, 1);
});

it('a session says which connection is signed out if another one is active', async () => {
  const session = new Session(() => Promise.resolve(undefined));
  session.leave(SERVICE);
  await assert.rejects(session.client(), /signed out of “QA”/);
});

it('a session reports each request with its connection', async () => {
  const observers: Parameters<OpenClient>[1][] = [];
  const session = new Session((_, onExchange) => {
    observers.push(onExchange);
    return Promise.resolve(client);
  });
  const names: string[] = [];
  session.onExchange(({ connection }) => names.push(connection.name));
  session.use(SERVICE);
  await session.client();
  session.leave(SERVICE);
  for (const observe of observers) observe(refused);
  assert.deepEqual(names, ['QA']);
  assert.equal(session.state.kind, 'closed', 'a refusal of an earlier client says nothing about the next');
});

it('a session says that the service does not respond, until it responds or the connection is selected again', async () => {
  let observe: Parameters<OpenClient>[1] = () => undefined;
  const session = new Session((_, onExchange) => {
    observe = onExchange;
    return Promise.resolve(client);
  });
  const told: string[] = [];
  session.onUnreachable(() => told.push('unreachable'));
  session.onReachable(() => told.push('reachable'));
  session.use(SERVICE);
  await session.client();
  observe({ failure: 'cancelled' } as Exchange);
  assert.ok(session.isReachable);
  observe({ failure: 'connectionRefused' } as Exchange);
  observe({ failure: 'timeout' } as Exchange);
  assert.ok(!session.isReachable);
  observe({ status: 200 } as Exchange);
  assert.ok(session.isReachable);
  observe({ failure: 'timeout' } as Exchange);
  session.use(SERVICE);
  assert.ok(session.isReachable);
  assert.deepEqual(told, ['unreachable', 'reachable', 'unreachable']);
});

it('a session can be retried after it could not open', async () => {
  const results = [Promise.reject(new Error('no port')), Promise.resolve(client)];
  const session = new Session(() => results.shift()!);
  session.use(SANDBOX);
  await assert.rejects(session.client(), /no port/);
  assert.equal(session.state.kind, 'failed');
  assert.equal(await session.client(), client);
});
