import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const SECRET = 'a secret of this browser';
const bindingHash = createHash('sha256').update(SECRET).digest('hex');

describe('mailboxes', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  /** Sends a connection request and returns the raw response. */
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

  describe('connection', () => {
    it('the connection of a mailbox in the sandbox starts as pending with a link, and is active after the consent', async () => {
      const first = await connect('key-1', { provider: 'gmail', label: 'Mine' });
      assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null]);
      const { redirectUrl, status, address, mailboxId, connectionId } = await told(first);
      assert.deepEqual([status, address], ['pending', null]);
      const page = await fetch(String(redirectUrl));
      assert.equal(page.status, 200);
      assert.match(await page.text(), /listed as “Mine”/);
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

    it('the connection of a mailbox in the sandbox is active immediately if Gmail is already active', async () => {
      const { redirectUrl } = await told(await connect('key-1'));
      await consent(redirectUrl, { address: 'me@gmail.example', decision: 'allow' });
      const second = await told(await connect('key-2'));
      assert.deepEqual(
        [second['redirectUrl'], second['status'], second['address']],
        [null, 'active', 'me@gmail.example'],
      );
    });

    it('the connection of a mailbox in the sandbox requires the secret of the browser that started it', async () => {
      const { redirectUrl } = await told(await connect('key-1', { provider: 'gmail', bindingHash }));
      const allow = { address: 'me@gmail.example', decision: 'allow' };
      assert.match(await (await fetch(String(redirectUrl))).text(), /name="binding"[^>]*required/);
      const opened = (binding: string): Promise<Response> =>
        fetch(`${String(redirectUrl)}&binding=${encodeURIComponent(binding)}`);
      const other = await opened('x');
      assert.equal(other.status, 403);
      assert.match(await other.text(), /Another browser began this connection/);
      assert.match(await (await opened(SECRET)).text(), /type="hidden"[^>]*value="a secret of this browser"/);
      for (const binding of ['', 'another secret']) {
        const refused = await consent(redirectUrl, { ...allow, binding });
        assert.equal(refused.status, 403);
        const page = await refused.text();
        assert.match(page, /The secret does not fit/);
        assert.match(page, /name="binding" type="password"[^>]*aria-invalid="true"/);
        assert.ok(!page.includes('another secret'));
      }
      const mistyped = await consent(redirectUrl, { ...allow, address: 'me', binding: SECRET });
      assert.equal(mistyped.status, 400);
      assert.match(await mistyped.text(), /type="hidden"[^>]*value="a secret of this browser"/);
      const done = await consent(redirectUrl, { ...allow, binding: SECRET });
      assert.equal(done.status, 200);
    });

    it('the connection of a mailbox in the sandbox can be denied, requires an address, and refuses an address that is already connected', async () => {
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

    it('the connection of a mailbox in the sandbox expires without a consent', async () => {
      const { redirectUrl, mailboxId } = await told(await connect('key-1'));
      sandbox.clock.advance(600_000);
      await sandbox.service.jobs.waitUntilIdle();
      const replay = await told(await connect('key-1'));
      assert.deepEqual([replay['status'], replay['redirectUrl']], ['expired', redirectUrl]);
      const late = await consent(redirectUrl, { address: 'me@gmail.example', decision: 'allow' });
      assert.equal(late.status, 410);
      assert.match(await late.text(), /This link has expired/);
      const refused = await deliver(String(mailboxId), { text: 'x' });
      assert.deepEqual([refused.status, (await told(refused))['code']], [409, 'connection_expired']);
      const params = { mailboxId: String(mailboxId) };
      const { status } = (await sandbox.client.getMailbox({ params })).value.data;
      assert.equal(status, 'connection_expired');
    });

    it('the connection of a mailbox in the sandbox has no mailbox to read or deliver to before the consent or after a denial', async () => {
      const { redirectUrl, mailboxId } = await told(await connect('key-1'));
      const mailbox = String(mailboxId);
      const early = await deliver(mailbox, { text: 'x' });
      assert.deepEqual([early.status, (await told(early))['code']], [409, 'connection_pending']);
      const unread = await sandbox.request(`/mailboxes/${mailbox}/messages`);
      assert.equal(unread.status, 409);
      assert.match(String((await told(unread))['error']), /waits for consent/);
      const second = await told(await connect('key-2'));
      await consent(redirectUrl, { decision: 'deny' });
      const late = await deliver(mailbox, { text: 'x' });
      assert.deepEqual([late.status, (await told(late))['code']], [409, 'connection_removed']);
      const again = await told(await connect('key-1'));
      assert.deepEqual([again['status'], again['redirectUrl']], ['removed', redirectUrl]);
      assert.equal((await told(await connect('key-2')))['status'], 'pending');
      await consent(second['redirectUrl'], { address: 'me@gmail.example', decision: 'allow' });
      assert.equal((await deliver(String(second['mailboxId']), { text: 'x' })).status, 201);
    });

    it('the connection of a mailbox in the sandbox tells the state of its connection and of its mailbox by ID (wire facts 15)', async () => {
      const { client } = sandbox;
      const started = await told(await connect('key-1', { provider: 'gmail', label: 'Mine' }));
      const { redirectUrl } = started;
      const connectionId = String(started['connectionId']);
      assert.equal(started['mailboxId'], connectionId);
      const state = async (): Promise<unknown[]> => {
        const { value } = await client.getMailboxConnection({ params: { connectionId } });
        const { data } = (await client.getMailbox({ params: { mailboxId: connectionId } })).value;
        const { status, billingMode, provider, address, label } = data;
        return [value.status, value.redirectUrl, status, billingMode, provider, address, label];
      };
      const external = ['external', 'gmail'];
      assert.deepEqual(await state(), [
        'pending',
        redirectUrl,
        'pending_connection',
        ...external,
        null,
        'Mine',
      ]);
      const denied = await told(await connect('key-2'));
      await consent(denied['redirectUrl'], { decision: 'deny' });
      const removed = { mailboxId: String(denied['mailboxId']) };
      assert.equal((await client.getMailbox({ params: removed })).value.data.status, 'connection_removed');
      await consent(redirectUrl, { address: 'me@gmail.example', decision: 'allow' });
      assert.deepEqual(await state(), ['active', null, 'active', ...external, 'me@gmail.example', 'Mine']);
      const late = await told(await connect('key-1', { provider: 'gmail', label: 'Mine' }));
      assert.equal(late['status'], 'active');
      for (const path of ['connections/', ''])
        assert.equal((await sandbox.request(`/mailboxes/${path}${randomUUID()}`)).status, 404);
    });

    it('the connection of a mailbox in the sandbox accepts a request ID in place of an idempotency key (wire facts 16)', async () => {
      const body = { provider: 'gmail', clientRequestId: 'one' };
      const first = await told(await connect(undefined, body));
      const again = await connect(undefined, body);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.equal((await told(again))['connectionId'], first['connectionId']);
    });

    it('the connection of a mailbox in the sandbox connects an inbox once: of two pending links, the later one becomes invalid', async () => {
      const first = await told(await connect('key-1'));
      const second = await told(await connect('key-2'));
      await consent(first['redirectUrl'], { address: 'me@gmail.example', decision: 'allow' });
      const other = await consent(second['redirectUrl'], { address: 'you@gmail.example', decision: 'allow' });
      assert.equal(other.status, 409);
      assert.match(await other.text(), /Gmail is already connected/);
      assert.equal((await told(await connect('key-2')))['status'], 'removed');
    });

    it('the connection of a mailbox in the sandbox reads only small forms', async () => {
      const { redirectUrl } = await told(await connect('key-1'));
      assert.equal((await consent(redirectUrl, { address: 'x'.repeat(70_000) })).status, 413);
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const odd = await fetch(String(redirectUrl), { method: 'POST', headers, body: '--x' });
      assert.equal(odd.status, 400);
    });

    it('the connection of a mailbox in the sandbox shows a label unchanged, as text', async () => {
      const { redirectUrl } = await told(await connect(undefined, { provider: 'gmail', label: '<b>&"' }));
      assert.match(await (await fetch(String(redirectUrl))).text(), /“&lt;b&gt;&amp;&quot;”/);
    });

    it('the connection of a mailbox in the sandbox refuses a form submitted from another page', async () => {
      const { redirectUrl } = await told(await connect('key-1'));
      const headers = { origin: 'https://elsewhere.example' };
      const body = new URLSearchParams({ address: 'me@gmail.example', decision: 'allow' });
      assert.equal((await fetch(String(redirectUrl), { method: 'POST', headers, body })).status, 403);
    });
  });

  describe('idempotency key', () => {
    async function refusal(response: Response): Promise<unknown[]> {
      const { code } = await told(response);
      return [
        response.status,
        code,
        response.headers.get('x-should-retry'),
        response.headers.get('retry-after'),
      ];
    }

    it('the idempotency key of a mailbox connection creates a connection for each key, and for each call without a key', async () => {
      const ids = [];
      for (const key of ['a', 'b', 'A', undefined, undefined])
        ids.push((await told(await connect(key)))['connectionId']);
      assert.equal(new Set(ids).size, 5);
    });

    it('the idempotency key of a mailbox connection is refused with a different body', async () => {
      await connect('key-1');
      const other = await connect('key-1', { provider: 'gmail', label: 'Other' });
      assert.deepEqual(await refusal(other), [422, 'idempotency_key_reused', null, null]);
    });

    it('the idempotency key of a mailbox connection is refused if it is malformed', async () => {
      assert.deepEqual(await refusal(await connect('a key')), [400, 'invalid_idempotency_key', null, null]);
      assert.deepEqual(await refusal(await connect('x'.repeat(256))), [
        400,
        'invalid_idempotency_key',
        null,
        null,
      ]);
      assert.equal((await connect('x'.repeat(255))).status, 200);
    });

    it('the idempotency key of a mailbox connection tells a concurrent duplicate to retry later', async () => {
      sandbox.clock.freeze(true);
      await backend('slow');
      const first = connect('key-1');
      while (sandbox.service.store.intents.count() === 0) await turn();
      assert.deepEqual(await refusal(await connect('key-1')), [409, 'idempotency_conflict', 'true', '1']);
      sandbox.clock.advance(5000);
      assert.equal((await first).status, 200);
      assert.equal((await connect('key-1')).headers.get('idempotent-replayed'), 'true');
    });

    it('the idempotency key of a mailbox connection lets a call that the caller abandoned complete, and returns its result to the next call', async () => {
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
      while (sandbox.service.store.connections.count() === 0) await turn();
      const again = await connect('key-1');
      assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
    });

    it('the idempotency key of a mailbox connection refuses a duplicate permanently if the first call was refused', async () => {
      await backend('rejecting');
      assert.deepEqual(await refusal(await connect('key-1')), [409, 'backend_rejected', 'false', null]);
      await backend('working');
      assert.deepEqual(await refusal(await connect('key-1')), [409, 'idempotency_conflict', 'false', null]);
      assert.equal((await connect('key-2')).status, 200);
    });

    it('the idempotency key of a mailbox connection can be used again after a temporary failure', async () => {
      await backend('rateLimited');
      assert.deepEqual(await refusal(await connect('key-1')), [429, 'backend_rate_limited', null, '30']);
      await backend('working');
      assert.equal((await connect('key-1')).status, 200);
    });

    it('the idempotency key of a mailbox connection reports that Gmail is connected elsewhere or that mailboxes are unavailable', async () => {
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
});
