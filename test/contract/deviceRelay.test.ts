import assert from 'node:assert/strict';
import { request as sendRaw } from 'node:http';
import { Agent } from 'undici';
import { createClient } from '../../src/client/client.ts';
import { type DeviceRelay, startDeviceRelay } from '../../src/client/deviceRelay.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { BUDGETS } from '../../src/util/budgets.ts';
import { type Answer, faults, FaultyServer, json } from '../support/faultyServer.ts';
import { type TestSandbox, testSandbox } from '../support/sandbox.ts';

const KEY = 'sk_far_9f2e1c7b5a';
const deviceId = demoDeviceId('phone');
const otherId = demoDeviceId('tablet');

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

describe('deviceRelay', () => {
  const dispatcher = new Agent();
  let relay: DeviceRelay;
  /** Every reply of the relay and every exchange of its client in this file. */
  const seen: string[] = [];

  after(() => dispatcher.destroy());

  async function start(baseUrl: string, keyOf = (): string | undefined => KEY): Promise<void> {
    const key = (): Promise<string | undefined> => Promise.resolve(keyOf());
    const client = createClient({
      ...{ baseUrl, key, dispatcher, random: () => 0 },
      wait: () => Promise.resolve(),
      onExchange: exchange => seen.push(JSON.stringify(exchange)),
    });
    relay = await startDeviceRelay({
      name: 'Far',
      key,
      client: async () => ((await key()) === undefined ? undefined : client),
      hasDevice: id => id === deviceId,
    });
  }

  /** Sends a request whose path is not normalized. */
  function send(
    method: string,
    path: string,
    { body, ...headers }: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    const { port } = new URL(relay.baseUrl);
    const type =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const authorization = `Bearer ${relay.token}`;
    return new Promise((resolve, reject) => {
      const outgoing = sendRaw(
        { host: '127.0.0.1', port, method, path, headers: { authorization, ...type, ...headers } },
        response => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(parts).toString('latin1');
            seen.push(text, JSON.stringify(response.headers));
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  const device = (rest: string): string => `/devices/${deviceId}${rest}`;

  describe('deviceRelay: to a sandbox', () => {
    let far: TestSandbox;

    before(async () => {
      far = await testSandbox({ key: KEY, timeScale: 0 });
      await start(far.baseUrl);
    });
    after(async () => {
      await relay.close();
      await far.stop();
    });

    it('a relay forwards the routes of a device, and binds to this computer', async () => {
      assert.equal(new URL(relay.baseUrl).hostname, '127.0.0.1');
      const { status, text } = await send('GET', device('/ui-state'));
      assert.equal(status, 200);
      assert.match(text, /org\.sandbox\.launcher/);
      const picture = await send('GET', device('/screenshot?hideOverlay=true'));
      assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/png']);
      assert.equal((await send('POST', device('/tap'), { body: '{"x":1,"y":1}' })).status, 204);
      assert.equal((await send('PUT', device('/apps/org.sandbox.maps'), { body: '{}' })).status, 204);
      assert.equal((await send('GET', device('/ui-state'), { 'x-device-display-id': '7' })).status, 422);
    });

    it('a relay passes errors on with their codes', async () => {
      const { status, text } = await send('PUT', device('/apps/com.example.missing'), { body: '{}' });
      assert.equal(status, 404);
      assert.match(text, /"code":"app_not_installed"/);
    });

    it('a relay leaves out what the record of a device has beside its state', async () => {
      const { text } = await send('GET', device(''));
      assert.deepEqual(Object.keys(JSON.parse(text) as object).toSorted(), [
        ...['id', 'name', 'state', 'stateMessage', 'type'],
      ]);
    });

    it('a relay answers only to its token', async () => {
      const before = far.service.store.phones.get(deviceId);
      for (const authorization of ['', 'Bearer', `Bearer ${KEY}`, `Bearer ${relay.token}x`, relay.token]) {
        const { status, text } = await send('POST', device('/tap'), { authorization, body: '{"x":1,"y":1}' });
        assert.equal(status, 401);
        assert.match(text, /token of the relay is wrong/);
      }
      assert.deepEqual(far.service.store.phones.get(deviceId), before);
    });

    it('a relay forwards no other device, route, method, or query', async () => {
      seen.length = 0;
      for (const [method, path] of [
        ['GET', `/devices/${otherId}/ui-state`],
        ['GET', `/devices/${deviceId.toUpperCase()}/ui-state`],
        ['GET', '/devices'],
        ['GET', '/flows'],
        ['DELETE', device('')],
        ['POST', device('/reset')],
        ['GET', device('/fingerprint')],
        ['POST', device('/stop')],
        ['POST', '/_control/faults'],
        ['GET', device('/ui-state?other=1')],
        ['GET', device('/ui-state?filter=true&filter=false')],
        ['GET', device('/files?path=/sdcard&path=/etc')],
      ] as const) {
        const { status } = await send(method, path);
        assert.ok(status === 404 || status === 400, `${method} ${path}: ${status}`);
      }
      assert.ok(!seen.some(line => line.includes('"operation"')), 'nothing reached the service');
    });

    it('a relay forwards no path that could lead to another one', async () => {
      seen.length = 0;
      for (const path of [
        device('/../../flows'),
        device('/apps/../ui-state'),
        device('//ui-state'),
        device('/ui-state/'),
        device('/ui%2Dstate'),
        `/devices/${otherId}%2F..%2F${deviceId}/ui-state`,
        `/devices/${deviceId}%2Fui-state`,
        `//evil.example/devices/${deviceId}/ui-state`,
        `http://evil.example/devices/${deviceId}/ui-state`,
        `/v1/devices/${deviceId}/ui-state`,
        '',
        '/',
        '*',
      ])
        assert.equal((await send('GET', path)).status, 404, path);
      for (const name of ['..', '.', '%2e%2e', 'a%2Fb', 'a%5Cb', 'a%00b', '%', ''])
        assert.equal((await send('PUT', device(`/apps/${name}`), { body: '{}' })).status, 404, name);
      assert.ok(!seen.some(line => line.includes('"operation"')), 'nothing reached the service');
    });

    it('a relay takes no body that is too large, of another form, or not expected', async () => {
      const large = JSON.stringify({ text: 'x'.repeat(BUDGETS.request.bytes) });
      for (const [method, path, body, expected] of [
        ['POST', '/keyboard', large, 413],
        ['POST', '/keyboard', '{"text":', 400],
        ['POST', '/keyboard', '{"text":5}', 400],
        ['POST', '/files?path=/sdcard/Download', '{}', 400],
        ['GET', '/ui-state', '{}', 413],
      ] as const)
        assert.equal((await send(method, device(path), { body })).status, expected, path);
    });

    it('a relay that was closed answers no more', async () => {
      const other = relay;
      await start(far.baseUrl);
      await relay.close();
      await assert.rejects(send('GET', device('/ui-state')), /ECONNREFUSED/);
      relay = other;
    });
  });

  describe('deviceRelay: to a server that misbehaves', () => {
    let server: FaultyServer;
    let keys: (string | undefined)[];

    beforeEach(async () => {
      server = await new FaultyServer().start();
      keys = [];
      await start(server.baseUrl, () => (keys.length > 0 ? keys[0] : KEY));
    });
    afterEach(async () => {
      await relay.close();
      await server.stop();
    });

    it('a relay repeats what reads, and never what acts', async () => {
      server.answer = json(503, { message: 'Busy.' });
      assert.equal((await send('GET', device('/location'))).status, 503);
      assert.equal(server.requests.length, 3);
      for (const [method, path] of [
        ['PUT', '/apps/com.example.shop'],
        ['DELETE', '/apps/com.example.shop'],
        ['POST', '/tap'],
      ] as const) {
        server.requests.length = 0;
        const body = method === 'DELETE' ? {} : { body: '{"x":1,"y":1}' };
        assert.equal((await send(method, device(path), body)).status, 503);
        assert.equal(server.requests.length, 1);
      }
    });

    it('a relay passes on how long to wait', async () => {
      server.answer = json(429, { message: 'Slow down.' }, { 'retry-after': '7' });
      const { status, headers } = await send('POST', device('/tap'), { body: '{"x":1,"y":1}' });
      assert.deepEqual([status, headers['retry-after']], [429, '7']);
    });

    it('a relay follows no redirect', async () => {
      const other = await new FaultyServer().start();
      try {
        server.answer = (_, response) => response.writeHead(307, { location: `${other.baseUrl}/x` }).end();
        for (const path of ['/ui-state', '/screenshot', '/files/download?path=/sdcard/a'])
          assert.equal((await send('GET', device(path))).status, 502);
        assert.deepEqual(other.requests, []);
      } finally {
        await other.stop();
      }
    });

    it('a relay answers hostile replies with an error', async () => {
      const nodes = Array.from({ length: 100_000 }, () => ({
        text: 'x',
        hint: 'y',
        className: 'z',
        isFocused: true,
      }));
      for (const [path, answer, expected] of [
        ['/ui-state', faults.html, 502],
        ['/ui-state', faults.cutOff, 502],
        ['/ui-state', json(200, { a11y_tree: { children: nodes } }), 502],
        ['/screenshot', json(200, {}), 502],
        [
          '/screenshot',
          (_, response) => response.writeHead(200).end(Buffer.alloc(BUDGETS.reply.bytes + 1)),
          502,
        ],
        ['/ui-state', faults.missing, 404],
        ['/ui-state', faults.unauthorized, 401],
      ] as const satisfies readonly (readonly [string, Answer, number])[]) {
        server.answer = answer;
        assert.equal((await send('GET', device(path))).status, expected, path);
      }
    });

    it('a relay never passes the key on, whatever the service sends', async () => {
      seen.length = 0;
      server.answer = faults.echo;
      assert.equal((await send('GET', device('/clipboard'))).status, 503);
      const echo: Answer = (request, response) => {
        const { authorization = '' } = request.headers;
        json(200, { text: authorization, locale: authorization })(request, response);
      };
      server.answer = echo;
      for (const path of ['/clipboard', '/language', '/files/download?path=/sdcard/a'])
        assert.equal((await send('GET', device(path))).status, 502, path);
      server.answer = (request, response) => {
        const said = { code: request.headers.authorization, message: request.headers.authorization };
        json(422, said, { 'x-trace-id': request.headers.authorization ?? '' })(request, response);
      };
      assert.equal((await send('POST', device('/tap'), { body: '{"x":1,"y":1}' })).status, 422);
      assert.ok(seen.length > 0);
      assert.ok(!seen.join('\n').includes(KEY));
    });

    it('a relay without a key says so, and one whose service is gone, too', async () => {
      keys = [undefined];
      const { status, text } = await send('GET', device('/ui-state'));
      assert.equal(status, 401);
      assert.match(text, /missing_key/);
      assert.deepEqual(server.requests, []);
      keys = [];
      await server.stop();
      const gone = await send('GET', device('/ui-state'));
      assert.equal(gone.status, 502);
      assert.match(gone.text, /service_unreachable/);
      await server.start();
    });
  });
});
