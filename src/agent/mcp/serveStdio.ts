import { once } from 'node:events';
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpParts } from './mcpServer.ts';

/**
 * Serves the Model Context Protocol on standard input and output until the input ends or the signal aborts. The client
 * asks its user about calls.
 */
export async function serveStdio(parts: McpParts, signal: AbortSignal): Promise<void> {
  const handle = serve(() => createMcpServer({ ...parts, clientAsks: true }));
  await Promise.race([once(process.stdin, 'close'), once(process.stdin, 'end'), once(signal, 'abort')]);
  await handle.close();
}
