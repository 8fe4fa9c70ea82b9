import './wakeHostFetch.ts';
import { Agent, buildConnector, Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici';
import { trustedCertificates } from './certificates.ts';
import { ProxyError } from './proxyError.ts';
import type { ProxyPolicy } from './proxyPolicy.ts';
import { proxyFor } from './proxyRoute.ts';
import { CONNECT_TIMEOUT_MS } from './timeouts.ts';

const KEEP_ALIVE_MS = 30_000;

/**
 * Creates the dispatcher for all requests of the extension: direct or through a proxy, depending on the origin, with
 * keep-alive. Never changes the process-wide dispatcher.
 */
export function createDispatcher(policy: ProxyPolicy): Dispatcher {
  return new RoutingDispatcher(policy);
}

class RoutingDispatcher extends Dispatcher {
  readonly #policy: ProxyPolicy;
  readonly #routes = new Map<string, Dispatcher>();
  #certificates: string[] | undefined;

  constructor(policy: ProxyPolicy) {
    super();
    this.#policy = policy;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const origin = new URL(String(options.origin));
    return this.#routeTo(origin).dispatch(options, handler);
  }

  override close(): Promise<void>;
  override close(callback: () => void): void;
  override close(callback?: () => void): Promise<void> | void {
    const closed = this.#endRoutes(route => route.close());
    return callback ? void closed.then(callback) : closed;
  }

  override destroy(error?: Error | null): Promise<void>;
  override destroy(callback: () => void): void;
  override destroy(error: Error | null, callback: () => void): void;
  override destroy(error?: Error | null | (() => void), callback?: () => void): Promise<void> | void {
    const reason = typeof error === 'function' ? null : (error ?? null);
    const onDestroyed = typeof error === 'function' ? error : callback;
    const destroyed = this.#endRoutes(route => route.destroy(reason));
    return onDestroyed ? void destroyed.then(onDestroyed) : destroyed;
  }

  #routeTo(origin: URL): Dispatcher {
    const proxy = proxyFor(origin, this.#policy);
    const isSecure = origin.protocol === 'https:';
    const routeKey = proxy ?? (isSecure ? 'direct https' : 'direct http');
    const existing = this.#routes.get(routeKey);
    if (existing) return existing;
    const route = proxy === undefined ? this.#createDirect(isSecure) : this.#createProxied(proxy);
    this.#routes.set(routeKey, route);
    return route;
  }

  #createDirect(isSecure: boolean): Dispatcher {
    // Reading the system certificates is slow, so plain HTTP connections skip it.
    const connect = { timeout: CONNECT_TIMEOUT_MS, ...(isSecure ? this.#tlsOptions() : {}) };
    return new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, connect });
  }

  #createProxied(uri: string): Dispatcher {
    const { authorization } = this.#policy;
    const proxy = new URL(uri);
    if (proxy.protocol.startsWith('socks')) {
      const connect = namingProxy(buildConnector({ timeout: CONNECT_TIMEOUT_MS }), proxy.host);
      const options = { connect, requestTls: this.#tlsOptions() };
      return new Socks5ProxyAgent(proxy, options);
    }
    return new ProxyAgent({
      uri,
      clientFactory: createProxyPool,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      requestTls: this.#tlsOptions(),
      proxyTls: this.#tlsOptions(),
      ...(authorization === undefined ? {} : { token: authorization }),
    });
  }

  #tlsOptions(): { rejectUnauthorized: boolean; ca?: string[] } {
    this.#certificates ??= trustedCertificates(this.#policy);
    const ca = this.#certificates;
    return { rejectUnauthorized: this.#policy.strictSSL, ...(ca ? { ca } : {}) };
  }

  async #endRoutes(end: (route: Dispatcher) => Promise<void>): Promise<void> {
    const routes = [...this.#routes.values()];
    this.#routes.clear();
    await Promise.all(routes.map(end));
  }
}

/** Creates the connections to a proxy, whose failures say that it was the proxy. */
function createProxyPool(origin: URL, options: object): Dispatcher {
  const { connect } = options as { readonly connect: buildConnector.connector };
  const pool = new Pool(origin, { ...options, connect: namingProxy(connect, origin.host) });
  const open = pool.connect.bind(pool);
  return Object.assign(pool, {
    connect: async (request: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
      const opened = await open(request);
      if (opened.statusCode === 200) return opened;
      opened.socket.on('error', () => undefined).destroy();
      throw new ProxyError(origin.host, opened.statusCode);
    },
  });
}

function namingProxy(connect: buildConnector.connector, proxy: string): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) callback(new ProxyError(proxy, undefined, error), null);
      else callback(null, socket);
    });
}
