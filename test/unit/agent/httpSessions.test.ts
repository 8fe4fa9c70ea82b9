import assert from 'node:assert/strict';
import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { HttpSessions, MAX_SESSIONS } from '../../../src/agent/mcp/httpSessions.ts';
import { until } from '../../support/until.ts';

const HEADER = 'mcp-session-id';
const PROTOCOL = '2025-06-18';

/** Returns a request to the server, of a session if there is one. */
function requestOf(message: object, session?: string): Request {
  return new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { [HEADER]: session, 'mcp-protocol-version': PROTOCOL }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
}

describe('agent/httpSessions', () => {
  /** The signals of the calls of the tool, which wait until they are canceled. */
  let waiting: AbortSignal[];
  let created: number;
  let sessions: HttpSessions;

  beforeEach(() => {
    waiting = [];
    created = 0;
    sessions = new HttpSessions(() => {
      created++;
      const server = new McpServer({ name: 'test', version: '1.0.0' });
      server.registerTool('wait', { inputSchema: z.object({}) }, async (_input, { mcpReq: { signal } }) => {
        waiting.push(signal);
        await new Promise(done => signal.addEventListener('abort', done));
        return { content: [] };
      });
      return server;
    }, 100_000);
  });
  afterEach(() => sessions.close());

  /** Opens a session and returns its ID. */
  async function open(): Promise<string> {
    const clientInfo = { name: 'test', version: '1.0.0' };
    const params = { protocolVersion: PROTOCOL, capabilities: {}, clientInfo };
    const response = await sessions.fetch(requestOf({ id: 1, method: 'initialize', params }));
    await response.text();
    return response.headers.get(HEADER) ?? assert.fail(String(response.status));
  }

  /** Returns the status of a ping in a session. */
  async function ping(session: string): Promise<number> {
    const response = await sessions.fetch(requestOf({ id: 2, method: 'ping' }, session));
    await response.text();
    return response.status;
  }

  it('the sessions of clients over HTTP are limited, and one too many ends the one that was used least recently', async () => {
    const ids: string[] = [];
    while (ids.length < MAX_SESSIONS) ids.push(await open());
    assert.equal(new Set(ids).size, 64);
    const [first = '', second = '', third = ''] = ids;
    assert.equal(await ping(first), 200);
    await open();
    assert.equal(await ping(second), 404);
    assert.equal(await ping(first), 200);
    await open();
    assert.equal(await ping(third), 404);
    for (const id of [first, ...ids.slice(3)]) assert.equal(await ping(id), 200);
    assert.equal(created, MAX_SESSIONS + 2);
  });

  it('the sessions of clients over HTTP end with their calls', async () => {
    const call = { id: 3, method: 'tools/call', params: { name: 'wait', arguments: {} } };
    const oldest = await open();
    void sessions.fetch(requestOf(call, oldest));
    await until('the call runs', () => waiting.length, 1);
    for (let count = 1; count < MAX_SESSIONS; count++) await open();
    assert.equal(waiting[0]?.aborted, false);
    await open();
    await until('the call is canceled', () => waiting[0]?.aborted, true);
    assert.equal(await ping(oldest), 404);
  });

  it('the sessions of clients over HTTP are not opened by other requests', async () => {
    for (const message of [{ id: 4, method: 'ping' }, { method: 'notifications/initialized' }]) {
      const { status } = await sessions.fetch(requestOf(message));
      assert.equal(status, 400);
    }
  });
});
