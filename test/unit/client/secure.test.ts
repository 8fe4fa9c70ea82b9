import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createProxy, type Server as ProxyServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createClient } from '../../../src/client/client.ts';
import { createDispatcher } from '../../../src/client/dispatcher.ts';
import type { ApiError } from '../../../src/client/failure.ts';
import { DIRECT, type ProxyPolicy } from '../../../src/client/proxyPolicy.ts';
import { actions, ACTION, FaultyServer } from '../../support/faultyServer.ts';
import { failureOf } from '../../support/mockService.ts';
import { selfSignedCertificate } from '../../support/selfSignedCertificate.ts';

const HOST = 'service.example';
const POLICY: ProxyPolicy = { ...DIRECT, support: true };

describe('client/secure', () => {
  const { cert, key } = selfSignedCertificate(HOST);
  const tunnels: string[] = [];
  let folder: string;
  let service: Server;
  let proxy: ProxyServer;
  let refusal: number | undefined;
  const sockets = new Set<Socket>();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'certificates-'));
    await writeFile(join(folder, 'extra.pem'), cert);
    service = createServer({ cert, key }, actions(ACTION)).listen(0, '127.0.0.1');
    proxy = createProxy().listen(0, '127.0.0.1');
    proxy.on('connect', (request, socket: Socket) => {
      tunnels.push(request.url ?? '');
      sockets.add(socket.on('error', () => undefined));
      if (refusal !== undefined) {
        socket.end(`HTTP/1.1 ${refusal} No\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      const onward = connect(portOf(service), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      sockets.add(onward.on('error', () => undefined));
    });
    await Promise.all([once(service, 'listening'), once(proxy, 'listening')]);
  });

  beforeEach(() => {
    tunnels.length = 0;
    refusal = undefined;
  });

  after(async () => {
    for (const socket of sockets) socket.destroy();
    service.closeAllConnections();
    service.close();
    proxy.close();
    await rm(folder, { recursive: true });
  });

  async function read(policy: Partial<ProxyPolicy>, origin?: string): Promise<number | undefined> {
    const dispatcher = createDispatcher({ ...POLICY, ...policy });
    const client = createClient({
      baseUrl: `${origin ?? `https://127.0.0.1:${portOf(service)}`}/v1`,
      dispatcher,
      key: () => Promise.resolve('canary-key'),
      wait: () => Promise.resolve(),
    });
    try {
      return (await client.listActions({})).value.items?.length;
    } finally {
      await dispatcher.destroy();
    }
  }

  const trusted = (): Partial<ProxyPolicy> => ({
    environment: { NODE_EXTRA_CA_CERTS: join(folder, 'extra.pem') },
  });
  const throughProxy = (): Partial<ProxyPolicy> => ({ proxy: `http://127.0.0.1:${portOf(proxy)}` });

  it('a secure connection is refused with an untrusted certificate', async () => {
    const error = await failureOf(read({}));
    assert.deepEqual(error.failure, { kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    assert.equal(error.retryable, false);
  });

  it('a secure connection trusts the certificates of NODE_EXTRA_CA_CERTS', async () => {
    assert.equal(await read(trusted()), 1);
  });

  it('a secure connection trusts them also after an unencrypted connection', async () => {
    const plain = await new FaultyServer().start();
    const dispatcher = createDispatcher({ ...POLICY, ...trusted() });
    const key = (): Promise<string> => Promise.resolve('canary-key');
    for (const baseUrl of [plain.baseUrl, `https://127.0.0.1:${portOf(service)}/v1`]) {
      const client = createClient({ baseUrl, dispatcher, key });
      assert.equal((await client.listActions({})).status, 200);
    }
    await dispatcher.destroy();
    await plain.stop();
  });

  it('a secure connection works without a file of certificates that does not exist', async () => {
    const environment = { NODE_EXTRA_CA_CERTS: join(folder, 'missing.pem') };
    assert.equal((await failureOf(read({ environment }))).failure.kind, 'tls');
  });

  it('a secure connection does not verify certificates if strictSSL is off, for its own requests only', async () => {
    assert.equal(await read({ strictSSL: false }), 1);
    await assert.rejects(fetch(`https://127.0.0.1:${portOf(service)}/`), /fetch failed/);
  });

  it('a secure connection verifies the certificate behind a tunnel against the host name of the service', async () => {
    assert.equal(await read({ ...throughProxy(), ...trusted() }, `https://${HOST}`), 1);
    const stranger = await failureOf(read(throughProxy(), `https://${HOST}`));
    assert.equal(stranger.failure.kind, 'tls');
    const misnamed = await failureOf(read({ ...throughProxy(), ...trusted() }, 'https://other.example'));
    assert.deepEqual(misnamed.failure, { kind: 'tls', code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    assert.deepEqual(tunnels, [`${HOST}:443`, `${HOST}:443`, 'other.example:443']);
  });

  it('a secure connection fails without revealing the credentials if the proxy refuses or is invalid', async () => {
    refusal = 407;
    const refused = await failureOf(
      read({ ...throughProxy(), authorization: 'Basic canary-word' }, `https://${HOST}`),
    );
    const errors: ApiError[] = [refused];
    for (const proxy of ['http://user:canary-word@[', 'canary://user:canary-word@127.0.0.1:1']) {
      const error = await failureOf(read({ proxy }, `https://${HOST}`));
      assert.equal(error.failure.kind === 'invalidRequest' && error.failure.field, 'http.proxy');
      errors.push(error);
    }
    assert.equal(refused.failure.kind, 'proxy');
    for (const error of errors) assert.doesNotMatch(inspect(error, { depth: 9 }), /canary-word/);
  });
});

function portOf(server: Server | ProxyServer): number {
  return (server.address() as AddressInfo).port;
}
