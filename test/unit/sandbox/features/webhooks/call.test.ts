import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { type CallResponse, callAddress } from '../../../../../src/sandbox/features/webhooks/call.ts';
import { mockDns, restoreDns } from '../../../../support/mockDns.ts';
import { until } from '../../../../support/until.ts';

const PUBLIC = { address: '2606:4700::1111', family: 6 };
const HERE = { address: '127.0.0.1', family: 4 };

describe('sandbox/features/webhooks/call', () => {
  let server: Server;
  /** Where a call of another program would arrive. */
  let trap: TcpServer;
  let met: number;

  before(async () => {
    server = createServer((_, response) => void response.end('here'));
    trap = createTcpServer(socket => {
      met++;
      socket.destroy();
    });
    await Promise.all([server, trap].map(one => once(one.listen(0, '127.0.0.1'), 'listening')));
  });

  beforeEach(() => {
    met = 0;
  });

  afterEach(() => {
    restoreDns();
  });

  after(() => {
    server.closeAllConnections();
    server.close();
    trap.close();
  });

  function portOf(one: { address(): unknown }): number {
    return (one.address() as AddressInfo).port;
  }

  function call(
    url: string,
    ports: readonly number[],
    signal = new AbortController().signal,
  ): Promise<CallResponse> {
    const mayCallPort = (port: number): boolean => ports.includes(port);
    const limits = { isConfined: false, timeoutMs: 60_000, longestAnswer: 1000, mayCallPort, signal };
    return callAddress({ method: 'GET', url, headers: {}, body: undefined, ...limits });
  }

  it('an HTTP call of the sandbox reaches a named port of this computer without a DNS lookup', async () => {
    const asked = mockDns([PUBLIC]);
    const port = portOf(server);
    for (const host of ['127.0.0.1', 'localhost', 'localhost.'])
      assert.equal((await call(`http://${host}:${port}/`, [port])).text, 'here');
    assert.equal(asked(), 0);
  });

  it('an HTTP call of the sandbox refuses a port that was not named, before anything is sent', async () => {
    await assert.rejects(call(`http://127.0.0.1:${portOf(trap)}/`, []), /of this computer may not be called/);
    assert.equal(met, 0);
  });

  for (const found of [
    [HERE],
    [PUBLIC, HERE],
    [{ address: '::ffff:7f00:1', family: 6 }],
    [{ address: '10.0.0.1', family: 4 }],
  ]) {
    it(`an HTTP call of the sandbox refuses a name that resolves to ${found.map(({ address }) => address).join(' and ')}`, async () => {
      mockDns(found);
      await assert.rejects(call(`https://hooks.example:${portOf(trap)}/`, [portOf(trap)]), /private network/);
      assert.equal(met, 0);
    });
  }

  it('an HTTP call of the sandbox looks a name up once, so that a name server that changes its response receives nothing', async () => {
    const port = portOf(trap);
    const asked = mockDns([PUBLIC], [HERE]);
    const given = new AbortController();
    const url = `https://hooks.example:${port}/`;
    // The result for the public address depends on the network.
    const ended = assert.rejects(
      call(url, [port], given.signal),
      error => !String(error).includes('private'),
    );
    await until('the name was looked up', asked, 1);
    given.abort(new Error('enough'));
    await ended;
    assert.deepEqual([asked(), met], [1, 0]);
    await assert.rejects(call(url, [port]), /private network/);
    assert.equal(met, 0);
  });
});
