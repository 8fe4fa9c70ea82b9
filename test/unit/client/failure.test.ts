import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import type { ApiError } from '../../../src/client/failure.ts';
import { failureOf, type Scripted, scriptedClient } from '../../support/mockService.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

async function failing(answer: Scripted, run: (client: Client) => Promise<unknown>): Promise<ApiError> {
  return failureOf(run(scriptedClient([answer, answer, answer]).client));
}

const list = (client: Client): Promise<unknown> => client.listActions({});
const connect = (client: Client): Promise<unknown> => client.connectMailbox({ body: { provider: 'gmail' } });
const locate = (client: Client): Promise<unknown> =>
  client.setLocation({ params: { deviceId: ID }, body: { latitude: 1, longitude: 2 } });
const activate = (client: Client): Promise<unknown> =>
  client.activateFlow({ params: { flowId: ID }, body: { verificationExecutionId: ID } });
const getApp = (client: Client): Promise<unknown> => client.getApp({ params: { id: ID } });

describe('client/failure: error of a failed call', () => {
  it('the error of a failed call has the message, trace, and wait of the API envelope', async () => {
    const body = { code: 'unauthorized', message: 'Key revoked.', traceId: 't-1', retryAfterSeconds: 3 };
    const error = await failing({ status: 401, body }, list);
    assert.deepEqual(error.failure, {
      kind: 'refused',
      status: 401,
      body: 'api',
      code: 'unauthorized',
      message: 'Key revoked.',
      problems: [],
    });
    assert.equal(error.traceId, 't-1');
    assert.equal(error.retryAfterMs, 3000);
    assert.equal(error.retryable, false);
    assert.equal(error.operation, 'listActions');
  });

  it('the error of a failed call has the reason of a mailbox error, known or not', async () => {
    for (const code of ['gmail_already_connected', 'a_reason_of_tomorrow']) {
      const error = await failing({ status: 409, body: { code, message: 'No.' } }, connect);
      assert.ok(error.failure.kind === 'refused');
      assert.equal(error.failure.body, 'mailbox');
      assert.equal(error.failure.code, code);
    }
  });

  it('the error of a failed call has every location of the device error model', async () => {
    const body = {
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'This device has no GPS.',
      errors: [{ location: 'body.latitude', message: 'not supported', value: 1 }],
    };
    const { failure } = await failing({ status: 422, body }, locate);
    assert.ok(failure.kind === 'refused');
    assert.equal(failure.body, 'device');
    assert.equal(failure.message, 'This device has no GPS.');
    assert.deepEqual(failure.problems, ['body.latitude: not supported']);
  });

  it('the error of a failed call has the code of a flow error', async () => {
    const body = { code: 'verification_invalid', message: 'The graph changed.' };
    const { failure } = await failing({ status: 409, body }, activate);
    assert.ok(failure.kind === 'refused');
    assert.equal(failure.body, 'flow');
    assert.equal(failure.code, 'verification_invalid');
  });

  it('the error of a failed call has the message of a plain error', async () => {
    const { failure } = await failing({ status: 404, body: { error: 'No such app.' } }, getApp);
    assert.ok(failure.kind === 'refused');
    assert.equal(failure.body, 'plain');
    assert.equal(failure.message, 'No such app.');
  });

  it('the error of a failed call reads the API envelope on 401 and 500, whatever the error model of the operation', async () => {
    for (const status of [401, 500]) {
      const { failure } = await failing({ status, body: { code: 'c', message: 'm' } }, connect);
      assert.equal(failure.kind === 'refused' && failure.body, 'api');
    }
  });

  it('the error of a failed call has the locations in details or errors, and ignores other forms', async () => {
    const cases: [extra: object, problems: string[]][] = [
      [{ details: [{ location: 'query.page', message: 'too small', value: 0 }] }, ['query.page: too small']],
      [{ details: { hint: 'open' } }, []],
      [{ errors: [null, 'text', 7, { message: 'bad' }, { location: 3 }] }, ['bad']],
      [{ errors: { name: 'bad' } }, []],
    ];
    for (const [extra, problems] of cases) {
      const { failure } = await failing({ status: 400, body: { code: 'c', message: 'm', ...extra } }, list);
      assert.deepEqual(failure.kind === 'refused' && failure.problems, problems);
    }
  });

  it('the error of a failed call has the first readable text of an unknown body', async () => {
    const cases: [body: unknown, message: string][] = [
      [{ detail: 'd', title: 't' }, 'd'],
      [{ title: 't' }, 't'],
      [{ error: 'e', message: '' }, 'e'],
      [{ message: 7 }, 'The service answered 418.'],
      [[1], 'The service answered 418.'],
    ];
    for (const [body, message] of cases) {
      const { failure } = await failing({ status: 418, body }, list);
      assert.equal(failure.kind === 'refused' && failure.message, message);
    }
  });

  it('the error of a failed call reads an unknown body in the error model of the operation', async () => {
    for (const [run, form] of [
      [list, 'api'],
      [connect, 'mailbox'],
      [getApp, 'plain'],
    ] as const) {
      const { failure } = await failing({ status: 418, body: { hint: 'none' } }, run);
      assert.equal(failure.kind === 'refused' && failure.body, form);
    }
  });

  it('the error of a failed call reports a key store that cannot be opened, with its reason', async () => {
    const cause = new Error('The keyring is locked.');
    const { client } = scriptedClient([], { key: () => Promise.reject(cause) });
    const error = await failureOf(client.listActions({}));
    assert.deepEqual(error.failure, { kind: 'missingKey' });
    assert.equal(error.cause, cause);
  });

  it('the error of a failed call reports an HTML page in place of a success without JSON', async () => {
    const page = { status: 200, body: '<html>Sign in', headers: { 'content-type': 'text/html' } };
    const params = { deviceId: ID };
    const calls: ((client: Client) => Promise<unknown>)[] = [
      client => client.tapDevice({ params, body: { x: 1, y: 2 } }),
      client => client.getDeviceTime({ params }),
      client => client.takeScreenshot({ params }),
      client => client.attachTask({ params: { task_id: ID } }),
    ];
    for (const run of calls) {
      assert.equal((await failing(page, run)).failure.kind, 'notJson');
    }
  });

  it('the error of a failed call reports an HTML page, with its beginning', async () => {
    const answer = {
      status: 502,
      body: '<html>  <b>Bad\nGateway</b>',
      headers: { 'content-type': 'text/html' },
    };
    const { failure, retryable } = await failing(answer, list);
    assert.deepEqual(failure, {
      kind: 'notJson',
      status: 502,
      mediaType: 'text/html',
      excerpt: '<html> <b>Bad Gateway</b>',
    });
    assert.equal(retryable, true);
    const success = await failing({ ...answer, status: 200 }, list);
    assert.equal(success.failure.kind, 'notJson');
    assert.equal(success.retryable, false);
  });

  it('the error of a failed call reports an empty body, of a success and of an error', async () => {
    for (const status of [200, 503]) {
      const { failure } = await failing({ status, headers: { 'content-type': 'application/json' } }, list);
      assert.deepEqual(failure, { kind: 'emptyBody', status });
    }
  });

  it('the error of a failed call reports a redirect, which is never followed', async () => {
    const answer = { status: 307, headers: { location: 'https://elsewhere.example/' } };
    assert.equal((await failing(answer, list)).failure.kind, 'redirected');
  });

  it('the error of a failed call has the readable part of a response that violates the contract', async () => {
    const pagination = { page: 1, pageSize: 2, pages: 1, total: 2, hasNext: false, hasPrev: false };
    const good = { id: ID, name: 'Tap', service: 'devices_api', unknown: 1 };
    const items = [good, { ...good, description: 7 }, { ...good, name: 7 }];
    const { failure, retryable } = await failing({ status: 200, body: { items, pagination } }, list);
    assert.ok(failure.kind === 'contract');
    assert.equal(failure.field, 'items.1.description');
    assert.match(failure.expected, /expected string/);
    assert.deepEqual(failure.readable, { items: [good, good], pagination });
    assert.equal(retryable, false);
  });

  it('the error of a failed call reports an invalid image', async () => {
    const answer = { status: 200, body: Buffer.from('GIF89a') };
    const { failure } = await failing(answer, client => client.takeScreenshot({ params: { deviceId: ID } }));
    assert.equal(failure.kind === 'contract' && failure.expected, 'is not a PNG picture');
  });

  const network: [code: string, kind: string][] = [
    ['ECONNREFUSED', 'connectionRefused'],
    ['ENOTFOUND', 'unknownHost'],
    ['EAI_AGAIN', 'unknownHost'],
    ['ECONNRESET', 'connectionLost'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['UND_ERR_PRX_TLS', 'tls'],
    ['EHOSTUNREACH', 'connectionLost'],
  ];
  for (const [code, kind] of network) {
    it(`the error of a failed call reports ${code} as ${kind}, and keeps the cause`, async () => {
      const cause = Object.assign(new Error(code), { code });
      const error = await failing({ status: 0, error: cause }, list);
      assert.equal(error.failure.kind, kind);
      assert.equal(error.status, undefined);
      assert.ok(error.cause instanceof Error);
    });
  }
});

describe('client/failure: successful call', () => {
  it('a successful call keeps unknown fields, unknown enum values, and nulls', async () => {
    const flow = { id: ID, name: 'x', status: 'purring', description: null, extra: { deep: [1] } };
    const { client } = scriptedClient([{ status: 200, body: { data: flow, meta: 1 } }]);
    const { value } = await client.getFlow({ params: { flowId: ID } });
    assert.deepEqual(value, { data: flow, meta: 1 });
  });

  it('a successful call has the replay flag and the trace', async () => {
    const body = { connectionId: ID, mailboxId: ID, redirectUrl: null, status: 'active', address: null };
    const headers = { 'idempotent-replayed': 'true', 'x-trace-id': 't-9' };
    const { client } = scriptedClient([{ status: 200, body, headers }]);
    const reply = await client.connectMailbox({ body: { provider: 'gmail' } }, { idempotencyKey: 'k' });
    assert.equal(reply.replayed, true);
    assert.equal(reply.traceId, 't-9');
  });

  it('a successful call reads events as they arrive, with multi-line data and comments', async () => {
    const body = ': hello\r\nevent: step\r\ndata: {"a":1,\r\ndata:"b":2}\r\n\r\ndata: last\n\ndata: half';
    const headers = { 'content-type': 'text/event-stream' };
    const { client, seen } = scriptedClient([{ status: 200, body, headers }]);
    const { value } = await client.attachTask({ params: { task_id: ID } });
    const events: unknown[] = [];
    for await (const event of value) events.push(event);
    assert.deepEqual(events, [
      { event: 'step', data: '{"a":1,\n"b":2}' },
      { event: 'message', data: 'last' },
    ]);
    assert.equal(seen[0]?.headers['accept'], 'text/event-stream');
  });

  it('a successful call accepts 204 if every field of the response is optional', async () => {
    const { client } = scriptedClient([{ status: 204 }]);
    assert.deepEqual((await client.deleteFlow({ params: { flowId: ID } })).value, {});
    const flow = scriptedClient([{ status: 204 }]);
    const { failure } = await failureOf(flow.client.getFlow({ params: { flowId: ID } }));
    assert.equal(failure.kind, 'emptyBody');
    const empty = await failing({ status: 200 }, client => client.deleteFlow({ params: { flowId: ID } }));
    assert.deepEqual(empty.failure, { kind: 'emptyBody', status: 200 });
  });

  it('a successful call reads text, with or without quotes', async () => {
    const text = '2026-01-02T03:04:05Z';
    const answers = [
      { status: 200, body: text, headers: { 'content-type': 'text/plain' } },
      { status: 200, body: JSON.stringify(text), headers: { 'content-type': 'application/json' } },
    ];
    for (const answer of answers) {
      const { client } = scriptedClient([answer]);
      assert.equal((await client.getDeviceTime({ params: { deviceId: ID } })).value, text);
    }
  });
});
