import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { getRequestListener } from '@hono/node-server';
import { createMcpHandler, isLegacyRequest, type McpServer } from '@modelcontextprotocol/server';
import { isSameText } from '../../client/isSameText.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { closeServer } from '../../util/closeServer.ts';
import { portOf } from '../../util/loopback.ts';
import { HttpSessions } from './httpSessions.ts';
import { createMcpServer, type McpParts } from './mcpServer.ts';

const PATH = '/mcp';
const MAX_BODY_BYTES = BUDGETS.http.bytes;

/** A running server of the Model Context Protocol on this computer. */
export interface HttpServer {
  readonly url: string;
  /** The token that each request must carry as `Authorization: Bearer …`. */
  readonly token: string;
  close(): Promise<void>;
}

/** Serves the Model Context Protocol on a free port of the loopback address. */
export async function serveHttp(parts: McpParts): Promise<HttpServer> {
  const token = randomBytes(32).toString('base64url');
  const create = (): McpServer => createMcpServer(parts);
  const limits = { maxRequestBodySize: MAX_BODY_BYTES };
  const handler = createMcpHandler(create, { ...limits, legacy: 'reject' });
  const sessions = new HttpSessions(create, MAX_BODY_BYTES);
  const serve = getRequestListener(async request =>
    (await isLegacyRequest(request, undefined, limits)) ? sessions.fetch(request) : handler.fetch(request),
  );
  const server: Server = createServer((request, response) => {
    const status = refusalOf(request, portOf(server), token);
    if (status === undefined) {
      void serve(request, response);
      return;
    }
    response.writeHead(status, { connection: 'close' }).end();
    request.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}${PATH}`,
    token,
    close: async () => {
      await Promise.all([handler.close(), sessions.close()]);
      await closeServer(server);
    },
  };
}

/** Returns the status with which a request is refused; undefined for one that may be served. */
function refusalOf({ headers, url = '' }: IncomingMessage, port: number, token: string): number | undefined {
  const { host, origin, authorization = '' } = headers;
  const serverHost = `127.0.0.1:${port}`;
  // A page in a browser could reach the port by a name of its own, or send requests from its origin.
  if (host !== serverHost) return 403;
  if (origin !== undefined && origin !== `http://${serverHost}`) return 403;
  if (!isSameText(authorization, `Bearer ${token}`)) return 401;
  return url.split('?')[0] === PATH ? undefined : 404;
}
