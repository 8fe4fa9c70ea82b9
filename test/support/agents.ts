import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskFiles } from '../../src/agent/diskFiles.ts';
import { toolConnection, sandboxConnection } from '../../src/agent/toolConnection.ts';
import type { McpParts } from '../../src/agent/mcp/mcpServer.ts';
import { type AgentSettings, DEFAULT_SETTINGS } from '../../src/agent/policy.ts';
import type { AgentPorts, AgentQuestion } from '../../src/agent/ports.ts';
import { type CallResult, callErrorText, ToolRunner } from '../../src/agent/toolRunner.ts';
import type { AgentCall } from '../../src/stores/agentCallStore.ts';
import { serviceConnection } from '../../src/stores/connection.ts';
import { type TestSandbox, testSandbox } from './sandbox.ts';

/** The page of the MCP App in the build output. */
export const AGENT_PAGE = new URL('../../dist/agentView.html.br', import.meta.url);

/** The name of the service in tests of agents, which is a second sandbox. */
export const SERVICE_NAME = 'Example service';

/** Agents of a test with a sandbox, a service and a folder. */
export class TestAgents {
  readonly folder = mkdtempSync(join(tmpdir(), 'agents-'));
  readonly calls: AgentCall[] = [];
  readonly questions: AgentQuestion[] = [];
  readonly sandbox: TestSandbox;
  readonly service: TestSandbox;
  readonly runner: ToolRunner;
  settings: AgentSettings = { ...DEFAULT_SETTINGS, callsPerMinute: 10_000, callsPerSession: 100_000 };
  hasTrust = true;
  /** The answer of the user to questions. */
  agrees: boolean | Promise<boolean> = true;

  constructor(sandbox: TestSandbox, service: TestSandbox, hasUser: boolean) {
    this.sandbox = sandbox;
    this.service = service;
    const opened = sandboxConnection(sandbox);
    const other = serviceConnection(SERVICE_NAME, service.baseUrl);
    const ports: AgentPorts = {
      settings: () => this.settings,
      connections: () => [opened, other],
      open: ({ kind }) =>
        Promise.resolve(
          kind === 'sandbox' ? opened : toolConnection(other, { ...service, sandboxClient: undefined }),
        ),
      files: diskFiles(this.folder),
      hasTrust: () => this.hasTrust,
      confirm: hasUser
        ? question => {
            this.questions.push(question);
            return Promise.resolve(this.agrees);
          }
        : undefined,
      record: call => this.calls.push(call),
    };
    this.runner = new ToolRunner(ports);
  }

  /** Returns the parts of a server for clients with a name in the record of calls. */
  mcpParts(clientLabel = 'MCP client'): McpParts {
    return { runner: this.runner, version: '1.2.3', page: AGENT_PAGE, clientLabel };
  }

  /** Calls a tool as an agent. */
  run(tool: string, input: object = {}, signal = new AbortController().signal): Promise<CallResult> {
    return this.runner.run({ tool, input, who: 'Test agent', signal });
  }

  /** Calls a tool and returns its output; rejects with the error of the tool. */
  async call(tool: string, input: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const result = await this.run(tool, input);
    if ('error' in result) throw new Error(callErrorText(result));
    return result.output;
  }

  async stop(): Promise<void> {
    await Promise.all([this.sandbox.stop(), this.service.stop()]);
    rmSync(this.folder, { recursive: true });
  }
}

/** Starts the sandbox, the service and the agents of a test. Without a user, nobody can be asked about calls. */
export async function testAgents({ hasUser = true } = {}): Promise<TestAgents> {
  const [sandbox, service] = await Promise.all([
    testSandbox({ timeScale: 0.02 }),
    testSandbox({ timeScale: 0.02 }),
  ]);
  return new TestAgents(sandbox, service, hasUser);
}
