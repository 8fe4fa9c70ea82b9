import assert from 'node:assert/strict';
import { Agent } from 'undici';
import { createClient } from '../../../src/client/client.ts';
import { ApiError } from '../../../src/client/failure.ts';
import { readCapacity, readyMailbox } from '../../../src/stores/mailboxLifecycle.ts';
import { FaultyServer } from '../../support/faultyServer.ts';
import { type Scripted, scriptedClient } from '../../support/mockService.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const PENDING = { id, status: 'provisioning' };

describe('stores/mailboxLifecycle: capacity for mailboxes of a service', () => {
  const read = async (answer: Scripted): Promise<unknown> => readCapacity(scriptedClient([answer]).client);

  it('the capacity for mailboxes of a service is read', async () => {
    const data = { included: 3, includedRemaining: 1, remaining: 9, status: 'available' };
    assert.deepEqual(await read({ status: 200, body: { data } }), data);
  });

  for (const status of [404, 405, 501, 503]) {
    it(`the capacity for mailboxes of a service is unknown after ${status}`, async () =>
      assert.equal(await read({ status, body: {} }), undefined));
  }

  it('the capacity for mailboxes of a service fails with the service', async () => {
    await assert.rejects(read({ status: 403, body: { code: 'no', message: 'No.' } }), ApiError);
  });
});

describe('stores/mailboxLifecycle: wait for a mailbox', () => {
  const answer = (mailbox: object): Scripted => ({ status: 200, body: { data: { id, ...mailbox } } });

  async function ready(script: readonly Scripted[], ms = 60_000): Promise<unknown[]> {
    const { client, seen } = scriptedClient(script);
    const { signal } = new AbortController();
    const { status } = await readyMailbox(client, PENDING, { pollMs: 1, until: Date.now() + ms, signal });
    return [status, ...seen.map(({ path }) => path)];
  }

  it('the wait for a mailbox reads it until it is created', async () => {
    const path = `/v1/mailboxes/${id}`;
    const script = [answer(PENDING), answer({ status: 'awaiting_payment' })];
    assert.deepEqual(await ready(script), ['awaiting_payment', path, path]);
  });

  it('the wait for a mailbox ends at its end, when it is canceled, and if the service does not offer the read', async () => {
    assert.deepEqual(await ready([], -1), ['provisioning']);
    assert.equal((await ready([{ status: 404, body: {} }]))[0], 'provisioning');
    const ended = { pollMs: 60_000, until: Date.now() + 60_000, signal: AbortSignal.abort() };
    assert.equal(await readyMailbox(scriptedClient([]).client, PENDING, ended), PENDING);
  });

  it('the wait for a mailbox continues after failures that may pass, and fails with others', async () => {
    const lost = { status: 0, error: Object.assign(new Error('lost'), { code: 'ECONNRESET' }) };
    const failing = [503, 429, 500, 503, 503, 502].map(status => ({ status, body: {} }));
    const script = [...failing, lost, answer({ status: 'active' })];
    assert.equal((await ready(script))[0], 'active');
    await assert.rejects(ready([{ status: 403, body: { code: 'no', message: 'No.' } }]), ApiError);
  });

  it('the wait for a mailbox stops at once when it is canceled while the service does not answer', async () => {
    const server = await new FaultyServer().start();
    const dispatcher = new Agent();
    const asked = new Promise(resolve => {
      server.answer = resolve;
    });
    const client = createClient({
      baseUrl: server.baseUrl,
      key: () => Promise.resolve('key'),
      dispatcher,
      wait: () => Promise.resolve(),
    });
    const ending = new AbortController();
    const wait = { pollMs: 1, until: Date.now() + 60_000, signal: ending.signal };
    const waiting = readyMailbox(client, PENDING, wait);
    await asked;
    ending.abort();
    assert.equal(await waiting, PENDING);
    await dispatcher.destroy();
    await server.stop();
  });

  it('the wait for a mailbox needs no read if the mailbox is there', async () => {
    const mailbox = { id, status: 'active' };
    const wait = { pollMs: 1, until: Infinity, signal: new AbortController().signal };
    assert.equal(await readyMailbox(scriptedClient([]).client, mailbox, wait), mailbox);
  });
});
