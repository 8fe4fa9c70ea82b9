import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { intentId } from '../../src/sandbox/runtime/idempotency.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const HASH = 'a'.repeat(64);
const mailboxId = demoMailboxId('gmail');

describe('mailboxRules', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  function send(method: string, path: string, body: unknown, headers = {}): Promise<Response> {
    const json = { 'content-type': 'application/json', ...headers };
    return sandbox.request(path, { method, headers: json, body: JSON.stringify(body) });
  }

  async function refusal(response: Response): Promise<unknown[]> {
    return [response.status, ((await response.json()) as { code?: string }).code];
  }

  const bodies: readonly (readonly [what: string, body: object, status: number])[] = [
    ['accepts a label of 100 characters', { provider: 'gmail', label: 'x'.repeat(100) }, 200],
    ['refuses a label of 101 characters', { provider: 'gmail', label: 'x'.repeat(101) }, 400],
    ['accepts a hash of 64 hex characters', { provider: 'gmail', bindingHash: HASH }, 200],
    ['refuses a hash of 63 characters', { provider: 'gmail', bindingHash: HASH.slice(1) }, 400],
    ['refuses a hash in upper case', { provider: 'gmail', bindingHash: HASH.toUpperCase() }, 400],
    ['refuses an empty request ID', { provider: 'gmail', clientRequestId: '' }, 400],
    ['refuses another provider', { provider: 'outlook' }, 400],
    ['refuses a body without a provider', {}, 400],
  ];
  for (const [what, body, status] of bodies) {
    it(`the mailbox interface of the sandbox ${what} (spec 4.1, 8)`, async () => {
      const response = await send('POST', '/mailboxes/connections', body);
      assert.equal(response.status, status);
      if (status === 400) {
        const { code, message } = (await response.json()) as Record<string, unknown>;
        assert.deepEqual([typeof code, typeof message], ['string', 'string']);
      }
    });
  }

  it('the mailbox interface of the sandbox refuses another user in the API envelope (spec 7.1)', async () => {
    const headers = { authorization: 'Bearer other' };
    const response = await send('POST', '/mailboxes/connections', { provider: 'gmail' }, headers);
    assert.deepEqual(await refusal(response), [401, 'unauthorized']);
  });

  const queries: readonly (readonly [query: string, status: number])[] = [
    ['limit=1', 200],
    ['limit=100', 200],
    ['limit=0', 400],
    ['limit=101', 400],
    ['limit=1.5', 400],
    ['hasOtp=true', 200],
    ['hasOtp=false', 200],
    ['hasOtp=1', 400],
    ['after=2026-01-15T08:30:00Z', 200],
    ['after=yesterday', 400],
    ['sender=shop', 200],
    ['cursor=20', 400],
  ];
  for (const [query, status] of queries) {
    it(`the mailbox interface of the sandbox responds to a list of messages with ${query} with ${status} (spec 4.3)`, async () => {
      const response = await sandbox.request(`/mailboxes/${mailboxId}/messages?${query}`);
      assert.equal(response.status, status);
      const { error } = (await response.json()) as { error?: unknown };
      assert.equal(typeof error, status === 400 ? 'string' : 'undefined');
    });
  }

  it('the mailbox interface of the sandbox keeps the settings of the backend after a change, and refuses settings of another backend', async () => {
    const place = '/../_sandbox/mailboxes/backend';
    const read = async (): Promise<unknown> => (await sandbox.request(place)).json();
    assert.deepEqual(await read(), { data: { state: 'working' } });
    assert.equal((await send('PUT', place, { state: 'slow' })).status, 200);
    assert.equal((await send('PUT', place, { state: 'asleep' })).status, 400);
    assert.deepEqual(await read(), { data: { state: 'slow' } });
  });

  it('the mailbox interface of the sandbox fires the triggers that wait for a passcode, with the passcode', async () => {
    const { client } = sandbox;
    const body = { activation: 'event', name: 'Code', eventType: 'app.mailbox.passcode_received' } as const;
    const triggerId = (await client.createTrigger({ body })).value.data.id;
    const params = { message: '{{event.payload.code}} from {{event.payload.fromAddress}}' };
    const actions = [{ actionId: demoActionId('webhooks.log'), position: 1, overrides: { params } }];
    const flow = { name: 'Codes', triggerId, enabled: true, actions };
    const flowId = (await client.createFlow({ body: flow })).value.data.id;
    const place = `/../_sandbox/mailboxes/${mailboxId}/messages`;
    await send('POST', place, { text: 'Lunch?' });
    await send('POST', place, { fromAddress: 'a@b.example', text: 'Your code is 48 29 13' });
    const runs = async (): Promise<unknown[]> =>
      (await client.listExecutions({ query: { flowId, status: 'success' } })).value.items ?? [];
    let done = await runs();
    while (done.length === 0) {
      await turn();
      done = await runs();
    }
    assert.equal(done.length, 1);
    assert.match(JSON.stringify(done[0]), /482913 from a@b\.example/);
  });

  it('the mailbox interface of the sandbox notifies endpoints about reported text messages', async () => {
    const { client } = sandbox;
    const body = { url: 'http://127.0.0.1:9/', eventTypes: ['sms.message.received'] };
    const { id } = (await client.createWebhook({ body })).value.data;
    const payload = { from: '+49 30 901820', text: 'Your parcel arrives today.' };
    await client.ingestEvent({ body: { eventType: 'app.messages.sms_received', payload } });
    const { items } = (await client.listWebhookDeliveries({ params: { id } })).value;
    assert.deepEqual(
      items?.map(one => [one.eventType, one.source]),
      [['sms.message.received', 'sms']],
    );
  });

  it('the mailbox interface of the sandbox keeps links, keys, and the backend after a restart, and releases the key of an interrupted call', async () => {
    await sandbox.stop();
    const folder = await mkdtemp(join(tmpdir(), 'mailboxes-'));
    const kept = { dataFile: join(folder, 'sandbox.db') };
    try {
      sandbox = await testSandbox(kept);
      const connect = (key: string): Promise<Response> =>
        send('POST', '/mailboxes/connections', { provider: 'gmail' }, { 'idempotency-key': key });
      const first = (await (await connect('key-1')).json()) as Record<string, unknown>;
      const { intents } = sandbox.service.store;
      const [done] = intents.all();
      assert.ok(done);
      intents.put({ ...done, id: intentId('connectMailbox', 'key-2'), state: 'inFlight', resultId: null });
      await send('PUT', '/../_sandbox/mailboxes/backend', { state: 'rateLimited' });
      assert.equal((await connect('key-2')).status, 409);
      await sandbox.stop();
      sandbox = await testSandbox(kept);
      const again = await connect('key-1');
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      const { mailboxId: same, redirectUrl } = (await again.json()) as Record<string, unknown>;
      assert.equal(same, first['mailboxId']);
      assert.equal((await connect('key-2')).status, 429);
      assert.equal((await fetch(String(redirectUrl))).status, 200);
    } finally {
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
      sandbox = await testSandbox();
    }
  });
});
