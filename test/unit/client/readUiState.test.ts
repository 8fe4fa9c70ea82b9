import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { inspect } from 'node:util';
import type { Dispatcher } from 'undici';
import { createDispatcher } from '../../../src/client/dispatcher.ts';
import { DIRECT } from '../../../src/client/proxyPolicy.ts';
import { ApiError } from '../../../src/client/failure.ts';
import { readUiState } from '../../../src/client/readUiState.ts';
import type { UiState } from '../../../src/contract/records/uiState.ts';
import { portOf } from '../../../src/util/loopback.ts';

describe('client/readUiState', () => {
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
    dispatcher = createDispatcher(DIRECT);
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
    return readUiState({ baseUrl, key, dispatcher }, address);
  }

  it('a UI state at an address of a service is read without the key', async () => {
    assert.equal((await read(`${origin}/states/1.json?sig=a%20b`)).phone_state?.packageName, 'a.b');
    const [request] = seen;
    assert.equal(request?.url, '/states/1.json?sig=a%20b');
    assert.equal(request.headers.authorization, undefined);
  });

  it('a UI state at an address of a service is read at an address with braces, which are encoded', async () => {
    await read(`${origin}/{a}/1.json?filter={b}&sig={c}`);
    assert.equal(seen[0]?.url, '/%7Ba%7D/1.json?filter=%7Bb%7D&sig=%7Bc%7D');
  });

  it('a UI state at an address of a service fails without the body of an error, which may repeat the address', async () => {
    for (const [type, body] of [
      ['application/xml', '<Error>canary-sig</Error>'],
      ['application/json', '{"code":"canary-sig","message":"canary-sig","traceId":"canary-sig"}'],
    ] as const) {
      respond = response => {
        response.writeHead(403, { 'content-type': type });
        response.end(body);
      };
      await assert.rejects(read(`${origin}/states/1.json?sig=canary-sig`), error => {
        assert.doesNotMatch(inspect(error), /canary-sig/);
        return error instanceof ApiError && error.status === 403;
      });
    }
  });

  it('a UI state at an address of a service is not read from a private address, or from this computer for a service elsewhere', async () => {
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

  it('a UI state at an address of a service is not read behind a redirect, nor in another form', async () => {
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
