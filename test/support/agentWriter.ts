import { diskFiles } from '../../src/agent/diskFiles.ts';
import { serveStdio } from '../../src/agent/mcp/serveStdio.ts';
import { sandboxConnection } from '../../src/agent/toolConnection.ts';
import { DEFAULT_SETTINGS } from '../../src/agent/policy.ts';
import { ToolRunner } from '../../src/agent/toolRunner.ts';
import { AGENT_PAGE } from './agents.ts';
import { testSandbox } from './sandbox.ts';

// Serves agents on standard input and output like the command `mcp`, but without its limits on the number of calls.

const [, , folder = ''] = process.argv;
const opened = await testSandbox();
const sandbox = sandboxConnection(opened);
const runner = new ToolRunner({
  settings: () => ({ ...DEFAULT_SETTINGS, callsPerMinute: 1_000_000, callsPerSession: 1_000_000 }),
  connections: () => [sandbox],
  open: () => Promise.resolve(sandbox),
  files: diskFiles(folder),
  hasTrust: () => true,
  confirm: undefined,
  record: () => undefined,
});
const parts = { runner, version: '1.2.3', page: AGENT_PAGE, clientLabel: 'Test' };
await serveStdio(parts, new AbortController().signal);
await opened.stop();
