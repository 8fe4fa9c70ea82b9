import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Agent, request as send } from 'undici';
import { isObject } from '../../src/util/isObject.ts';
import type { SandboxAddress } from '../../src/client/sandboxAddress.ts';
import { FaultyServer, json } from './faultyServer.ts';

/** A link that would run a command when clicked. */
export const LINK = '[x](command:canary)';

/** Fields whose text users or devices choose. */
const FREE = new Set([
  ...[
    'name',
    'displayName',
    'nameOverride',
    'label',
    'title',
    'description',
    'summary',
    'subject',
    'preview',
  ],
  ...['message', 'detail', 'error', 'reason', 'text', 'body', 'snippet', 'fromName', 'deviceName', 'model'],
  ...['field', 'output', 'result', 'manufacturer', 'package', 'carrier', 'country', 'task', 'version'],
]);

/** A proxy in front of a sandbox that adds a link to every free text of its responses. */
export class LinkingProxy {
  readonly #server = new FaultyServer();
  readonly #agent = new Agent();
  #address: SandboxAddress | undefined;
  /** True to refuse every write, with links in the error message. */
  refusesWrites = false;

  get baseUrl(): string {
    return this.#server.baseUrl;
  }

  async start(address: SandboxAddress): Promise<void> {
    this.#address = address;
    this.#server.answer = (request, response) => void this.#answer(request, response);
    await this.#server.start();
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await this.#agent.destroy();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    if (this.refusesWrites && method !== 'GET') {
      const errors = [{ field: `a ${LINK}`, message: `No ${LINK}` }];
      json(400, { code: 'bad_request', message: `No ${LINK}`, errors })(request, response);
      return;
    }
    const { baseUrl } = this.#address!;
    const { authorization = '', 'content-type': type } = headers;
    const sent = await send(new URL(baseUrl).origin + url, {
      method: method as 'GET',
      headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
      body: body === '' ? null : body,
      dispatcher: this.#agent,
    });
    const received = String(sent.headers['content-type'] ?? '');
    response.writeHead(sent.statusCode, { 'content-type': received });
    if (received.includes('json'))
      response.end(JSON.stringify(withLinks(JSON.parse(await sent.body.text()))));
    else {
      sent.body.pipe(response);
      await once(response, 'close');
    }
  }
}

function withLinks(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return FREE.has(name) || value.includes(' ') ? `${value} ${LINK}` : value;
  if (Array.isArray(value)) return value.map(item => withLinks(item, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withLinks(field, key)]));
}
