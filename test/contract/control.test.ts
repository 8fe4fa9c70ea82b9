import assert from 'node:assert/strict';
import { RETRY_WAITS } from '../../src/sandbox/features/webhooks/deliveries.ts';
import { publish } from '../../src/sandbox/features/webhooks/publish.ts';
import { startReceiver } from '../support/receiver.ts';
import { type RawRequest, testSandbox, type TestSandbox } from '../support/sandbox.ts';

type Json = Readonly<Record<string, unknown>>;

describe('control: control interface of the sandbox', () => {
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox();
  });

  after(() => sandbox.stop());

  afterEach(() => control('/faults', { method: 'DELETE' }));

  async function control(path: string, init: RawRequest = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' };
    return fetch(`${new URL(sandbox.baseUrl).origin}/_control${path}`, { ...init, headers });
  }

  async function fault(rule: Json): Promise<Json> {
    const response = await control('/faults', { method: 'POST', body: JSON.stringify(rule) });
    assert.equal(response.status, 201);
    return ((await response.json()) as { data: Json }).data;
  }

  it('the control interface of the sandbox responds with the given status, body, and headers for the given number of calls', async () => {
    const headers = { 'retry-after': '7' };
    const body = { code: 'busy', message: 'Later.' };
    await fault({ operation: 'listFlows', times: 1, fault: { kind: 'status', status: 429, body, headers } });
    const refused = await sandbox.request('/flows');
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '7']);
    assert.deepEqual(await refused.json(), body);
    assert.equal((await sandbox.request('/flows')).status, 200);
  });

  it('the control interface of the sandbox fills in the body of a status in the error model of the operation', async () => {
    await fault({ fault: { kind: 'status', status: 503 } });
    const device = (await (await sandbox.request('/devices')).json()) as Json;
    assert.equal(device['status'], 503);
    const app = (await (await sandbox.request('/apps')).json()) as Json;
    assert.deepEqual(Object.keys(app), ['error']);
    const mailboxes = await sandbox.request('/mailboxes');
    const { traceId } = (await mailboxes.json()) as Json;
    assert.ok(traceId);
    assert.equal(mailboxes.headers.get('x-trace-id'), traceId);
  });

  it('the control interface of the sandbox does not run an operation that it rejects, and runs one whose response it corrupts', async () => {
    await fault({ operation: 'listAgents', fault: { kind: 'html', status: 502 } });
    const page = await sandbox.request('/agents');
    assert.equal(page.status, 502);
    assert.match(await page.text(), /^<!doctype html>/);
  });

  it('the control interface of the sandbox closes a connection before the response and in the middle of it', async () => {
    await fault({ path: '/v1/models', times: 1, fault: { kind: 'reset' } });
    await assert.rejects(sandbox.request('/models'), /fetch failed/);
    await fault({ path: '/v1/models', times: 1, fault: { kind: 'halfBody' } });
    const half = await sandbox.request('/models');
    assert.equal(half.status, 200);
    await assert.rejects(half.text());
    assert.equal((await sandbox.request('/models')).status, 200);
  });

  it('the control interface of the sandbox corrupts bodies and fields', async () => {
    await fault({ path: '/v1/models', times: 1, fault: { kind: 'malformedJson' } });
    await assert.rejects((await sandbox.request('/models')).json());
    await fault({ path: '/v1/models', times: 1, fault: { kind: 'emptyBody' } });
    assert.equal(await (await sandbox.request('/models')).text(), '');
    await fault({
      operation: 'listFlows',
      fault: { kind: 'field', at: 'items.*.status', change: 'unknownValue' },
    });
    await fault({ operation: 'listFlows', fault: { kind: 'field', at: 'pagination', change: 'missing' } });
    const page = (await (await sandbox.request('/flows')).json()) as { items: Json[] };
    assert.deepEqual([...new Set(page.items.map(flow => flow['status']))], ['value_of_a_later_version']);
    assert.ok(!('pagination' in page));
  });

  it('the control interface of the sandbox lists and removes faults, and refuses invalid rules', async () => {
    const { id } = await fault({ probability: 0.5, fault: { kind: 'latency', milliseconds: 0 } });
    const listed = (await (await control('/faults')).json()) as { data: Json[] };
    assert.deepEqual(
      listed.data.map(rule => rule['id']),
      [id],
    );
    assert.equal((await control(`/faults/${String(id)}`, { method: 'DELETE' })).status, 204);
    assert.equal((await control(`/faults/${String(id)}`, { method: 'DELETE' })).status, 404);
    for (const rule of [
      {},
      { fault: { kind: 'rain' } },
      { operation: 'nothing', fault: { kind: 'reset' } },
    ]) {
      const response = await control('/faults', { method: 'POST', body: JSON.stringify(rule) });
      assert.equal(response.status, 400);
    }
  });

  it('the control interface of the sandbox advances, sets, and freezes the clock, and returns it to the system time', async () => {
    const send = async (method: string, path: string, body?: Json): Promise<Response> =>
      control(path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const told = async (response: Response): Promise<Json> =>
      ((await response.json()) as { data: Json }).data;
    assert.equal((await told(await send('GET', '/clock')))['aheadMs'], 0);
    // Not far ahead, since all that falls due on the way happens.
    const ahead = Date.now() + 3_600_000;
    const now = new Date(ahead).toISOString();
    const set = await told(await send('PUT', '/clock', { now, frozen: true }));
    assert.deepEqual([set['now'], set['frozen']], [now, true]);
    const later = new Date(ahead + 60_000).toISOString();
    const moved = await told(await send('POST', '/clock/advance', { milliseconds: 60_000 }));
    assert.deepEqual([moved['now'], moved['frozen']], [later, true]);
    const still = await told(await send('GET', '/clock'));
    assert.equal(still['now'], later);
    assert.ok(Number(still['aheadMs']) > 0);
    assert.equal((await send('PUT', '/clock', { now: 'tomorrow' })).status, 400);
    const back = await told(await send('DELETE', '/clock'));
    assert.deepEqual([back['frozen'], back['aheadMs']], [false, 0]);
  });

  it('the control interface of the sandbox makes all delivery attempts that become due while the clock is advanced', async () => {
    const receiver = await startReceiver(() => 500);
    try {
      const { service, client } = sandbox;
      // The demo endpoints lie elsewhere.
      for (const { id } of service.store.webhooks.all()) service.store.webhooks.delete(id);
      const { id } = (await client.createWebhook({ body: { url: receiver.url } })).value.data;
      assert.equal((await control('/clock', { method: 'PUT', body: '{"frozen":true}' })).status, 200);
      service.store.transaction(() => publish(service, { type: 'webhook.test', source: 'test', data: {} }));
      const longest = RETRY_WAITS.reduce((sum, seconds) => sum + seconds, 0);
      const body = JSON.stringify({ milliseconds: longest * 1000 });
      assert.equal((await control('/clock/advance', { method: 'POST', body })).status, 200);
      const [delivery] = (await client.listWebhookDeliveries({ params: { id } })).value.items ?? [];
      assert.deepEqual([delivery?.status, delivery?.attempts], ['dead', RETRY_WAITS.length + 1]);
      const moments = receiver.received.map(({ timestamp }) => Number(timestamp));
      assert.deepEqual(
        moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0)),
        RETRY_WAITS,
      );
    } finally {
      receiver.stop();
      await control('/clock', { method: 'DELETE' });
    }
  });

  it('the control interface of the sandbox requires the key, and exists only if the sandbox is started with it', async () => {
    const { origin } = new URL(sandbox.baseUrl);
    assert.equal((await fetch(`${origin}/_control/clock`)).status, 401);
    const plain = await testSandbox({ control: false });
    try {
      const headers = { authorization: `Bearer ${plain.key}` };
      const response = await fetch(`${new URL(plain.baseUrl).origin}/_control/clock`, { headers });
      assert.equal(response.status, 404);
    } finally {
      await plain.stop();
    }
  });
});

describe('control: pages of the sandbox', () => {
  it('pages of the sandbox list every operation without the key and without scripts', async () => {
    const sandbox = await testSandbox();
    try {
      const page = await fetch(`${new URL(sandbox.baseUrl).origin}/`);
      assert.equal(page.status, 200);
      assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/);
      const html = await page.text();
      assert.match(html, /GET \/actions</);
      assert.match(html, /POST \/devices\/\{deviceId\}\/swipe/);
      assert.doesNotMatch(html, /<script/i);
      assert.ok(!html.includes(sandbox.key));
      const description = await fetch(`${sandbox.baseUrl}/openapi.json`);
      const { servers } = (await description.json()) as { servers: { url: string }[] };
      assert.deepEqual(servers, [{ url: sandbox.baseUrl }]);
    } finally {
      await sandbox.stop();
    }
  });
});
