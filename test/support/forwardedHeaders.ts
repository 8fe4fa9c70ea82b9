import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the headers of a response that a proxy passes on: all but those of its connection to the server. Otherwise, a
 * client would use a connection to the proxy for as long as the server keeps its own.
 */
export function forwardedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const passed = Object.entries(headers).filter(([name]) => name !== 'connection' && name !== 'keep-alive');
  return Object.fromEntries(passed);
}
