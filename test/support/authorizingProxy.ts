import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { portOf } from '../../src/util/loopback.ts';
import { forwardedHeaders } from './forwardedHeaders.ts';

/** A proxy that adds the token of a server, for programs that send none. */
export interface AuthorizingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts a proxy in front of a server on this computer. Its own address in headers becomes that of the server; foreign
 * hosts and origins are passed on as they are.
 */
export async function startAuthorizingProxy(target: URL, token: string): Promise<AuthorizingProxy> {
  const server: Server = createServer((incoming, outgoing) =>
    forward(incoming, outgoing, { own: `127.0.0.1:${portOf(server)}`, target, token }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}${target.pathname}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Forwarding {
  readonly own: string;
  readonly target: URL;
  readonly token: string;
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { own, target, token }: Forwarding,
): void {
  const { host, origin } = incoming.headers;
  const headers = {
    ...incoming.headers,
    authorization: `Bearer ${token}`,
    ...(host === own ? { host: target.host } : {}),
    ...(origin === `http://${own}` ? { origin: target.origin } : {}),
  };
  const url = new URL(incoming.url ?? '', target);
  const onward = request(url, { method: incoming.method, headers }, answer => {
    outgoing.writeHead(answer.statusCode ?? 502, forwardedHeaders(answer.headers));
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
