import { randomUUID } from 'node:crypto';
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

const HEADER = 'mcp-session-id';
/** The number of sessions that are kept; one more ends the one that was used least recently. */
export const MAX_SESSIONS = 64;
const UNKNOWN = { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'The session is unknown.' } };

/**
 * The sessions of clients whose version of the protocol begins with `initialize`. Such a client cancels a call, and
 * answers a question, by a request of its own, which a session brings to the call.
 */
export class HttpSessions {
  readonly #createServer: () => McpServer;
  readonly #largestBody: number;
  /** By ID; the one used last is the last. */
  readonly #sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  constructor(createServer: () => McpServer, largestBody: number) {
    this.#createServer = createServer;
    this.#largestBody = largestBody;
  }

  /** Serves a request of a session, or one that opens a session. */
  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get(HEADER);
    if (id === null) return this.#open(request);
    const session = this.#sessions.get(id);
    if (!session) return Response.json(UNKNOWN, { status: 404 });
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session.handleRequest(request);
  }

  /** Ends all sessions with their calls. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(session => session.close()));
  }

  async #open(request: Request): Promise<Response> {
    const server = this.#createServer();
    const session: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.#largestBody,
      onsessioninitialized: id => this.#keep(id, session),
      onsessionclosed: id => void this.#sessions.delete(id),
    });
    await server.connect(session);
    const response = await session.handleRequest(request);
    if (session.sessionId === undefined) await server.close();
    return response;
  }

  async #keep(id: string, session: WebStandardStreamableHTTPServerTransport): Promise<void> {
    this.#sessions.set(id, session);
    const [oldest] = this.#sessions;
    if (this.#sessions.size <= MAX_SESSIONS || !oldest) return;
    this.#sessions.delete(oldest[0]);
    await oldest[1].close();
  }
}
