import assert from 'node:assert/strict';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type HttpServer, serveHttp } from '../../src/agent/mcp/serveHttp.ts';
import { TOOLS } from '../../src/agent/toolTable.ts';
import { type TestAgents, testAgents } from '../support/agents.ts';
import { AGENT_FLOW, buildAndActivate, type CallTool } from '../support/scriptedAgent.ts';
import { toolOutput } from '../support/toolOutput.ts';
import { useFolder } from '../support/useFolder.ts';

const INFO = { name: 'test-client', version: '1.0.0' };

/** Calls tools by a client of the protocol. */
function caller(client: Client): CallTool {
  return async (name, input) => {
    const result = await client.callTool({ name, arguments: { ...input } });
    // Some clients show a model both, and others only the structured content without the picture.
    assert.ok(!('structuredContent' in result));
    return toolOutput(result);
  };
}

/** Returns the status of a request to the server with other headers. */
function statusOf(server: HttpServer, headers: Record<string, string>, path = '/mcp'): Promise<number> {
  const url = new URL(path, server.url);
  return new Promise((done, fail) => {
    const sent = request(url, { method: 'POST', headers }, response => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    sent.on('error', fail);
    sent.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  });
}

describe('agentMcp: Model Context Protocol over HTTP', () => {
  let agents: TestAgents;
  let server: HttpServer;
  let client: Client;
  before(async () => {
    agents = await testAgents();
    server = await serveHttp(agents.mcpParts('MCP over HTTP'));
    client = new Client(INFO);
    const authorization = `Bearer ${server.token}`;
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { authorization } },
    });
    await client.connect(transport);
  });
  after(async () => {
    await client.close();
    await server.close();
    await agents.stop();
  });

  it('the Model Context Protocol over HTTP lists the tools in order, with annotations and schemas', async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      TOOLS.map(({ name }) => name),
    );
    for (const { name, annotations, inputSchema, outputSchema } of tools) {
      const tool = TOOLS.find(one => one.name === name);
      const isReading = tool?.effects.every(effect => effect === 'read');
      assert.equal(annotations?.readOnlyHint, isReading, name);
      // A handle carries no text of others.
      assert.equal(annotations?.openWorldHint, name !== 'wait_for_passcode', name);
      assert.equal(inputSchema.type, 'object');
      // A tool with such a schema must return structured content.
      assert.equal(outputSchema, undefined);
    }
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true);
    assert.deepEqual(
      destructive.map(({ name }) => name),
      ['deploy_flow', 'activate_flow'],
    );
  });

  it('the Model Context Protocol over HTTP lets an agent build, repair, verify and activate a flow, and records who asked', async () => {
    await buildAndActivate(caller(client));
    assert.ok(agents.calls.length > 10);
    assert.ok(agents.calls.every(({ outcome }) => outcome === 'done'));
    assert.ok(agents.calls.every(({ who }) => who.includes('MCP over HTTP')));
  });

  it('the Model Context Protocol over HTTP offers flow files and runs as resources, and prompts', async () => {
    const { resources } = await client.listResources();
    const flow = resources.find(({ name }) => name === AGENT_FLOW);
    const run = resources.find(({ uri }) => uri.startsWith('flow-run:'));
    assert.ok(flow && run);
    for (const { uri } of [flow, run]) {
      const { contents } = await client.readResource({ uri });
      const [content] = contents;
      assert.ok(content && 'text' in content);
      assert.ok((JSON.parse(content.text) as { steps: unknown[] }).steps.length === 2);
    }
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['write_flow', 'verify_flow', 'repair_flow', 'review_flow'],
    );
    const { messages } = await client.getPrompt({ name: 'write_flow', arguments: { goal: 'Sign in.' } });
    assert.match(JSON.stringify(messages), /goal: Sign in\./);
  });

  it('the Model Context Protocol over HTTP answers invalid input with what is wrong', async () => {
    await assert.rejects(
      caller(client)('read_flow', { path: '../outside.flow.json' }),
      /The input does not fit the schema: path: Use a relative path/,
    );
    await assert.rejects(
      caller(client)('read_flow', { path: 'none.flow.json' }),
      /There is no file none\.flow\.json\. The text names some flow files\./,
    );
  });

  it('the Model Context Protocol over HTTP refuses requests without the token, from pages, and by another host name', async () => {
    const authorization = `Bearer ${server.token}`;
    const { host, origin } = new URL(server.url);
    const json = { 'content-type': 'application/json' };
    assert.equal(await statusOf(server, json), 401);
    assert.equal(await statusOf(server, { ...json, authorization: 'Bearer x' }), 401);
    assert.equal(await statusOf(server, { authorization, origin: 'https://example.com' }), 403);
    assert.equal(await statusOf(server, { authorization, origin: 'null' }), 403);
    assert.equal(await statusOf(server, { authorization, host: `localhost:${host.split(':')[1]}` }), 403);
    assert.equal(await statusOf(server, { authorization }, '/other'), 404);
    const served = await statusOf(server, { ...json, authorization, origin });
    assert.ok(![401, 403, 404].includes(served), String(served));
  });

  it('the Model Context Protocol over HTTP keeps sessions apart, and answers 404 for one that has ended', async () => {
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
    assert.equal(await statusOf(server, { ...headers, 'mcp-session-id': 'unknown' }), 404);
    const requestInit = { headers };
    const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit });
    const other = new Client(INFO);
    await other.connect(transport);
    const { sessionId } = transport;
    assert.ok(sessionId);
    await transport.terminateSession();
    await other.close();
    assert.equal(await statusOf(server, { ...headers, 'mcp-session-id': sessionId }), 404);
    assert.ok((await client.listTools()).tools.length > 0);
  });

  it('the Model Context Protocol over HTTP ends with its server', async () => {
    const other = await serveHttp(agents.mcpParts());
    await other.close();
    await assert.rejects(statusOf(other, {}), /ECONNREFUSED/);
  });
});

describe('agentMcp: command mcp', () => {
  const folder = useFolder('mcp');
  const client = new Client(INFO);
  before(async () => {
    const program = resolve('src/cli.ts');
    const args = ['--disable-warning=ExperimentalWarning', program, 'mcp', '--folder', folder];
    // Variables alone give agents no access to a service.
    const variables = { CLOUD_DEVICES_BASE_URL: 'http://127.0.0.1:1/v1', CLOUD_DEVICES_NAME: 'Production' };
    const env = { ...getDefaultEnvironment(), ...variables, CLOUD_DEVICES_API_KEY: 'canary-key' };
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  });
  after(() => client.close());

  it('the command mcp lets an agent build, repair, verify and activate a flow from an empty folder', async () => {
    await buildAndActivate(caller(client));
  });

  it('the command mcp answers a message that is too long with an error, and goes on', async () => {
    const value = 'x'.repeat(11 * 1024 * 1024);
    const edits = [{ kind: 'set', location: { in: 'settings', path: ['name'] }, value }];
    const huge = client.callTool({ name: 'edit_flow', arguments: { path: 'huge.flow.json', edits } });
    await assert.rejects(huge, /more than 10485760 bytes/);
    assert.ok((await client.listTools()).tools.length > 0);
  });

  it('the command mcp reaches only the sandbox', async () => {
    await assert.rejects(
      caller(client)('list_records', { kind: 'devices', connection: 'Production' }),
      /no connection with this name\. .*“Sandbox”/,
    );
  });
});
