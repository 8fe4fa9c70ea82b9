import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type Progress, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type HttpServer, serveHttp } from '../../src/agent/mcp/serveHttp.ts';
import { SERVICE_NAME, type TestAgents, testAgents } from '../support/agents.ts';
import { flowOf } from '../support/agentFlows.ts';
import { until } from '../support/until.ts';

/** The ways in which clients begin: with `initialize`, or with each request alone. */
const ERAS = ['legacy', '2026-07-28'] as const;

for (const era of ERAS)
  describe(`agentProgress: progress over MCP (${era})`, () => {
    let agents: TestAgents;
    let server: HttpServer;
    let client: Client;
    let mailboxId: string;

    before(async () => {
      agents = await testAgents();
      agents.settings = { ...agents.settings, profile: 'all', connections: [SERVICE_NAME] };
      server = await serveHttp(agents.mcpParts());
      const mode = era === 'legacy' ? era : { pin: era };
      client = new Client({ name: 'test-client', version: '1.0.0' }, { versionNegotiation: { mode } });
      const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
      const mailboxes = (await agents.sandbox.client.listMailboxes({})).value.items ?? [];
      mailboxId = mailboxes.find(({ status }) => status === 'active')?.id ?? '';
      const brief = ['flow.wait', { seconds: 1 }] as const;
      const long = ['flow.wait', { seconds: 3600 }] as const;
      write('short.flow.json', await flowOf(agents.sandbox.client, 'Short', [brief, brief, brief]));
      write('long.flow.json', await flowOf(agents.sandbox.client, 'Long', [brief, long]));
      write('service.flow.json', await flowOf(agents.service.client, 'Service', [brief]));
    });
    after(async () => {
      await client.close();
      await server.close();
      await agents.stop();
    });

    function write(path: string, flow: object): void {
      writeFileSync(join(agents.folder, path), JSON.stringify(flow));
    }

    /** Calls a tool and collects its progress. */
    function start(name: string, input: Readonly<Record<string, unknown>>) {
      const reports: Progress[] = [];
      const control = new AbortController();
      const options = { onprogress: (report: Progress) => void reports.push(report), signal: control.signal };
      const result = client.callTool({ name, arguments: input }, options);
      return { reports, result, cancel: () => control.abort() };
    }

    function assertIncreasing(reports: readonly Progress[]): void {
      for (const [index, { progress, total, message }] of reports.entries()) {
        assert.ok(progress > (reports[index - 1]?.progress ?? 0));
        assert.ok(total !== undefined && progress <= total && message);
      }
    }

    /** Cancels a call, and waits until it is recorded as stopped. */
    async function assertCanceled({ result, cancel }: ReturnType<typeof start>, tool: string): Promise<void> {
      const ended = assert.rejects(result);
      cancel();
      await ended;
      await until(
        `${tool} is recorded as stopped`,
        () => agents.calls.at(-1)?.tool === tool && agents.calls.at(-1)?.outcome === 'stopped',
        true,
      );
    }

    it(`the progress over MCP (${era}) of a run counts its steps`, async () => {
      const { reports, result } = start('run_flow', { path: 'short.flow.json' });
      assert.equal((await result).isError, undefined);
      assertIncreasing(reports);
      assert.deepEqual(reports.at(-1), { progress: 3, total: 3, message: '3 of 3 steps have run.' });
    });

    it(`the progress over MCP (${era}) of a run is followed by its end when the client cancels, also in the sandbox`, async () => {
      const call = start('run_flow', { path: 'long.flow.json', timeoutSeconds: 600 });
      await until('a step has run', () => call.reports.at(-1)?.message, '1 of 2 steps have run.');
      await assertCanceled(call, 'run_flow');
      const running = await agents.sandbox.client.listExecutions({ query: { status: 'running' } });
      assert.deepEqual(running.value.items, []);
    });

    it(`the progress over MCP (${era}) of the wait for a passcode is the time, and the wait ends when the client cancels`, async () => {
      const call = start('wait_for_passcode', { mailboxId, timeoutSeconds: 300 });
      await until('a second has passed', () => (call.reports.at(-1)?.progress ?? 0) > 1, true);
      assertIncreasing(call.reports);
      assert.equal(call.reports[0]?.total, 300);
      await assertCanceled(call, 'wait_for_passcode');
    });

    it(`the progress over MCP (${era}) of a deployment tells that the user is asked, and nothing changes when the client cancels`, async () => {
      const count = async (): Promise<number> =>
        (await agents.service.client.listFlows({})).value.pagination.total;
      const flows = await count();
      const answer = Promise.withResolvers<boolean>();
      agents.agrees = answer.promise;
      const input = { path: 'service.flow.json', connection: SERVICE_NAME };
      const canceled = start('deploy_flow', input);
      await until('the user is asked', () => agents.questions.length, 1);
      await until('the progress says so', () => canceled.reports.length, 1);
      assert.match(canceled.reports[0]?.message ?? '', /the user is asked/);
      await assertCanceled(canceled, 'deploy_flow');
      answer.resolve(true);
      await answer.promise;
      assert.equal(await count(), flows);
      agents.agrees = true;
      const { reports, result } = start('deploy_flow', input);
      assert.equal((await result).isError, undefined);
      assertIncreasing(reports);
      assert.equal(reports.at(-1)?.message, 'The flow is deployed.');
      assert.equal(await count(), flows + 1);
    });

    it(`the progress over MCP (${era}) is not reported to a client that does not ask for it`, async () => {
      const { isError } = await client.callTool({
        name: 'run_flow',
        arguments: { path: 'short.flow.json' },
      });
      assert.equal(isError, undefined);
    });
  });
