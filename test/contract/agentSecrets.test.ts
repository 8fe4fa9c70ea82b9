import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type HttpServer, serveHttp } from '../../src/agent/mcp/serveHttp.ts';
import { createEndpoint } from '../support/createEndpoint.ts';
import { flowOf } from '../support/agentFlows.ts';
import { type TestAgents, testAgents } from '../support/agents.ts';
import { assertHidden } from '../support/assertHidden.ts';
import { toolOutput } from '../support/toolOutput.ts';

const PASSWORD = 'canary-password-8d21';
/** With eight digits, since IDs and times contain six by chance. */
const PASSCODE = '58031794';
const HOOK = 'canary-hook-3c77';
const FILE = 'secrets.flow.json';

describe('agentSecrets', () => {
  let agents: TestAgents;
  let server: HttpServer;
  let client: Client;
  let mailboxId: string;
  let canaries: readonly string[];
  /** Every message of the server, as a client reads it. */
  const shown: string[] = [];

  before(async () => {
    agents = await testAgents();
    const { client: service, key } = agents.sandbox;
    const mailboxes = (await service.listMailboxes({})).value.items ?? [];
    mailboxId = mailboxes.find(({ status }) => status === 'active')?.id ?? '';
    const { secret } = await createEndpoint(service, { url: `https://example.com/${HOOK}` });
    const authentication = { type: 'basic', user: 'ada', password: PASSWORD };
    const flow = await flowOf(service, 'Secrets', [
      ['mailbox.waitForPasscode', { mailboxId, timeoutSeconds: 60 }],
      ['webhooks.request', { url: 'http://127.0.0.1:1/', authentication }],
    ]);
    writeFileSync(join(agents.folder, FILE), JSON.stringify(flow));
    server = await serveHttp(agents.mcpParts());
    canaries = [PASSWORD, PASSCODE, HOOK, secret, key, server.token];
    client = new Client({ name: 'test-client', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  });
  after(async () => {
    await client.close();
    await server.close();
    await agents.stop();
  });

  async function call(name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
    const onprogress = (progress: unknown): void => void shown.push(JSON.stringify(progress));
    const result = await client.callTool({ name, arguments: input }, { onprogress });
    shown.push(JSON.stringify(result));
    return result.isError === true ? undefined : toolOutput(result);
  }

  it('secrets and agents over MCP are in no result, no progress, and no record of a call', async () => {
    await call('read_flow', { path: FILE });
    await call('check_flow', { path: FILE });
    const mails = [{ mailboxId, subject: `Your passcode is ${PASSCODE}` }];
    const run = await call('run_flow', { path: FILE, mails, timeoutSeconds: 60 });
    assert.match(JSON.stringify(run), /failed/);
    await call('plan_deploy', { paths: [FILE] });
    await call('deploy_flow', { path: FILE });
    await call('list_records', { kind: 'messages', mailboxId });
    for (const kind of ['webhooks', 'flows', 'mailboxes', 'executions', 'triggers', 'flowFiles'])
      await call('list_records', { kind });
    // A call that fails repeats nothing of its input that could be a secret of a file.
    const location = { in: 'params', step: [9], path: ['authentication', 'password'] };
    await call('edit_flow', { path: FILE, edits: [{ kind: 'set', location, value: PASSWORD }] });
    assert.ok(shown.length > 12);
    assertHidden([...shown, JSON.stringify(agents.calls)].join('\n'), canaries);
    assert.ok(shown.some(text => text.includes('••••••')));
  });

  it('secrets and agents over MCP are in no resource', async () => {
    const { resources } = await client.listResources();
    assert.ok(resources.some(({ uri }) => uri.startsWith('flow-run:')));
    assert.ok(resources.some(({ uri }) => uri.startsWith('flow-file:')));
    const texts = [JSON.stringify(resources)];
    for (const { uri } of resources) texts.push(JSON.stringify(await client.readResource({ uri })));
    assertHidden(texts.join('\n'), canaries);
  });
});
