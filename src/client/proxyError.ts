/** Thrown if a proxy does not respond or refuses to connect, before the service gets anything. */
export class ProxyError extends Error {
  /** The host and port of the proxy, without its password. */
  readonly proxy: string;
  /** The status of its response; undefined if there was none. */
  readonly status: number | undefined;

  constructor(proxy: string, status?: number, cause?: unknown) {
    super(`The proxy ${proxy} does not connect.`, { cause });
    this.name = 'ProxyError';
    this.proxy = proxy;
    this.status = status;
  }
}
