import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { testSandbox, type TestSandbox } from './sandbox.ts';

/** How connections fail while the gateway is cut: nobody listens, or what was asked is reset without an answer. */
export type Cut = 'refused' | 'reset';

/** An operation of the interface specification itself; all others a service may lack. */
export function isSpecified(id: OperationId): boolean {
  return operations[id].source === 'spec';
}

/**
 * What stands between the extension and a service: a real proxy in front of a sandbox of its own, which lets through
 * the operations that are offered, answers 404 to all else, and can be cut off and restored.
 */
export class Gateway {
  /** Requests that arrived, oldest first: method and path with query. */
  readonly requests: string[] = [];
  readonly sandbox: TestSandbox;
  readonly #offered: readonly { readonly method: string; readonly path: RegExp }[];
  readonly #server = createServer((incoming, outgoing) => {
    this.#pass(incoming, outgoing);
  });
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

  /** Starts one in front of a new sandbox; unless told otherwise it offers the specification's own endpoints only. */
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

  /** The key that the service takes. */
  get key(): string {
    return this.sandbox.key;
  }

  /** The requests so far whose method and path begin so, such as `POST /v1/devices`. */
  asked(beginning: string): readonly string[] {
    return this.requests.filter(one => one.startsWith(beginning));
  }

  /** Cuts the connection; requests that are on their way are lost too. */
  async cut(how: Cut = 'refused'): Promise<void> {
    this.#reset = how === 'reset';
    if (how === 'reset') this.#server.closeAllConnections();
    else await this.#close();
  }

  /** Lets requests through again, at the same address. */
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
    if (!this.#offered.some(one => one.method === method && one.path.test(path))) {
      incoming.resume();
      outgoing.writeHead(404, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ code: 'not_found', message: 'There is nothing at this address.' }));
      return;
    }
    const { origin, host } = new URL(this.sandbox.baseUrl);
    const onward = request(new URL(url, origin), { method, headers: { ...headers, host } }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    // What goes wrong behind the gateway goes wrong before it too, such as a reset that a fault asks for.
    onward.on('error', () => incoming.socket.resetAndDestroy());
    incoming.pipe(onward);
  }
}
