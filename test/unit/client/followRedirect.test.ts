import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { createClient } from '../../../src/client/client.ts';
import type { Exchange } from '../../../src/client/exchange.ts';
import { portOf } from '../../../src/util/loopback.ts';
import { failureOf } from '../../support/mockService.ts';
import { uuid } from '../../support/schemas.ts';

const params = { executionId: uuid(1), screenshotId: 'shot' };
const SIGNED = '/files/picture.png?signature=canary-5f0a';

describe('client/followRedirect', () => {
  let server: Server;
  let agent: Agent;
  let location: string | undefined;
  let status: number;
  const seen: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
  const exchanges: Exchange[] = [];

  beforeEach(async () => {
    seen.length = exchanges.length = 0;
    status = 200;
    server = createServer(({ url = '', headers }, response) => {
      seen.push({ url, headers });
      if (url.startsWith('/v1/')) response.writeHead(302, location === undefined ? {} : { location }).end();
      else response.writeHead(status, { 'content-type': 'image/png' }).end(`bytes of ${url}`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    location = SIGNED;
    agent = new Agent();
  });

  afterEach(async () => {
    await agent.destroy();
    server.close();
  });

  function client(baseUrl = `http://127.0.0.1:${portOf(server)}/v1`, dispatcher: Dispatcher = agent) {
    return createClient({
      baseUrl,
      dispatcher,
      key: () => Promise.resolve('canary-key'),
      wait: () => Promise.resolve(),
      onExchange: exchange => exchanges.push(exchange),
    });
  }

  it('an operation whose response is a redirect returns the bytes at the address, which gets no key and is not logged', async () => {
    const { value } = await client().getExecutionScreenshot({ params });
    assert.equal(Buffer.from(value).toString(), `bytes of ${SIGNED}`);
    assert.deepEqual(
      seen.map(({ url, headers }) => [url, headers.authorization]),
      [
        [`/v1/executions/${uuid(1)}/screenshots/shot`, 'Bearer canary-key'],
        [SIGNED, undefined],
      ],
    );
    assert.doesNotMatch(JSON.stringify(exchanges), /canary/);
  });

  it('an operation whose response is a redirect fails without the address if nothing can be read there', async () => {
    status = 403;
    const error = await failureOf(client().getExecutionScreenshot({ params }));
    assert.deepEqual(error.failure, { kind: 'linked', status: 403 });
    assert.doesNotMatch(`${error.message} ${JSON.stringify(exchanges)}`, /canary/);
  });

  for (const address of [undefined, '', 'ftp://127.0.0.1/x', 'http://files.example/x', 'file:///etc/passwd'])
    it(`an operation whose response is a redirect does not follow a redirect to ${JSON.stringify(address)}`, async () => {
      location = address;
      const { failure } = await failureOf(client().getExecutionScreenshot({ params }));
      assert.deepEqual(failure, { kind: 'linked', status: 302 });
      assert.equal(seen.length, 1);
    });

  for (const host of [
    '127.0.0.1:1',
    'localhost.:8443',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
  ])
    it(`an operation whose response is a redirect does not read from ${host} for a service elsewhere`, async () => {
      const asked: string[] = [];
      const elsewhere = {
        request: async ({ origin }: { readonly origin: string }) => {
          asked.push(origin);
          const headers = { location: `https://${host}${SIGNED}` };
          return Promise.resolve({ statusCode: 302, headers, body: Readable.from([]) });
        },
      } as unknown as Dispatcher;
      const { failure } = await failureOf(
        client('https://service.example/v1', elsewhere).getExecutionScreenshot({ params }),
      );
      assert.equal(failure.kind, 'linked');
      assert.deepEqual(asked, ['https://service.example']);
    });
});
