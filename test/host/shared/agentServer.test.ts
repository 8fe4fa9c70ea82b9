import assert from 'node:assert/strict';
import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as vscode from 'vscode';
import { TOOLS } from '../../../src/agent/toolTable.ts';
import { MCP_LABEL, MCP_PROVIDER } from '../../../src/manifest.ts';
import { until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';
import { buildAndActivate } from '../../support/scriptedAgent.ts';
import { story } from '../../support/story.ts';
import { toolOutput } from '../../support/toolOutput.ts';

const { token } = new vscode.CancellationTokenSource();

/** Returns the status of an initialize request with other headers. */
function statusOf(url: URL, headers: Readonly<Record<string, string>>): Promise<number> {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return new Promise((done, fail) => {
    const sent = request(url, { method: 'POST', headers: { ...json, ...headers } }, response => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

describe('shared/agentServer', () => {
  const step = story();
  let window: FreshWindow;
  let url: URL;
  let authorization: string;

  before(async () => {
    window = await freshWindow();
  });

  step(
    'the MCP server of a window is declared in package.json and provided without being started',
    async () => {
      const extension = vscode.extensions.getExtension('cloud-device-automation.cloud-device-automation');
      const { contributes } = extension!.packageJSON as {
        contributes: { mcpServerDefinitionProviders: object[] };
      };
      assert.deepEqual(contributes.mcpServerDefinitionProviders, [{ id: MCP_PROVIDER, label: MCP_LABEL }]);
      const provided = (await window.mcpServers.provideMcpServerDefinitions(token)) ?? [];
      assert.deepEqual(
        provided.map(({ label, uri, headers }) => [label, uri.toString(), headers]),
        [[MCP_LABEL, 'http://127.0.0.1/mcp', {}]],
      );
    },
  );

  step(
    'the MCP server of a window listens on the loopback address and asks for a random token when it is resolved',
    async () => {
      const [provided] = (await window.mcpServers.provideMcpServerDefinitions(token)) ?? [];
      assert.ok(provided);
      const resolved = await window.mcpServers.resolveMcpServerDefinition(provided, token);
      assert.ok(resolved);
      url = new URL(resolved.uri.toString());
      authorization = String(resolved.headers['Authorization']);
      assert.equal(url.hostname, '127.0.0.1');
      assert.ok(Number(url.port) > 1023);
      assert.match(authorization, /^Bearer [\w-]{43}$/);
      const again = await window.mcpServers.resolveMcpServerDefinition(provided, token);
      assert.equal(again?.uri.toString(), resolved.uri.toString());
    },
  );

  step(
    'the MCP server of a window serves a client with the token, and lets an agent build and activate a flow',
    async () => {
      const earlier = new Set(window.services.agentCalls.calls.map(({ id }) => id));
      const client = new Client({ name: 'test-client', version: '1.0.0' });
      await client.connect(
        new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization } } }),
      );
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        TOOLS.map(({ name }) => name),
      );
      await buildAndActivate(async (name, input) => {
        const called = await client.callTool({ name, arguments: { ...input } });
        return toolOutput(called);
      });
      await client.close();
      const calls = window.services.agentCalls.calls.filter(({ id }) => !earlier.has(id));
      assert.ok(calls.some(({ tool, outcome }) => tool === 'activate_flow' && outcome === 'done'));
      assert.ok(calls.every(({ who }) => who === 'MCP client'));
    },
  );

  step(
    'the MCP server of a window refuses requests without the token, by another host name, and of pages',
    async () => {
      assert.equal(await statusOf(url, { authorization }), 200);
      assert.equal(await statusOf(url, {}), 401);
      assert.equal(await statusOf(url, { authorization: 'Bearer x' }), 401);
      assert.equal(await statusOf(url, { authorization, host: `localhost:${url.port}` }), 403);
      assert.equal(await statusOf(url, { authorization, host: 'example.com' }), 403);
      assert.equal(await statusOf(url, { authorization, origin: 'https://example.com' }), 403);
      assert.equal(await statusOf(url, { authorization, origin: 'null' }), 403);
    },
  );

  step('the MCP server of a window is started by VS Code, which then offers its tools', async () => {
    const { mcpServers } = window;
    const { resolveMcpServerDefinition: resolve } = mcpServers;
    let resolved = 0;
    Object.assign(mcpServers, {
      resolveMcpServerDefinition: (...given: Parameters<typeof resolve>) => {
        resolved++;
        return resolve(...given);
      },
    });
    const id = `cloud-device-automation.cloud-device-automation/${MCP_LABEL}`;
    const start = async (): Promise<void> => {
      await vscode.commands.executeCommand('workbench.mcp.startServer', id);
    };
    // VS Code learns of the server a moment after its start.
    await until(
      'VS Code asks for the address of the server',
      async () => {
        await start();
        return resolved > 0;
      },
      true,
    );
    Object.assign(mcpServers, { resolveMcpServerDefinition: resolve });
    // The oldest version sends a Content-Length header that its own HTTP library rejects, so no request is sent.
    if (vscode.version.startsWith('1.103.')) return;
    const offered = (): readonly string[] =>
      vscode.lm.tools.map(({ name }) => name).filter(name => name.startsWith('mcp_cloud-device-'));
    await until('VS Code offers the tools of the server', () => offered().length, TOOLS.length);
    const called = await vscode.lm.invokeTool(
      offered().find(name => name.endsWith('_list_records')) ?? '',
      { input: { kind: 'devices' }, toolInvocationToken: undefined },
      token,
    );
    assert.match(JSON.stringify(called.content), /iPhone/);
    await vscode.commands.executeCommand('workbench.mcp.stopServer', id);
  });
});
