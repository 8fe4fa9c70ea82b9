import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { MAX_REQUEST_BYTES } from '../../src/sandbox/http/requestBody.ts';
import { type RawRequest, testSandbox, type TestSandbox } from '../support/sandbox.ts';

const MISSING = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('requests', () => {
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox();
  });

  after(() => sandbox.stop());

  async function refusal(
    path: string,
    init?: RawRequest,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await sandbox.request(path, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  for (const authorization of ['', 'Bearer ', 'Bearer wrong', 'Basic c2FuZGJveF90ZXN0X2tleQ==']) {
    it(`requests to the sandbox without a valid key (${JSON.stringify(authorization)}) get 401 in the API envelope`, async () => {
      const response = await sandbox.request('/flows/nonsense', { headers: { authorization } });
      const body = (await response.json()) as Record<string, unknown>;
      assert.equal(response.status, 401);
      assert.equal(body['code'], 'unauthorized');
      assert.equal(typeof body['message'], 'string');
      assert.equal(body['traceId'], response.headers.get('x-trace-id'));
    });
  }

  it('requests to the sandbox for the icon that browsers request get a response without a key', async () => {
    const response = await fetch(new URL('/favicon.ico', sandbox.baseUrl));
    assert.equal(response.status, 204);
  });

  it('requests to the sandbox to an unknown path get 404, with a wrong method 405 and the allowed methods', async () => {
    assert.equal((await refusal('/nothing')).status, 404);
    const wrong = await sandbox.request('/actions', { method: 'PATCH' });
    assert.equal(wrong.status, 405);
    assert.equal(wrong.headers.get('allow'), 'GET, POST');
    const literal = await sandbox.request('/webhooks/deliveries', { method: 'PATCH' });
    assert.equal(literal.status, 405);
  });

  it('requests to the sandbox that are too large get 413, and with malformed JSON 400', async () => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ name: 'x'.repeat(MAX_REQUEST_BYTES) });
    assert.equal((await refusal('/flows', { ...post, body })).status, 413);
    for (const broken of ['{', 'null}', '{"a":\u0001}']) {
      assert.equal((await refusal('/flows', { ...post, body: broken })).status, 400);
    }
  });

  it('requests to the sandbox that violate the contract get 400 with each location, in the error model of the operation', async () => {
    const api = await refusal('/actions?page=0&orderBy=nothing');
    assert.equal(api.status, 400);
    const details = api.body['details'] as { location: string }[];
    assert.deepEqual(details.map(problem => problem.location).toSorted(), ['query.orderBy', 'query.page']);
    const service = await refusal('/actions?service=nothing');
    assert.equal(service.status, 400);
    assert.equal((service.body['details'] as { location: string }[])[0]?.location, 'query.service');

    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const flow = await refusal('/flows', { ...post, body: '{}' });
    assert.deepEqual(Object.keys(flow.body).toSorted(), ['code', 'message']);

    const device = await refusal(`/devices/${MISSING}/location`, { ...post, body: '{"latitude":91}' });
    assert.equal(device.body['status'], 400);
    const locations = (device.body['errors'] as { location: string }[]).map(problem => problem.location);
    assert.deepEqual(locations.toSorted(), ['body.latitude', 'body.longitude']);

    const plain = await refusal('/apps/not-a-uuid');
    assert.deepEqual(Object.keys(plain.body), ['error']);

    const headers = { ...post.headers, 'idempotency-key': 'x'.repeat(256) };
    const mailbox = await refusal('/mailboxes/connections', {
      ...post,
      headers,
      body: '{"provider":"gmail"}',
    });
    assert.equal(mailbox.status, 400);
    assert.equal(mailbox.body['code'], 'invalid_idempotency_key');
  });

  it('requests to the sandbox for records that do not exist get 404 in the error model of the operation', async () => {
    const flow = await refusal(`/flows/${MISSING}`);
    assert.deepEqual([flow.status, flow.body['code']], [404, 'flow_not_found']);
    const device = await refusal(`/devices/${MISSING}`);
    assert.deepEqual([device.status, device.body['status']], [404, 404]);
    const app = await refusal(`/apps/${MISSING}`);
    assert.deepEqual([app.status, Object.keys(app.body)], [404, ['error']]);
    const messages = await refusal(`/mailboxes/${MISSING}/messages`);
    assert.deepEqual([messages.status, Object.keys(messages.body)], [404, ['error']]);
    assert.equal((await refusal(`/actions/${MISSING}`)).status, 404);
  });

  it('requests to the sandbox from a web page or with another host name are refused', async () => {
    const page = await sandbox.request('/actions', { headers: { origin: 'https://evil.example' } });
    assert.equal(page.status, 403);
    const own = await sandbox.request('/actions', { headers: { origin: new URL(sandbox.baseUrl).origin } });
    assert.equal(own.status, 200);
    const neighbor = await sandbox.request('/actions', { headers: { origin: 'http://localhost:3000' } });
    assert.equal(neighbor.status, 403);
    const status = await new Promise(resolve => {
      const headers = { host: 'evil.example', authorization: `Bearer ${sandbox.key}` };
      httpRequest(`${sandbox.baseUrl}/actions`, { headers }, response => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    assert.equal(status, 403);
  });
});
