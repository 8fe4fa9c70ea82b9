import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { forwardedHeaders } from './forwardedHeaders.ts';

/** A recorded request. */
interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** Number of concurrent requests with the same method and path, including this one. */
  readonly concurrency: number;
}

/** A proxy in front of a sandbox that records requests in order of arrival. */
export class RecordingGateway {
  readonly requests: Recorded[] = [];
  readonly #server: Server;
  readonly #open = new Map<string, number>();

  private constructor(target: URL) {
    this.#server = createServer((incoming, answer) => {
      void (async () => {
        const body = await text(incoming);
        const { method = 'GET', url = '/', headers } = incoming;
        const key = `${method} ${url}`;
        const concurrency = (this.#open.get(key) ?? 0) + 1;
        this.#open.set(key, concurrency);
        this.requests.push({ method, path: url, body: body === '' ? undefined : parsed(body), concurrency });
        answer.on('close', () => this.#open.set(key, (this.#open.get(key) ?? 1) - 1));
        const onward = request(
          {
            ...{ host: target.hostname, port: target.port, method, path: url },
            headers: { ...headers, host: target.host },
          },
          reply => {
            answer.writeHead(reply.statusCode ?? 502, forwardedHeaders(reply.headers));
            reply.pipe(answer);
          },
        );
        onward.on('error', () => answer.destroy());
        onward.end(body);
      })();
    });
  }

  static async start(baseUrl: string): Promise<RecordingGateway> {
    const gateway = new RecordingGateway(new URL(baseUrl));
    await new Promise<void>(resolve => gateway.#server.listen(0, '127.0.0.1', resolve));
    return gateway;
  }

  /** The base URL of the gateway. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Returns the recorded requests of a method and path, oldest first. */
  bodies(method: string, path: RegExp): readonly Recorded[] {
    return this.requests.filter(recorded => recorded.method === method && path.test(recorded.path));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}
