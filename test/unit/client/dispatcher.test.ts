import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net';
import { promisify } from 'node:util';
import type { Dispatcher } from 'undici';
import { type Client, createClient } from '../../../src/client/client.ts';
import { createDispatcher } from '../../../src/client/dispatcher.ts';
import { DIRECT, type ProxyPolicy } from '../../../src/client/proxyPolicy.ts';
import { proxyFor } from '../../../src/client/proxyRoute.ts';
import { ACTION, actions, faults, FaultyServer } from '../../support/faultyServer.ts';
import { MAX_BODY_BYTES } from '../../../src/client/readBody.ts';
import { failureOf } from '../../support/mockService.ts';

const UNPROXIED: ProxyPolicy = { ...DIRECT, support: true };

function clientFor(
  baseUrl: string,
  policy: Partial<ProxyPolicy> = {},
): { client: Client; end: () => Promise<void> } {
  const dispatcher = createDispatcher({ ...UNPROXIED, ...policy });
  const wait = (): Promise<void> => Promise.resolve();
  const client = createClient({ baseUrl, dispatcher, wait, key: () => Promise.resolve('k') });
  return { client, end: () => dispatcher.destroy() };
}

describe('client/dispatcher: dispatcher', () => {
  let server: FaultyServer;

  beforeEach(async () => {
    server = await new FaultyServer().start();
  });

  afterEach(() => server.stop());

  it('the dispatcher reuses its connections for later requests', async () => {
    const { client, end } = clientFor(server.baseUrl);
    const ports = new Set<number | undefined>();
    server.answer = (request, response) => {
      ports.add(request.socket.remotePort);
      actions(ACTION)(request, response);
    };
    for (let count = 0; count < 10; count++) await client.listActions({});
    await end();
    // The first connection may not be free yet for an immediate second request.
    assert.ok(ports.size <= 2, `${ports.size} connections for 10 requests`);
  });

  it('the dispatcher reports a body that ends early', async () => {
    const { client, end } = clientFor(server.baseUrl);
    server.answer = faults.cutOff;
    const { failure } = await failureOf(client.listActions({}));
    await end();
    assert.deepEqual(failure, { kind: 'cutOff', status: 200 });
    assert.equal(server.requests.length, 3);
  });

  it('the dispatcher reports a refused connection', async () => {
    const closed = await new FaultyServer().start();
    const { client, end } = clientFor(closed.baseUrl);
    await closed.stop();
    assert.equal((await failureOf(client.listActions({}))).failure.kind, 'connectionRefused');
    await end();
  });

  it('the dispatcher stops waiting for headers after a timeout or a cancellation', async () => {
    const { client, end } = clientFor(server.baseUrl);
    server.answer = () => undefined;
    const slow = await failureOf(client.listActions({}, { timeoutMs: 50 }));
    assert.deepEqual(slow.failure, { kind: 'timeout', ms: 50 });
    const control = new AbortController();
    const arrived = new Promise<void>(resolve => {
      server.answer = () => resolve();
    });
    const call = failureOf(client.listActions({}, { signal: control.signal }));
    await arrived;
    control.abort();
    assert.equal((await call).failure.kind, 'cancelled');
    await end();
  });

  it('the dispatcher cancels while a body is received', async () => {
    const { client, end } = clientFor(server.baseUrl);
    const control = new AbortController();
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"items":');
      control.abort();
    };
    const { failure } = await failureOf(client.listActions({}, { signal: control.signal }));
    await end();
    assert.equal(failure.kind, 'cancelled');
  });

  it('the dispatcher reports a chunked body and a stream of events that end early', async () => {
    const { client, end } = clientFor(server.baseUrl);
    let cut = (): void => undefined;
    server.answer = (request, response) => {
      const events = request.url?.endsWith('/attach') === true;
      cut = () => request.socket.destroySoon();
      response.writeHead(200, { 'content-type': events ? 'text/event-stream' : 'application/json' });
      // An event that is not read yet when the stream breaks off may be lost with it.
      if (events) response.write('data: first\n\n');
      else response.write('{"items":[', cut);
    };
    const chunked = await failureOf(client.listActions({}));
    const { value } = await client.attachTask({ params: { task_id: ACTION.id } });
    const seen: string[] = [];
    const streamed = await failureOf(
      (async () => {
        for await (const { data } of value) {
          seen.push(data);
          cut();
        }
      })(),
    );
    await end();
    assert.deepEqual(chunked.failure, { kind: 'cutOff', status: 200 });
    assert.deepEqual(seen, ['first']);
    assert.deepEqual(streamed.failure, { kind: 'cutOff', status: 200 });
    assert.equal(streamed.operation, 'attachTask');
  });

  it('the dispatcher cancels a stream of events', async () => {
    const { client, end } = clientFor(server.baseUrl);
    const control = new AbortController();
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
    };
    const { signal } = control;
    const { value } = await client.attachTask({ params: { task_id: ACTION.id } }, { signal });
    const error = await failureOf(
      (async () => {
        for await (const event of value) {
          assert.equal(event.data, 'first');
          control.abort();
        }
      })(),
    );
    await end();
    assert.equal(error.failure.kind, 'cancelled');
  });

  it('the dispatcher reads no more of a body than the maximum size', async () => {
    const { client, end } = clientFor(server.baseUrl);
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(Buffer.alloc(MAX_BODY_BYTES + 1, ' '));
    };
    const { failure } = await failureOf(client.listActions({}));
    await end();
    assert.deepEqual(failure, { kind: 'tooLarge', status: 200, limitBytes: MAX_BODY_BYTES });
    assert.equal(server.requests.length, 1);
  });

  it('the dispatcher never follows a redirect, so the key is sent to no other address', async () => {
    const { client, end } = clientFor(server.baseUrl);
    const location = `${server.baseUrl}/elsewhere`;
    for (const status of [301, 302, 303, 307, 308]) {
      server.answer = (_, response) => response.writeHead(status, { location }).end();
      assert.deepEqual((await failureOf(client.listActions({}))).failure, { kind: 'redirected', status });
    }
    await end();
    assert.ok(server.requests.every(request => request === 'GET /v1/actions'));
    assert.equal(server.requests.length, 5);
  });

  it('the dispatcher connects through the proxy with its credentials, with a tunnel', async () => {
    const asked: string[] = [];
    const proxy = createServer().listen(0, '127.0.0.1');
    proxy.on('connect', (request, socket) => {
      asked.push(`${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`);
      const onward = connect(new URL(server.baseUrl).port as unknown as number, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      for (const end of [onward, socket]) end.on('error', () => undefined);
    });
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const { client, end } = clientFor('http://service.example/v1', {
      proxy: `http://127.0.0.1:${port}`,
      authorization: 'Basic abc',
    });
    const reply = await client.listActions({});
    await end();
    proxy.close();
    assert.equal(reply.value.items?.length, 1);
    assert.deepEqual(asked, ['service.example:80 Basic abc']);
  });

  for (const [status, what] of [
    [407, 'requires a user name and a password, in its address or in http.proxyAuthorization'],
    [403, 'does not allow connections to the service'],
    [502, 'could not reach the service'],
    [400, 'refused to connect'],
  ] as const)
    it(`the dispatcher says that a proxy responded with ${status}, and not that the service failed`, async () => {
      const proxy = createServer().listen(0, '127.0.0.1');
      proxy.on('connect', (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`));
      await once(proxy, 'listening');
      const { port } = proxy.address() as AddressInfo;
      const { client, end } = clientFor('http://service.example/v1', {
        proxy: `http://a:b@127.0.0.1:${port}`,
      });
      const error = await failureOf(client.listActions({}));
      await end();
      proxy.close();
      assert.deepEqual(error.failure, {
        kind: 'proxy',
        proxyStatus: status,
        code: undefined,
        sentence: `The proxy 127.0.0.1:${port} ${what} (${status}).`,
      });
      assert.equal(error.retryable, status === 502);
    });

  for (const scheme of ['http', 'socks5h', 'SOCKS5'])
    it(`the dispatcher says that a proxy does not respond at its ${scheme} address`, async () => {
      const closed = createServer().listen(0, '127.0.0.1');
      await once(closed, 'listening');
      const { port } = closed.address() as AddressInfo;
      closed.close();
      const host = `127.0.0.1:${port}`;
      const { client, end } = clientFor('http://service.example/v1', { proxy: `${scheme}://${host}` });
      const { failure } = await failureOf(client.listActions({}));
      await end();
      assert.deepEqual(failure, {
        kind: 'proxy',
        proxyStatus: undefined,
        code: 'ECONNREFUSED',
        sentence: `The proxy ${host} does not respond (ECONNREFUSED).`,
      });
    });

  it('the dispatcher connects through a SOCKS proxy, which gets the name of the service', async () => {
    const asked: string[] = [];
    const proxy = createNetServer(socket => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(Buffer.of(5, 0));
        socket.once('data', request => {
          asked.push(request.subarray(5, 5 + (request[4] ?? 0)).toString());
          const onward = connect(Number(new URL(server.baseUrl).port), '127.0.0.1', () => {
            socket.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
            onward.pipe(socket).pipe(onward);
          });
          onward.on('error', () => undefined);
        });
      });
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const { client, end } = clientFor('http://service.example/v1', { proxy: `socks5h://127.0.0.1:${port}` });
    const reply = await client.listActions({});
    await end();
    proxy.close();
    assert.equal(reply.value.items?.length, 1);
    assert.deepEqual(asked, ['service.example']);
  });

  it('the dispatcher closes with a promise or a callback, and opens new connections for later requests', async () => {
    const dispatcher = createDispatcher(DIRECT);
    const client = createClient({ baseUrl: server.baseUrl, dispatcher, key: () => Promise.resolve('k') });
    const ends: (() => Promise<void>)[] = [
      () => dispatcher.close(),
      () => dispatcher.destroy(),
      () => dispatcher.destroy(null),
      () => new Promise(resolve => dispatcher.close(resolve)),
      () => new Promise(resolve => dispatcher.destroy(resolve)),
      () => new Promise(resolve => dispatcher.destroy(null, resolve)),
    ];
    for (const end of ends) {
      assert.equal((await client.listActions({})).status, 200);
      const ended: unknown = end();
      assert.ok(ended instanceof Promise);
      await ended;
    }
  });

  it('the dispatcher aborts pending requests with the given reason when it is destroyed', async () => {
    const reason = new Error('The window closes.');
    const ends: ((dispatcher: Dispatcher) => Promise<void>)[] = [
      dispatcher => dispatcher.destroy(reason),
      dispatcher => new Promise(resolve => dispatcher.destroy(reason, resolve)),
    ];
    for (const end of ends) {
      const dispatcher = createDispatcher(DIRECT);
      const arrived = new Promise<void>(resolve => {
        server.answer = () => resolve();
      });
      const request = dispatcher.request({
        origin: new URL(server.baseUrl).origin,
        path: '/',
        method: 'GET',
      });
      const broken = assert.rejects(request, reason);
      await arrived;
      await end(dispatcher);
      await broken;
    }
  });

  it('the dispatcher does not change the process-wide dispatcher', async () => {
    const script = `
      const slots = () => [1, 2].map(n => globalThis[Symbol.for('undici.globalDispatcher.' + n)]);
      const { createDispatcher } = await import('./src/client/dispatcher.ts');
      createDispatcher(${JSON.stringify(DIRECT)});
      const loaded = slots();
      const { Agent } = await import('undici');
      const answer = await fetch(process.argv[1]);
      console.log(JSON.stringify({
        filled: loaded.map(slot => slot !== undefined),
        ours: loaded.some(slot => slot instanceof Agent),
        kept: slots().every((slot, index) => slot === loaded[index]),
        fetched: answer.status,
      }));`;
    const host = `
      await fetch(process.argv[1]);
      const slots = [1, 2].map(n => globalThis[Symbol.for('undici.globalDispatcher.' + n)]);
      console.log(JSON.stringify(slots.map(slot => slot !== undefined)));`;
    // Each runs in a separate process with unmodified dispatcher slots.
    const run = async (text: string): Promise<unknown> => {
      const args = ['--input-type=module', '--eval', text, server.baseUrl];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      return JSON.parse(stdout) as unknown;
    };
    const filled = await run(host);
    assert.deepEqual(await run(script), { filled, ours: false, kept: true, fetched: 200 });
  });
});

describe('client/dispatcher: route of a request', () => {
  const proxy = 'http://proxy.example:3128';
  const cases: [origin: string, policy: Partial<ProxyPolicy>, expected: string | undefined][] = [
    ['https://api.example', {}, undefined],
    ['https://api.example', { proxy }, proxy],
    ['https://api.example', { proxy, support: false }, undefined],
    ['http://localhost:1', { proxy }, undefined],
    ['http://127.0.0.1:1', { proxy }, undefined],
    ['http://[::1]:1', { proxy }, undefined],
    ['https://127.0.0.1.example', { proxy }, proxy],
    ['https://api.example', { proxy, noProxy: ['api.example'] }, undefined],
    ['https://api.example', { proxy, noProxy: ['.example'] }, undefined],
    ['https://api.example', { proxy, noProxy: ['*.example'] }, undefined],
    ['https://api.example', { proxy, noProxy: ['pi.example'] }, proxy],
    ['https://api.example', { proxy, noProxy: ['api.example:8443'] }, proxy],
    ['https://api.example:8443', { proxy, noProxy: ['api.example:8443'] }, undefined],
    ['https://api.example', { proxy, noProxy: ['*'] }, undefined],
    ['https://api.example', { proxy, environment: { NO_PROXY: 'x, api.example' } }, undefined],
    ['https://api.example', { environment: { HTTPS_PROXY: proxy } }, proxy],
    ['https://api.example', { environment: { https_proxy: 'proxy.example:3128' } }, proxy],
    ['https://api.example', { environment: { HTTP_PROXY: proxy } }, undefined],
    ['http://api.example', { environment: { http_proxy: proxy } }, proxy],
    ['https://api.example', { proxy, environment: { NO_PROXY: 'x  api.example' } }, undefined],
    ['https://api.example', { proxy, noProxy: ['x,api.example'] }, undefined],
    ['https://api.example', { proxy, noProxy: ['api.example.'] }, undefined],
    ['https://api.example.', { proxy, noProxy: ['.example'] }, undefined],
    ['https://10.1.2.3', { proxy, noProxy: ['10.0.0.0/8'] }, undefined],
    ['https://11.1.2.3', { proxy, noProxy: ['10.0.0.0/8'] }, proxy],
    ['https://10.1.2.3', { proxy, noProxy: ['10.0.0.0/33', '10.0.0.0/', 'x/8', '::/0'] }, proxy],
    ['https://[fd00::1]', { proxy, noProxy: ['fd00::/8'] }, undefined],
    ['https://[fd00::1]', { proxy, noProxy: ['fd00::1'] }, undefined],
    ['https://[fd00::1]:8443', { proxy, noProxy: ['[fd00::1]:8443'] }, undefined],
    ['https://[fd00::1]', { proxy, noProxy: ['[fd00::2]'] }, proxy],
    ['https://10.1.2.3', { proxy, noProxy: ['10.*'] }, undefined],
    ['https://110.1.2.3', { proxy, noProxy: ['10.*'] }, proxy],
    ['https://api-2.example', { proxy, noProxy: ['api-*.example'] }, undefined],
    ['https://a.b.c.example', { proxy, noProxy: ['a*c*example'] }, undefined],
    ['https://a.b.c.example', { proxy, noProxy: ['a*c*b*'] }, proxy],
    ['https://aba', { proxy, noProxy: ['ab*ba'] }, proxy],
    [`https://${'a'.repeat(60)}`, { proxy, noProxy: [`${'*a'.repeat(60)}*b`] }, proxy],
    ['https://1.10.1.2.3.example', { proxy, noProxy: ['10.1.2.3'] }, proxy],
    ['https://intranet', { proxy, noProxy: ['<local>'] }, undefined],
    ['https://api.example', { proxy, noProxy: ['<local>', '.', '*.'] }, proxy],
    ['https://api.example', { proxy, noProxy: ['https://api.example'] }, undefined],
    ['https://api.example', { proxy: 'socks5h://proxy.example:1080' }, 'socks5://proxy.example:1080'],
  ];
  for (const [origin, policy, expected] of cases) {
    it(`the route of a request to ${origin} with ${JSON.stringify(policy)} is ${expected ?? 'direct'}`, () => {
      assert.equal(proxyFor(new URL(origin), { ...UNPROXIED, ...policy }), expected);
    });
  }
});
