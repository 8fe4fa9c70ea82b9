import assert from 'node:assert/strict';
import type { Dispatcher } from 'undici';
import { sendOnce } from '../../../src/client/sendOnce.ts';
import type { RequestParts } from '../../../src/client/request.ts';
import { createSandboxClient } from '../../../src/client/sandboxClient.ts';
import type { ClientSettings } from '../../../src/client/settings.ts';
import { type OperationId, operations } from '../../../src/contract/operations.ts';
import { sandboxOperations } from '../../../src/contract/sandboxOperations.ts';

const REQUEST: RequestParts = {
  origin: 'https://service.example',
  path: '/flows',
  target: '/v1/flows',
  headers: { accept: 'application/json' },
  body: undefined,
};

interface Sent {
  readonly settings: ClientSettings;
  readonly sent: Dispatcher.RequestOptions[];
}

/** Settings with a dispatcher that gives every response the same headers, and the recorded requests. */
function recording(headers: Record<string, string | string[] | undefined> = {}): Sent {
  const sent: Dispatcher.RequestOptions[] = [];
  const dispatcher = {
    request: (options: Dispatcher.RequestOptions) => {
      sent.push(options);
      return Promise.resolve({ statusCode: 204, headers, body: [] });
    },
  };
  const settings: ClientSettings = {
    baseUrl: 'https://service.example/v1',
    key: () => Promise.resolve('KEY'),
    dispatcher: dispatcher as unknown as Dispatcher,
  };
  return { settings, sent };
}

async function sentFor(id: OperationId, options = {}): Promise<Dispatcher.RequestOptions> {
  const { settings, sent } = recording();
  await sendOnce(settings, operations[id], REQUEST, 'KEY', options);
  return sent[0]!;
}

describe('client/attempt: one attempt of a request', () => {
  it('one attempt of a request sends the built request with the key, and uses the default timeouts', async () => {
    const sent = await sentFor('listFlows');
    assert.deepEqual(sent, {
      origin: 'https://service.example',
      path: '/v1/flows',
      method: 'GET',
      headers: { accept: 'application/json', authorization: 'Bearer KEY' },
      body: null,
      headersTimeout: 60_000,
      bodyTimeout: 60_000,
      signal: null,
    });
  });

  it('one attempt of a request waits longer for a device to be ready, longest for the next event, or as long as the caller sets', async () => {
    assert.equal((await sentFor('waitForDevice')).headersTimeout, 600_000);
    assert.equal((await sentFor('attachTask')).bodyTimeout, 900_000);
    assert.equal((await sentFor('waitForDevice', { timeoutMs: 5 })).headersTimeout, 5);
    const { signal } = new AbortController();
    assert.equal((await sentFor('listFlows', { signal })).signal, signal);
  });

  it('one attempt of a request sends the product name if there is one, and the body', async () => {
    const { settings, sent } = recording();
    const request = { ...REQUEST, body: '{}' };
    await sendOnce({ ...settings, userAgent: 'tool/1' }, operations.listFlows, request, 'KEY', {});
    assert.deepEqual(
      [(sent[0]!.headers as Record<string, string>)['user-agent'], sent[0]!.body],
      ['tool/1', '{}'],
    );
  });

  it('one attempt of a request ignores a trace that contains the key', async () => {
    const { settings } = recording({ 'X-Trace-Id': 'a KEY', 'x-request-id': 'KEY', 'content-type': 'KEY' });
    const { headers } = await sendOnce(settings, operations.listFlows, REQUEST, 'KEY', {});
    assert.deepEqual(headers, { 'x-trace-id': 'a ••••••', 'x-request-id': '••••••', 'content-type': 'KEY' });
  });

  it('one attempt of a request reads headers by lower-case names, and repeated headers as a list', async () => {
    const { settings } = recording({ 'X-Trace-Id': 't', 'set-cookie': ['a', 'b'], none: undefined });
    const answer = await sendOnce(settings, operations.listFlows, REQUEST, 'KEY', {});
    assert.deepEqual([answer.status, answer.headers], [204, { 'x-trace-id': 't', 'set-cookie': 'a, b' }]);
  });
});

describe('client/attempt: client of the sandbox operations before any response', () => {
  it('a client of the sandbox operations before any response has a method for each operation, whose path starts at the root of the server', async () => {
    const { settings, sent } = recording();
    const client = createSandboxClient(settings);
    assert.deepEqual(Object.keys(client), Object.keys(sandboxOperations));
    const deviceId = '0f8fad5b-d9cb-469f-a165-70867728950e';
    await client.disconnectDevice({ params: { deviceId } }).catch(() => undefined);
    const { path } = sandboxOperations.disconnectDevice;
    assert.equal(sent[0]?.path, path.replace('{deviceId}', deviceId));
    assert.equal(sent[0].origin, 'https://service.example');
  });
});
