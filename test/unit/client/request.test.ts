import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { EMPTY_PAGE, failureOf, scriptedClient } from '../../support/mockService.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

it('a request of the client has the key, the version, and the accepted media type', async () => {
  const { client, seen } = scriptedClient([{ status: 200, body: EMPTY_PAGE }], { userAgent: 'test/1' });
  await client.listActions({ query: { service: 'devices_api', page: 2 } });
  assert.equal(seen[0]?.path, '/v1/actions?service=devices_api&page=2');
  assert.equal(seen[0].headers['authorization'], 'Bearer secret-canary-key');
  assert.equal(seen[0].headers['accept'], 'application/json');
  assert.equal(seen[0].headers['user-agent'], 'test/1');
});

it('a request of the client joins lists, sends null as empty, and omits undefined values', async () => {
  const { client, seen } = scriptedClient([
    { status: 200, body: EMPTY_PAGE },
    { status: 200, body: EMPTY_PAGE },
  ]);
  await client.listFlows({ query: { status: ['failing', 'blocked'], search: undefined } });
  await client.listExecutions({ query: { from: null } });
  assert.deepEqual(
    seen.map(one => one.path),
    ['/v1/flows?status=failing%2Cblocked', '/v1/executions?from='],
  );
});

it('a request of the client omits empty lists and replaces unpaired surrogates', async () => {
  const { client, seen } = scriptedClient([{ status: 200, body: EMPTY_PAGE }]);
  await client.listFlows({ query: { status: [], search: 'a\uD83D' } });
  assert.equal(seen[0]?.path, '/v1/flows?search=a%EF%BF%BD');
});

it('a request of the client is refused if a path parameter would change the path', async () => {
  for (const task_id of ['.', '..']) {
    const { client, seen } = scriptedClient([]);
    const { failure } = await failureOf(client.getTaskStatus({ params: { task_id } }));
    assert.equal(failure.kind === 'invalidRequest' && failure.field, 'path.task_id');
    assert.equal(seen.length, 0);
  }
});

it('a request of the client is refused if the base URL is invalid', async () => {
  const { client } = scriptedClient([], { baseUrl: 'service.example/v1' });
  const { failure } = await failureOf(client.listActions({}));
  assert.equal(failure.kind === 'invalidRequest' && failure.field, 'baseUrl');
});

it('a request of the client encodes path parameters', async () => {
  const { client, seen } = scriptedClient([{ status: 200, body: { status: 'running' } }]);
  await client.getTaskStatus({ params: { task_id: 'a/b ?' } });
  assert.equal(seen[0]?.path, '/v1/tasks/a%2Fb%20%3F/status');
});

it('a request of the client sends a body as JSON, and no body if there is none', async () => {
  const flow = { data: { id: ID, name: 'x' } };
  const { client, seen } = scriptedClient([
    { status: 200, body: flow },
    { status: 200, body: flow },
  ]);
  await client.activateFlow({ params: { flowId: ID }, body: { verificationExecutionId: ID } });
  await client.unblockFlow({ params: { flowId: ID } });
  assert.ok(seen[0] && seen[1]);
  assert.deepEqual(seen[0].body, { verificationExecutionId: ID });
  assert.equal(seen[0].headers['content-type'], 'application/json');
  assert.equal(seen[1].body, undefined);
  assert.equal(seen[1].headers['content-type'], undefined);
});

it('a request of the client selects the display of a device with a header', async () => {
  const { client, seen } = scriptedClient([{ status: 204 }]);
  const body = { startX: 1, startY: 2, endX: 3, endY: 4, duration: 10 };
  await client.swipeDevice({ params: { deviceId: ID }, headers: { 'x-device-display-id': 1 }, body });
  assert.equal(seen[0]?.headers['x-device-display-id'], '1');
});

it('a request of the client is refused before it is sent if it violates the contract, and names the field', async () => {
  const { client, seen } = scriptedClient([]);
  const { failure } = await failureOf(
    client.createFlow({ body: { name: '', triggerId: ID, actions: [{ actionId: ID, position: 1 }] } }),
  );
  assert.equal(failure.kind, 'invalidRequest');
  assert.equal(failure.field, 'body.name');
  assert.equal(seen.length, 0);
});

it('a request of the client accepts idempotency keys of 1 to 255 printable characters, only for operations that have one', async () => {
  const connection = {
    connectionId: ID,
    mailboxId: ID,
    redirectUrl: null,
    status: 'active',
    address: null,
  };
  const body = { provider: 'gmail' } as const;
  for (const key of ['!', '~'.repeat(255)]) {
    const { client, seen } = scriptedClient([{ status: 200, body: connection }]);
    await client.connectMailbox({ body }, { idempotencyKey: key });
    assert.equal(seen[0]?.headers['idempotency-key'], key);
  }
  for (const key of ['', 'x'.repeat(256), 'a b', 'ä']) {
    const { client } = scriptedClient([]);
    const { failure } = await failureOf(client.connectMailbox({ body }, { idempotencyKey: key }));
    assert.equal(failure.kind === 'invalidRequest' && failure.field, 'header.idempotency-key');
  }
  const { client, seen } = scriptedClient([{ status: 200, body: EMPTY_PAGE }]);
  await client.listMailboxes({}, { idempotencyKey: 'unused' });
  assert.equal(seen[0]?.headers['idempotency-key'], undefined);
});

it('a request of the client fails immediately with a key that is invalid in a header, without revealing it', async () => {
  for (const key of ['canary\nkey', 'canary key', 'canarykéy']) {
    const { client, exchanges } = scriptedClient([], { key: () => Promise.resolve(key) });
    const error = await failureOf(client.listModels({}));
    assert.equal(error.failure.kind === 'invalidRequest' && error.failure.field, 'header.authorization');
    assert.equal(exchanges.length, 1);
    assert.doesNotMatch(inspect(error, { depth: 9 }), /canary(\\n| |k)/);
  }
});

it('a request of the client reads the key for every attempt, so that a new key is used immediately', async () => {
  const keys = ['old', 'new'];
  const { client, seen } = scriptedClient(
    [
      { status: 503, body: { code: 'x', message: 'No.' } },
      { status: 200, body: EMPTY_PAGE },
    ],
    { key: () => Promise.resolve(keys.shift()) },
  );
  await client.listActions({});
  assert.deepEqual(
    seen.map(one => one.headers['authorization']),
    ['Bearer old', 'Bearer new'],
  );
});

it('a request of the client fails without a key, and never reveals one', async () => {
  const none = scriptedClient([], { key: () => Promise.resolve(undefined) });
  assert.equal((await failureOf(none.client.listModels({}))).failure.kind, 'missingKey');
  const empty = scriptedClient([], { key: () => Promise.resolve('') });
  assert.equal((await failureOf(empty.client.listModels({}))).failure.kind, 'missingKey');
  const { client, exchanges } = scriptedClient([{ status: 400, body: { code: 'x', message: 'No.' } }]);
  const error = await failureOf(client.listActions({}));
  assert.doesNotMatch(inspect(error, { depth: 9 }) + JSON.stringify(exchanges), /secret-canary-key/);
});
