import assert from 'node:assert/strict';
import { Agent } from 'undici';
import { createClient } from '../../../../src/client/client.ts';
import { tryAddress } from '../../../../src/commands/connections/tryAddress.ts';
import { type Answer, faults, FaultyServer, json } from '../../../support/faultyServer.ts';

describe('commands/connections/tryAddress', () => {
  const dispatcher = new Agent();
  let server: FaultyServer;
  let keys: unknown[];

  beforeEach(async () => {
    server = await new FaultyServer().start();
    keys = [];
  });

  afterEach(async () => {
    await server.stop();
  });

  after(async () => {
    await dispatcher.destroy();
  });

  function tried(answer: Answer = server.answer): Promise<string | undefined> {
    server.answer = (request, response) => {
      keys.push(request.headers.authorization);
      answer(request, response);
    };
    const client = createClient({
      baseUrl: server.baseUrl,
      isKeyless: true,
      key: () => assert.fail('The key is read.'),
      dispatcher,
      wait: () => Promise.resolve(),
    });
    return tryAddress(client, new AbortController().signal);
  }

  it('the check of the address of a new connection sends one read request without a key', async () => {
    assert.equal(await tried(), undefined);
    assert.deepEqual(server.requests, ['GET /v1/actions?pageSize=1']);
    assert.deepEqual(keys, [undefined]);
  });

  it('the check of the address of a new connection accepts a service that asks for a key or for a pause', async () => {
    for (const answer of [
      faults.unauthorized,
      json(403, {}),
      faults.limited,
      ((_, response) => response.writeHead(401).end()) satisfies Answer,
    ])
      assert.equal(await tried(answer), undefined);
    assert.deepEqual(new Set(keys), new Set([undefined]));
  });

  it('the check of the address of a new connection says that something else responds, and how to go on', async () => {
    const goOn = / Press Enter again to use this address anyway\.$/;
    for (const [answer, text] of [
      [faults.html, /^A proxy or a network sign-in page responded instead of the service\./],
      [
        faults.missing,
        /^Nothing was found at this address\. A base URL ends with the version, such as \/v1\./,
      ],
      [faults.broken, /^The service failed \(500\): The database is away\. Press/],
      [json(200, { hello: 'world' }), /^The response does not match the interface/],
    ] as const) {
      const said = (await tried(answer)) ?? '';
      assert.match(said, text);
      assert.match(said, goOn);
    }
  });

  it('the check of the address of a new connection says that nothing responds', async () => {
    await server.stop();
    assert.match(
      (await tried()) ?? '',
      /^No service responds at the address of this connection\. Press Enter/,
    );
    await server.start();
  });
});
