import { once } from 'node:events';
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { BUDGETS } from '../../util/budgets.ts';
import { createMcpServer, type McpParts } from './mcpServer.ts';
import { MessageLimit } from './messageLimit.ts';

/**
 * Serves the Model Context Protocol on standard input and output until the input ends or the signal aborts. The client
 * asks its user about calls.
 */
export async function serveStdio(parts: McpParts, signal: AbortSignal): Promise<void> {
  const { bytes } = BUDGETS.standardInput;
  const input = new MessageLimit(bytes, response => process.stdout.write(`${JSON.stringify(response)}\n`));
  // A transport that meets a longer message ends without a word; the input contains none.
  const transport = new StdioServerTransport(process.stdin.pipe(input), process.stdout, {
    maxBufferSize: 2 * bytes,
  });
  const handle = serve(() => createMcpServer({ ...parts, clientAsks: true }), { transport });
  await Promise.race([once(process.stdin, 'close'), once(process.stdin, 'end'), once(signal, 'abort')]);
  await handle.close();
}
