import { isObject } from '../../util/isObject.ts';

const VERSION = '2026-01-26';
const UNKNOWN_METHOD = -32_601;

/** The requests of the client that the page answers without doing anything. */
const ACCEPTED = ['ping', 'ui/resource-teardown'];

/** The client that shows the page, spoken to by the extension “MCP Apps” of the Model Context Protocol. */
export class AppClient {
  readonly #client = window.parent;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  /** `notified` receives the notifications of the client. */
  constructor(notified: (method: string, params: unknown) => void) {
    window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      if (source !== this.#client || !isObject(data)) return;
      const { id, method, params } = data;
      if (typeof method !== 'string') this.#settle(id, data);
      else if (id === undefined) notified(method, params);
      else this.#answer(id, method);
    });
  }

  /** Introduces the page. Resolves to what the client says about itself. */
  async open(): Promise<unknown> {
    const facts = await this.request('ui/initialize', {
      appInfo: { name: 'cloud-device-automation', version: '1' },
      appCapabilities: {},
      protocolVersion: VERSION,
    });
    this.notify('ui/notifications/initialized', {});
    return facts;
  }

  /** Sends a request. Rejects with the message of the client. */
  request(method: string, params: object): Promise<unknown> {
    const id = ++this.#last;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#send({ id, method, params });
    return waiting.promise;
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  #settle(id: unknown, { result, error }: Readonly<Record<string, unknown>>): void {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (!waiting) return;
    this.#waiting.delete(Number(id));
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new Error(isObject(error) ? String(error['message']) : 'The client refuses.'));
  }

  #answer(id: unknown, method: string): void {
    if (ACCEPTED.includes(method)) this.#send({ id, result: {} });
    else this.#send({ id, error: { code: UNKNOWN_METHOD, message: `The page does not know ${method}.` } });
  }

  #send(message: object): void {
    // The page does not know the origin of the client, and sends it only what the client gave it.
    this.#client.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
