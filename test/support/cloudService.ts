import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { forwardedHeaders } from './forwardedHeaders.ts';
import { testSandbox, type TestSandbox } from './sandbox.ts';
import { selfSignedCertificate } from './selfSignedCertificate.ts';

const HOST = 'cloud.example';

/**
 * A service on a simulated remote host with an https address that is reachable only through a proxy. Windows that use
 * it need the settings `http.proxy` and `http.proxyStrictSSL`.
 */
export class CloudService {
  readonly sandbox: TestSandbox;
  readonly baseUrl = `https://${HOST}/v1`;
  /** Method and path of each request. */
  readonly requests: string[] = [];
  readonly #service = createSecure(selfSignedCertificate(HOST), (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    this.requests.push(`${method} ${url}`);
    const { origin, host } = new URL(this.sandbox.baseUrl);
    const onward = request(new URL(url, origin), { method, headers: { ...headers, host } }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, forwardedHeaders(answer.headers));
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  readonly #proxy = createServer();
  readonly #sockets = new Set<Duplex>();

  private constructor(sandbox: TestSandbox) {
    this.sandbox = sandbox;
    this.#proxy.on('connect', (incoming, socket: Duplex) => {
      this.#sockets.add(socket.on('error', () => undefined));
      if (incoming.url !== `${HOST}:443`) {
        socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      this.#service.emit('connection', socket);
    });
  }

  /** Starts the service with a sandbox that refuses webhooks on loopback. */
  static async start(): Promise<CloudService> {
    const cloud = new CloudService(await testSandbox({ loopbackWebhooks: false }));
    cloud.#proxy.listen(0, '127.0.0.1');
    await once(cloud.#proxy, 'listening');
    return cloud;
  }

  /** Settings for a window that uses the service. */
  get settings(): Readonly<Record<string, unknown>> {
    const { port } = this.#proxy.address() as AddressInfo;
    return { 'http.proxy': `http://127.0.0.1:${port}`, 'http.proxyStrictSSL': false };
  }

  async stop(): Promise<void> {
    this.#proxy.close();
    for (const socket of this.#sockets) socket.destroy();
    await this.sandbox.stop();
  }
}
