import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Failure } from '../../src/client/failure.ts';
import type { MailboxMessage } from '../../src/contract/records/mailbox.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const SECRET = 'a secret of this browser';
const bindingHash = createHash('sha256').update(SECRET).digest('hex');

describe('mailboxes in the sandbox', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  /** Sends a connection as it is, so that headers can be looked at. */
  function connect(key: string | undefined, body: object = { provider: 'gmail' }): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) };
    return sandbox.request('/mailboxes/connections', { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async function told(response: Response): Promise<Record<string, unknown>> {
    return (await response.json()) as Record<string, unknown>;
  }

  async function backend(state: string): Promise<void> {
    const response = await sandbox.request('/../_sandbox/mailboxes/backend', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ state }),
    });
    assert.equal(response.status, 200);
  }

  function deliver(mailbox: string, body: object): Promise<Response> {
    return sandbox.request(`/../_sandbox/mailboxes/${mailbox}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async function consent(redirectUrl: unknown, fields: Record<string, string>): Promise<Response> {
    return fetch(String(redirectUrl), { method: 'POST', body: new URLSearchParams(fields) });
  }

  describe('connecting', () => {
    it('begins as pending with a link, and is active after the consent', async () => {
      const first = await connect('key-1', { provider: 'gmail', label: 'Mine' });
      assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null]);
      const { redirectUrl, status, address, mailboxId, connectionId } = await told(first);
      assert.deepEqual([status, address], ['pending', null]);
      const page = await fetch(String(redirectUrl));
      assert.equal(page.status, 200);
      assert.match(await page.text(), /as “Mine”/);
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      const done = await consent(redirectUrl, { address: 'me@gmail.example', decision: 'allow' });
      assert.match(await done.text(), /me@gmail\.example is connected/);
      const again = await connect('key-1', { label: 'Mine', provider: 'gmail' });
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.deepEqual(await told(again), {
        connectionId,
        mailboxId,
        redirectUrl: null,
        status: 'active',
        address: 'me@gmail.example',
      });
      const { items } = (await sandbox.client.listMailboxes({})).value;
      const mailbox = items?.find(one => one.id === mailboxId);
      assert.deepEqual([mailbox?.label, mailbox?.status], ['Mine', 'active']);
      assert.match(await (await fetch(String(redirectUrl))).text(), /Already connected/);
    });

    it('is usable at once when Gmail is active already', async () => {
      const { redirectUrl } = await told(await connect('key-1'));
      await consent(redirectUrl, { address: 'me@gmail.example', decision: 'allow' });
      const second = await told(await connect('key-2'));
      assert.deepEqual(
        [second['redirectUrl'], second['status'], second['address']],
        [null, 'active', 'me@gmail.example'],
      );
    });

    it('needs the secret of the browser that began it', async () => {
      const { redirectUrl } = await told(await connect('key-1', { provider: 'gmail', bindingHash }));
      const allow = { address: 'me@gmail.example', decision: 'allow' };
      assert.match(await (await fetch(String(redirectUrl))).text(), /name="binding"[^>]*required/);
      assert.match(
        await (await fetch(`${String(redirectUrl)}&binding=x`)).text(),
        /type="hidden"[^>]*value="x"/,
      );
      for (const binding of ['', 'another secret']) {
        const refused = await consent(redirectUrl, { ...allow, binding });
        assert.equal(refused.status, 400);
        assert.match(await refused.text(), /the secret does not fit/);
      }
      const done = await consent(redirectUrl, { ...allow, binding: SECRET });
      assert.equal(done.status, 200);
    });

    it('can be denied, needs an address, and takes no address twice', async () => {
      const { redirectUrl } = await told(await connect('key-1'));
      assert.equal((await consent(redirectUrl, { decision: 'allow' })).status, 400);
      const taken = await consent(redirectUrl, { address: 'QA.devices@gmail.example', decision: 'allow' });
      assert.match(await taken.text(), /already connected/);
      assert.equal((await consent(redirectUrl, { address: 'a@b.example' })).status, 400);
      assert.match(await (await consent(redirectUrl, { decision: 'deny' })).text(), /Not connected/);
      assert.equal((await told(await connect('key-1')))['status'], 'removed');
      assert.equal((await consent(redirectUrl, { decision: 'allow' })).status, 410);
      const { origin } = new URL(sandbox.baseUrl);
      assert.equal((await fetch(`${origin}/pages/mailboxes/connect?state=x`)).status, 404);
      assert.equal((await fetch(`${origin}/pages/mailboxes/connect`)).status, 404);
    });

    it('expires without a consent', async () => {
      const { redirectUrl } = await told(await connect('key-1'));
      sandbox.clock.advance(600_000);
      await sandbox.service.jobs.idle();
      const replay = await told(await connect('key-1'));
      assert.deepEqual([replay['status'], replay['redirectUrl']], ['expired', null]);
      assert.equal((await fetch(String(redirectUrl))).status, 410);
    });

    it('refuses the form of another page', async () => {
      const { redirectUrl } = await told(await connect('key-1'));
      const headers = { origin: 'https://elsewhere.example' };
      const body = new URLSearchParams({ address: 'me@gmail.example', decision: 'allow' });
      assert.equal((await fetch(String(redirectUrl), { method: 'POST', headers, body })).status, 403);
    });
  });

  describe('the idempotency of connecting', () => {
    async function refusal(response: Response): Promise<unknown[]> {
      const { code } = await told(response);
      return [
        response.status,
        code,
        response.headers.get('x-should-retry'),
        response.headers.get('retry-after'),
      ];
    }

    it('makes a new connection for each key, and for each call without one', async () => {
      const ids = [];
      for (const key of ['a', 'b', 'A', undefined, undefined])
        ids.push((await told(await connect(key)))['connectionId']);
      assert.equal(new Set(ids).size, 5);
    });

    it('refuses a key with another body', async () => {
      await connect('key-1');
      const other = await connect('key-1', { provider: 'gmail', label: 'Other' });
      assert.deepEqual(await refusal(other), [422, 'idempotency_key_reused', null, null]);
    });

    it('refuses a key that is malformed', async () => {
      assert.deepEqual(await refusal(await connect('a key')), [400, 'invalid_idempotency_key', null, null]);
      assert.deepEqual(await refusal(await connect('x'.repeat(256))), [
        400,
        'invalid_idempotency_key',
        null,
        null,
      ]);
      assert.equal((await connect('x'.repeat(255))).status, 200);
    });

    it('tells a duplicate in flight to come again', async () => {
      sandbox.clock.freeze(true);
      await backend('slow');
      const first = connect('key-1');
      while (sandbox.service.store.intents.count() === 0) await turn();
      assert.deepEqual(await refusal(await connect('key-1')), [409, 'idempotency_conflict', 'true', '1']);
      sandbox.clock.advance(5000);
      assert.equal((await first).status, 200);
      assert.equal((await connect('key-1')).headers.get('idempotent-replayed'), 'true');
    });

    it('lets a call that the caller gave up be made again', async () => {
      sandbox.clock.freeze(true);
      await backend('slow');
      const leaving = new AbortController();
      const first = sandbox
        .request('/mailboxes/connections', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1' },
          body: '{"provider":"gmail"}',
          signal: leaving.signal,
        })
        .catch(() => undefined);
      while (sandbox.service.store.intents.count() === 0) await turn();
      leaving.abort();
      await first;
      while (sandbox.service.store.intents.count() > 0) await turn();
      await backend('working');
      assert.equal((await connect('key-1')).status, 200);
    });

    it('refuses a duplicate for good when the first was', async () => {
      await backend('rejecting');
      assert.deepEqual(await refusal(await connect('key-1')), [409, 'backend_rejected', 'false', null]);
      await backend('working');
      assert.deepEqual(await refusal(await connect('key-1')), [409, 'idempotency_conflict', 'false', null]);
      assert.equal((await connect('key-2')).status, 200);
    });

    it('lets a key be used again after a failure that passes', async () => {
      await backend('rateLimited');
      assert.deepEqual(await refusal(await connect('key-1')), [429, 'backend_rate_limited', null, '30']);
      await backend('working');
      assert.equal((await connect('key-1')).status, 200);
    });

    it('says that Gmail is connected elsewhere, or that mailboxes are away', async () => {
      await backend('alreadyConnected');
      assert.deepEqual(await refusal(await connect('key-1')), [
        409,
        'gmail_already_connected',
        'false',
        null,
      ]);
      await backend('disabled');
      assert.deepEqual(await refusal(await connect('key-2')), [503, 'mailboxes_disabled', null, null]);
      await backend('unavailable');
      assert.deepEqual(await refusal(await connect('key-3')), [503, 'backend_unavailable', null, '5']);
    });
  });

  describe('mail', () => {
    const mailboxId = demoMailboxId('allocated');

    it('is delivered with its passcode, preview and count', async () => {
      const response = await deliver(mailboxId, {
        fromAddress: 'no-reply@bank.example',
        subject: 'Your code',
        text: `Hello,\n\nyour code is 77 41 20. ${'x'.repeat(300)}`,
      });
      assert.equal(response.status, 201);
      const { data } = (await response.json()) as { data: MailboxMessage & { code: string } };
      assert.deepEqual([data.code, data.hasOtp, data.preview?.length], ['774120', true, 140]);
      const list = (await sandbox.client.listMailboxMessages({ params: { mailboxId } })).value;
      assert.equal(list.items?.[0]?.id, data.id);
      const { items } = (await sandbox.client.listMailboxes({})).value;
      assert.equal(items?.find(one => one.id === mailboxId)?.inboundMessages?.used, 128);
    });

    it('can be given a passcode of its own', async () => {
      const plain = await told(await deliver(mailboxId, { passcode: true }));
      const { code } = plain['data'] as { code: string };
      assert.match(code, /^\d{6}$/);
      const filled = await told(
        await deliver(mailboxId, { passcode: true, subject: 'Code {code}', text: 'Sign in with {code}.' }),
      );
      const data = filled['data'] as { code: string; subject: string; preview: string };
      assert.equal(data.subject, `Code ${data.code}`);
      assert.equal(data.preview, `Sign in with ${data.code}.`);
      const none = await told(await deliver(mailboxId, { subject: 'Lunch?', text: 'At twelve.' }));
      assert.equal((none['data'] as { code: unknown }).code, null);
    });

    it('is refused by a mailbox that is used up, until its period ends', async () => {
      const full = demoMailboxId('exhausted');
      const statuses = [];
      for (let mail = 0; mail < 4; mail++) statuses.push((await deliver(full, { text: 'x' })).status);
      assert.deepEqual(statuses, [201, 201, 201, 409]);
      const refused = await deliver(full, { text: 'x' });
      assert.equal((await told(refused))['code'], 'included_capacity_unavailable');
      const read = async (): Promise<unknown> =>
        (await sandbox.client.listMailboxes({})).value.items?.find(one => one.id === full)?.inboundMessages;
      assert.deepEqual([((await read()) as { exhausted: boolean }).exhausted], [true]);
      sandbox.clock.advance(21 * 86_400_000);
      const { used, exhausted } = (await read()) as { used: number; exhausted: boolean };
      assert.deepEqual([used, exhausted], [0, false]);
      assert.equal((await deliver(full, { text: 'x' })).status, 201);
    });

    it('is refused when it is too large or its mailbox is gone', async () => {
      const large = await deliver(mailboxId, { text: 'x'.repeat(100_001) });
      assert.deepEqual([large.status, (await told(large))['code']], [413, 'message_too_large']);
      const removed = await sandbox.request(`/../_sandbox/mailboxes/${mailboxId}/disconnect`, {
        method: 'POST',
      });
      assert.equal(removed.status, 200);
      assert.equal((await deliver(mailboxId, { text: 'x' })).status, 404);
      const gone = await failureOf(sandbox.client.listMailboxMessages({ params: { mailboxId } }));
      assert.equal(gone.status, 404);
    });

    it('is paged so that each message comes once, however much arrives meanwhile', async () => {
      for (let mail = 0; mail < 25; mail++) await deliver(mailboxId, { subject: `Number ${mail}` });
      const all = (await sandbox.client.listMailboxMessages({ params: { mailboxId }, query: { limit: 100 } }))
        .value;
      const wanted = all.items?.map(message => message.id) ?? [];
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: 7, ...(cursor ? { cursor } : {}) };
        const { items, nextCursor } = (
          await sandbox.client.listMailboxMessages({ params: { mailboxId }, query })
        ).value;
        seen.push(...(items ?? []).map(message => message.id));
        cursor = nextCursor ?? undefined;
        await deliver(mailboxId, { subject: 'Meanwhile' });
      } while (cursor);
      assert.deepEqual(seen, wanted);
    });

    it('is filtered by sender, time and passcode', async () => {
      sandbox.clock.freeze(true);
      const since = new Date(sandbox.clock.now()).toISOString();
      await deliver(mailboxId, { fromAddress: 'Ada@Example.com', text: 'Your code is 4829' });
      await deliver(mailboxId, { fromAddress: 'ada@example.com', text: 'Lunch?' });
      const count = async (query: object): Promise<number | undefined> =>
        (await sandbox.client.listMailboxMessages({ params: { mailboxId }, query })).value.items?.length;
      assert.equal(await count({ from: 'ada@example.com' }), 2);
      assert.equal(await count({ from: 'ada@example.com', hasOtp: true }), 1);
      assert.equal(await count({ since }), 2);
      assert.equal(await count({ since, hasOtp: false }), 1);
      assert.equal(await count({ from: 'nobody@example.com' }), 0);
    });

    it('has cursors of its own list only', async () => {
      const query = { limit: 1 };
      const other = { mailboxId: demoMailboxId('gmail') };
      const { nextCursor } = (await sandbox.client.listMailboxMessages({ params: other, query })).value;
      for (const cursor of ['x', nextCursor ?? '']) {
        const { failure, status } = await failureOf(
          sandbox.client.listMailboxMessages({ params: { mailboxId }, query: { cursor } }),
        );
        const refused = failure as Extract<Failure, { kind: 'refused' }>;
        assert.deepEqual([status, refused.body], [400, 'plain']);
      }
    });

    it('is told to the endpoints that listen', async () => {
      const body = { url: 'http://127.0.0.1:9/', eventTypes: ['mailbox.passcode.received'] };
      const { id } = (await sandbox.client.createWebhook({ body })).value.data;
      await deliver(mailboxId, { text: 'Lunch?' });
      await deliver(mailboxId, { text: 'Your code is 4829' });
      const { items } = (await sandbox.client.listWebhookDeliveries({ params: { id } })).value;
      assert.deepEqual(
        items?.map(one => one.eventType),
        ['mailbox.passcode.received'],
      );
    });
  });
});
