import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Responds to a request in place of a service. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An action that matches the contract. */
export const ACTION = {
  id: '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001',
  name: 'Wave',
  description: 'Waves at the camera.',
  service: 'devices_api',
  method: 'device.wave',
  paramsSchema: { type: 'object', properties: { times: { type: 'integer' } } },
};

/** Responds with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Responds with a page of actions: the given ones for the service `devices_api`, none for the others. */
export function actions(...items: unknown[]): Answer {
  return (request, response) => {
    const service = new URL(request.url ?? '/', 'http://host').searchParams.get('service');
    const listed = service === null || service === 'devices_api' ? items : [];
    const total = listed.length;
    const pagination = { page: 1, pageSize: 100, pages: 1, total, hasNext: false, hasPrev: false };
    json(200, { items: listed, pagination })(request, response);
  };
}

/** Faults of a service or of a proxy in front of it, by name. */
export const faults = {
  html: (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Sign in to the network</title>');
  },
  unauthorized: json(401, { code: 'unauthorized', message: 'The key was revoked.', traceId: 'trace-401' }),
  missing: json(404, { code: 'not_found', message: 'No route matches.' }),
  limited: json(429, { code: 'rate_limited', message: 'Slow down.' }, { 'retry-after': '600' }),
  broken: json(500, { code: 'internal_error', message: 'The database is away.', traceId: 'trace-500' }),
  echo: (request, response) => {
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    json(503, { code: 'busy', message: key })(request, response);
  },
  malformed: actions({ ...ACTION, name: 42 }, { ...ACTION, id: '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b002' }),
  empty: (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(),
  cutOff: (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"items":[');
    request.socket.destroySoon();
  },
} as const satisfies Record<string, Answer>;

/** A server on the loopback address whose responses can be changed while it runs. */
export class FaultyServer {
  answer: Answer = actions(ACTION);
  /** Method and path with query of each request. */
  readonly requests: string[] = [];
  readonly #server = createServer((request, response) => {
    this.requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    this.answer(request, response);
  });
  #port = 0;

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  /** Starts to listen, after a stop on the same port. */
  async start(): Promise<this> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Stops listening, so that connections are refused. */
  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
