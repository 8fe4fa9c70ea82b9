import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { forwardedHeaders } from './forwardedHeaders.ts';
import { testSandbox, type TestSandbox } from './sandbox.ts';

/** The ways in which requests fail while the gateway is cut: the connection is refused, or reset without a response. */
export type Cut = 'refused' | 'reset';

/** Returns true for an operation of the interface specification; a service may lack all others. */
function isSpecified(id: OperationId): boolean {
  return operations[id].source === 'spec';
}

/**
 * A proxy in front of its own sandbox. It forwards the offered operations, responds with 404 to all others, and can be
 * cut off and restored.
 */
export class Gateway {
  /** Method and path with query of each request, oldest first. */
  readonly requests: string[] = [];
  readonly sandbox: TestSandbox;
  readonly #offered: readonly { readonly method: string; readonly path: RegExp }[];
  readonly #server = createServer((incoming, outgoing) => {
    this.#pass(incoming, outgoing);
  });
  /** What the responses to requests wait for, by the beginning of the request. */
  readonly #held = new Map<string, Promise<undefined>>();
  #port = 0;
  #reset = false;

  private constructor(sandbox: TestSandbox, offers: (id: OperationId) => boolean) {
    this.sandbox = sandbox;
    this.#offered = Object.entries(operations)
      .filter(([id]) => offers(id as OperationId))
      .map(([, { method, path }]) => ({
        method,
        path: new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      }));
  }

  /** Starts a gateway with a new sandbox; by default it offers only the operations of the specification. */
  static async start(
    offers: (id: OperationId) => boolean = isSpecified,
    settings: Parameters<typeof testSandbox>[0] = {},
  ): Promise<Gateway> {
    const gateway = new Gateway(await testSandbox(settings), offers);
    await gateway.restore();
    return gateway;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  /** The API key of the service. */
  get key(): string {
    return this.sandbox.key;
  }

  /** Returns the requests whose method and path start with a text, such as `POST /v1/devices`. */
  requestsTo(beginning: string): readonly string[] {
    return this.requests.filter(line => line.startsWith(beginning));
  }

  /** Holds the responses to requests that start with a text, such as `GET /v1/devices`, until the result is called. */
  hold(beginning: string): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#held.set(beginning, promise);
    return () => {
      this.#held.delete(beginning);
      resolve(undefined);
    };
  }

  /** Cuts the connection; pending requests are lost too. */
  async cut(how: Cut = 'refused'): Promise<void> {
    this.#reset = how === 'reset';
    if (how === 'reset') this.#server.closeAllConnections();
    else await this.#close();
  }

  /** Forwards requests again, at the same address. */
  async restore(): Promise<void> {
    this.#reset = false;
    if (this.#server.listening) return;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    await this.#close();
    await this.sandbox.stop();
  }

  async #close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = '', url = '', headers } = incoming;
    this.requests.push(`${method} ${url}`);
    if (this.#reset) {
      incoming.socket.resetAndDestroy();
      return;
    }
    const [path = ''] = url.split('?');
    if (!this.#offered.some(operation => operation.method === method && operation.path.test(path))) {
      incoming.resume();
      outgoing.writeHead(404, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ code: 'not_found', message: 'There is nothing at this address.' }));
      return;
    }
    const { origin, host } = new URL(this.sandbox.baseUrl);
    const held = [...this.#held].find(([beginning]) => `${method} ${url}`.startsWith(beginning));
    const onward = request(new URL(url, origin), { method, headers: { ...headers, host } }, answer => {
      void Promise.resolve(held?.[1]).then(() => {
        outgoing.writeHead(answer.statusCode ?? 502, forwardedHeaders(answer.headers));
        answer.pipe(outgoing);
      });
    });
    // A failure behind the gateway, such as a reset by a fault, resets this connection too.
    onward.on('error', () => incoming.socket.resetAndDestroy());
    incoming.pipe(onward);
  }
}
