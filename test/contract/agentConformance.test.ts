import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type HttpServer, serveHttp } from '../../src/agent/mcp/serveHttp.ts';
import { type TestAgents, testAgents } from '../support/agents.ts';
import { startAuthorizingProxy } from '../support/authorizingProxy.ts';
import { runProgram } from '../support/commandLine.ts';
import { useFolder } from '../support/useFolder.ts';

/** The scenarios of the conformance suite for everything that the server offers. */
const OFFERED = [
  ...[
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
];

const NO_TOOL = /Tool '?\w+'? not found/;
const NO_PROMPT = /Prompt test_\w+ not found/;
const NO_RESOURCE = /Resource not found: test:/;
const NO_METHOD = /Method not found/;
/** Streams cannot be resumed: a call whose connection is lost is canceled, and nothing happens twice. */
const NO_RESUMPTION =
  /did not provide session ID|recommended for (?:resumability|controlling client reconnection timing)/;

/**
 * The other scenarios with the only problem that each may have. Most call tools, prompts, and resources that only the
 * example server of the suite has; some use methods that this server does not declare as capabilities.
 */
const NOT_OFFERED: Readonly<Record<string, RegExp>> = {
  'tools-call-simple-text': NO_TOOL,
  'tools-call-image': NO_TOOL,
  'tools-call-audio': NO_TOOL,
  'tools-call-embedded-resource': NO_TOOL,
  'tools-call-mixed-content': NO_TOOL,
  'tools-call-with-logging': NO_METHOD,
  'tools-call-error': NO_TOOL,
  'tools-call-with-progress': NO_TOOL,
  'tools-call-sampling': NO_TOOL,
  'tools-call-elicitation': NO_TOOL,
  'json-schema-2020-12': NO_TOOL,
  'elicitation-sep1034-defaults': NO_TOOL,
  'elicitation-sep1330-enums': NO_TOOL,
  'prompts-get-simple': NO_PROMPT,
  'prompts-get-with-args': NO_PROMPT,
  'prompts-get-embedded-resource': NO_PROMPT,
  'prompts-get-with-image': NO_PROMPT,
  'resources-read-text': NO_RESOURCE,
  'resources-read-binary': NO_RESOURCE,
  'resources-templates-read': NO_RESOURCE,
  'resources-subscribe': NO_METHOD,
  'resources-unsubscribe': NO_METHOD,
  'logging-set-level': NO_METHOD,
  'completion-complete': NO_METHOD,
  'server-sse-polling': NO_RESUMPTION,
  'server-sse-multiple-streams': NO_RESUMPTION,
};

interface Check {
  readonly status: string;
  readonly errorMessage?: string;
  readonly details?: unknown;
}

/** Reads the checks of each scenario from the folder of the results. */
function readChecks(folder: string): Readonly<Record<string, readonly Check[]>> {
  const checks = readdirSync(folder).map(name => {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
    return [scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[]];
  });
  return Object.fromEntries(checks) as Readonly<Record<string, readonly Check[]>>;
}

describe('agentConformance', () => {
  const folder = useFolder('conformance');
  let agents: TestAgents;
  let server: HttpServer;
  before(async () => {
    agents = await testAgents();
    server = await serveHttp(agents.mcpParts());
  });
  after(async () => {
    await server.close();
    await agents.stop();
  });

  it('the conformance suite of the Model Context Protocol finds no problem but in scenarios of tools and methods that the server does not offer', async () => {
    const proxy = await startAuthorizingProxy(new URL(server.url), server.token);
    const program = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const args = [program, 'server', '--url', proxy.url, '--suite', 'all', '--output-dir', folder];
    const { stdout, stderr } = await runProgram(process.execPath, args);
    await proxy.close();
    const checks = readChecks(folder);
    const known = [...OFFERED, ...Object.keys(NOT_OFFERED)];
    assert.deepEqual(Object.keys(checks).toSorted(), known.toSorted(), stdout + stderr);
    for (const scenario of OFFERED) {
      const statuses = checks[scenario]?.map(({ status }) => status) ?? [];
      assert.ok(statuses.includes('SUCCESS'), scenario);
      assert.deepEqual(
        statuses.filter(status => status !== 'SUCCESS' && status !== 'INFO'),
        [],
        JSON.stringify(checks[scenario]),
      );
    }
    for (const [scenario, reason] of Object.entries(NOT_OFFERED)) {
      for (const { status, errorMessage, details } of checks[scenario] ?? []) {
        if (status !== 'SUCCESS' && status !== 'INFO')
          assert.match(`${errorMessage ?? ''} ${JSON.stringify(details)}`, reason, scenario);
      }
    }
  });
});
