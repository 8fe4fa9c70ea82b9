import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Progress } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mcpCommand } from '../../src/commandLine/mcpCommand.ts';
import { createEndpoint } from '../support/createEndpoint.ts';
import { flowOf } from '../support/agentFlows.ts';
import { type AskingClient, connectClient } from '../support/askingClient.ts';
import { startProgram } from '../support/commandLine.ts';
import { type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { useFolder } from '../support/useFolder.ts';
import { assertHidden } from '../support/assertHidden.ts';

const KEY = 'canary-key-5d11c07a';
const PASSWORD = 'canary-password-77ab';
const PASSCODE = '90441738';
const HOOK = 'canary-hook-91ee';
const NAME = 'Example service';
const FILE = 'secrets.flow.json';

/** The command `mcp` in a process of its own, with a client. */
interface Program extends AskingClient {
  /** Returns the standard error of the command. */
  readonly log: () => string;
}

describe('mcpConnections', () => {
  const folder = useFolder('mcp');
  const connection = join(folder, 'service.json');
  const keyFile = join(folder, 'key');
  /** A sandbox in the place of a service. */
  let service: TestSandbox;

  before(async () => {
    service = await testSandbox({ key: KEY, timeScale: 0.02 });
    writeFileSync(connection, JSON.stringify({ baseUrl: service.baseUrl, name: NAME }));
    writeFileSync(keyFile, `${KEY}\n`);
  });
  after(() => service.stop());

  /** Starts the command from source. */
  async function start(
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    questions: string[],
  ): Promise<Program> {
    const program = [resolve('src/cli.ts'), 'mcp', '--folder', folder, ...args];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', ...program],
      env: { ...getDefaultEnvironment(), ...environment },
      stderr: 'pipe',
    });
    let log = '';
    transport.stderr?.on('data', (bytes: Buffer) => (log += bytes.toString()));
    const answer = (message: string): 'accept' => {
      questions.push(message);
      return 'accept';
    };
    return { ...(await connectClient({ transport, answer })), log: () => log };
  }

  it('the command mcp with a connection ends with the reason if the sandbox cannot start', async () => {
    const data = join(folder, 'notes.db');
    writeFileSync(data, 'This is not a database.');
    const { code, stderr } = await startProgram(['mcp', '--data', data]);
    assert.match(stderr, /^The sandbox did not start\. The data file .*notes\.db is damaged: [^\n]*\n$/);
    assert.equal(code, 2);
  });

  it('the command mcp with a connection asks the user before it changes the service, logs each call, and shows no secret', async () => {
    const { client, sandboxClient } = service;
    const mailboxes = (await client.listMailboxes({})).value.items ?? [];
    const mailboxId = mailboxes.find(({ status }) => status === 'active')?.id ?? '';
    const url = `https://example.com/${HOOK}`;
    const { secret } = await createEndpoint(client, { url });
    const body = { subject: `Your passcode is ${PASSCODE}` };
    await sandboxClient.deliverMessage({ params: { mailboxId }, body });
    const authentication = { type: 'basic', user: 'ada', password: PASSWORD };
    const request = { url: 'http://127.0.0.1:1/', authentication };
    const flow = await flowOf(client, 'Secrets', [
      ['flow.wait', { seconds: 1 }],
      ['webhooks.request', request],
    ]);
    writeFileSync(join(folder, FILE), JSON.stringify(flow));
    const questions: string[] = [];
    const { host } = new URL(service.baseUrl);
    const chosen = ['--connection', connection, '--key-file', keyFile, '--allow-host', host];
    const args = ['--profile', 'all', ...chosen];
    const program = await start(args, {}, questions);
    const given = { path: FILE, connection: NAME };
    await program.call('read_flow', given);
    await program.call('check_flow', given);
    await program.call('plan_deploy', { paths: [FILE], connection: NAME });
    const created = await program.call('deploy_flow', given);
    assert.match(JSON.stringify(created), /"created"/);
    assert.equal(questions.length, 1);
    assert.match(questions[0] ?? '', /^Create the flow “Secrets” on Example service\?/);
    await assert.rejects(program.call('activate_flow', given), /Pass the executionId/);
    assert.equal(questions.length, 2);
    const reports: Progress[] = [];
    const onprogress = (report: Progress): void => void reports.push(report);
    await program.call('run_flow', { path: FILE }, { onprogress });
    assert.match(reports.at(-1)?.message ?? '', /of 2 steps have run\.$/);
    await program.call('list_records', { kind: 'messages', mailboxId, connection: NAME });
    for (const kind of ['webhooks', 'flows', 'mailboxes', 'devices'])
      await program.call('list_records', { kind, connection: NAME });
    await assert.rejects(program.call('read_flow', { ...given, path: 'none.flow.json' }), /There is no file/);
    const { resources } = await program.client.listResources();
    assert.ok(resources.length > 0);
    for (const { uri } of resources) await program.client.readResource({ uri });
    await program.client.close();
    const log = program.log();
    assert.match(log, /^\d{4}-[\d:.TZ-]+ · deploy_flow · Example service · secrets\.flow\.json · done$/m);
    assert.match(log, /· activate_flow · Example service · secrets\.flow\.json · failed · Pass the/);
    const shown = [...program.messages, ...questions, log].join('\n');
    assert.ok(program.messages.length > 15 && shown.includes('••••••'));
    assertHidden(shown, [KEY, PASSWORD, PASSCODE, HOOK, secret]);
  });

  it('the command mcp with a connection takes the address and the key from variables, and allows what the profile says', async () => {
    const environment = { CLOUD_DEVICES_BASE_URL: service.baseUrl, CLOUD_DEVICES_API_KEY: KEY };
    const { host } = new URL(service.baseUrl);
    const program = await start(['--profile', 'read'], environment, []);
    const found = await program.call('list_records', { kind: 'devices', connection: host });
    const { records } = found as { readonly records: readonly { readonly id: string }[] };
    const deviceId = records[0]?.id;
    for (const [tool, given, effect] of [
      ['act_on_device', { deviceId, do: 'press', button: 'home' }, 'acts on a device'],
      ['deploy_flow', { path: FILE }, 'writes'],
      ['activate_flow', { path: FILE }, 'activates'],
    ] as const)
      await assert.rejects(program.call(tool, { ...given, connection: host }), {
        message: `The profile “read” allows no call that ${effect} on “${host}”. The user can start the command “mcp” with another --profile.`,
      });
    await program.client.close();
  });

  it('the command mcp with a connection does not start if it is open which service agents may use', async () => {
    const named = join(folder, 'sandbox.json');
    writeFileSync(named, JSON.stringify({ baseUrl: service.baseUrl, name: 'Sandbox' }));
    const { host } = new URL(service.baseUrl);
    for (const [args, problem] of [
      [['--connection', connection], /With the profile “sandbox”, agents reach no service\. Add --profile/],
      [['--key-file', keyFile], /With the profile “sandbox”.*leave out --key-file/],
      [['--profile', 'all'], /No service is named\. Name a file with --connection/],
      [['--profile', 'all', '--connection', connection], /The API key is missing\./],
      [['--profile', 'ALL'], /Allowed choices are sandbox, read, devices, all\./],
      [
        ['--profile', 'all', '--connection', connection, '--key-file', keyFile],
        /service\.json names the host 127\.0\.0\.1:\d+, which may not get the API key\./,
      ],
      [
        ['--profile', 'all', '--connection', named, '--key-file', keyFile, '--allow-host', host],
        /must not have the name “Sandbox”/,
      ],
    ] as const) {
      const page = new URL('file:///page');
      const facts = { version: '1.2.3', homepage: '', reportPage: page, agentPage: page, program: page };
      const command = mcpCommand(facts)
        .exitOverride()
        .configureOutput({ writeErr: () => undefined });
      await assert.rejects(command.parseAsync(['--folder', folder, ...args], { from: 'user' }), problem);
    }
  });
});
