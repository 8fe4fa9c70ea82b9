import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Dispatcher } from 'undici';
import { createDispatcher } from '../../../src/client/dispatcher.ts';
import { readLinked } from '../../../src/client/readLinked.ts';
import { UiState } from '../../../src/contract/records/uiState.ts';
import { portOf } from '../../../src/util/loopback.ts';

describe('what an address of a service links to', () => {
  let server: Server;
  let dispatcher: Dispatcher;
  let origin: string;
  let seen: IncomingMessage[];
  let respond: (response: ServerResponse) => void;

  before(async () => {
    server = createServer((request, response) => {
      seen.push(request);
      respond(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${portOf(server)}`;
    dispatcher = createDispatcher({
      ...{ support: false, proxy: undefined, noProxy: [], strictSSL: true, authorization: undefined },
      ...{ systemCertificates: false, environment: {} },
    });
  });

  beforeEach(() => {
    seen = [];
    respond = response => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ phone_state: { packageName: 'a.b' } }));
    };
  });

  after(async () => {
    await dispatcher.close();
    server.close();
  });

  function read(address: string, baseUrl = `${origin}/v1`): Promise<UiState> {
    const key = (): Promise<string> => assert.fail('The key is read.');
    return readLinked({ baseUrl, key, dispatcher }, address, UiState);
  }

  it('is read without the key', async () => {
    assert.equal((await read(`${origin}/states/1.json?sig=a%20b`)).phone_state?.packageName, 'a.b');
    const [request] = seen;
    assert.equal(request?.url, '/states/1.json?sig=a%20b');
    assert.equal(request.headers.authorization, undefined);
  });

  it('is not read from a private address, or from this computer for a service elsewhere', async () => {
    const elsewhere = 'https://service.example/v1';
    for (const [address, baseUrl] of [
      [`${origin}/x`, elsewhere],
      ['https://10.0.0.1/x', elsewhere],
      ['https://10.0.0.1/x', undefined],
      ['http://states.example/x', undefined],
      ['x', undefined],
    ] as const)
      await assert.rejects(read(address, baseUrl), /^Error: The address of a UI state must /);
    assert.equal(seen.length, 0);
  });

  it('is not read behind a redirect, nor in another form', async () => {
    respond = response => {
      response.writeHead(302, { location: `${origin}/elsewhere` });
      response.end();
    };
    await assert.rejects(read(`${origin}/states/1.json`));
    assert.equal(seen.length, 1);
    respond = response => {
      response.end('<html>');
    };
    await assert.rejects(read(`${origin}/states/2.json`));
  });
});
