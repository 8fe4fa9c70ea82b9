import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElicitResult, Progress } from '@modelcontextprotocol/client';
import { serveStdio, type StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../../src/agent/mcp/mcpServer.ts';
import { runOnce } from '../support/runOnce.ts';
import { flowOf } from '../support/agentFlows.ts';
import { SERVICE_NAME, type TestAgents, testAgents } from '../support/agents.ts';
import { type AskingClient, connectClient, MCP_ERAS, transportPair } from '../support/askingClient.ts';
import { until } from '../support/until.ts';

const FILE = 'wait.flow.json';
const INPUT = { path: FILE, connection: SERVICE_NAME };

for (const era of MCP_ERAS)
  describe(`agentQuestions: questions to the user of an MCP client (${era})`, () => {
    let agents: TestAgents;
    const servers: StdioServerHandle[] = [];
    let asking: AskingClient;
    const questions: string[] = [];
    let answer: ElicitResult['action'] | Promise<ElicitResult['action']> = 'decline';

    before(async () => {
      agents = await testAgents({ hasUser: false });
      agents.settings = { ...agents.settings, profile: 'all', connections: [SERVICE_NAME] };
      const steps = [1, 2, 3].map(seconds => ['flow.wait', { seconds }] as const);
      writeFlow(FILE, await flowOf(agents.service.client, 'Wait', steps));
      writeFlow('local.flow.json', await flowOf(agents.sandbox.client, 'Local', steps));
      asking = await connect(message => {
        questions.push(message);
        return answer;
      });
    });
    after(async () => {
      await Promise.all(servers.map(server => server.close()));
      await agents.stop();
    });

    function writeFlow(path: string, flow: object): void {
      writeFileSync(join(agents.folder, path), JSON.stringify(flow));
    }

    /** Connects a client to a server as the command `mcp` runs it. */
    async function connect(ask?: (message: string) => typeof answer): Promise<AskingClient> {
      const [transport, other] = transportPair();
      const parts = { ...agents.mcpParts(), clientAsks: true };
      servers.push(serveStdio(() => createMcpServer(parts), { transport: other }));
      return connectClient({ transport, era, ...(ask ? { answer: ask } : {}) });
    }

    async function countFlows(): Promise<number> {
      return (await agents.service.client.listFlows({})).value.pagination.total;
    }

    function lastOutcome(): string {
      const last = agents.calls.at(-1);
      return `${last?.tool} ${last?.outcome}`;
    }

    it(`questions to the user of an MCP client (${era}) are not asked about reading, and about nothing in the sandbox`, async () => {
      await asking.call('list_records', { kind: 'devices', connection: SERVICE_NAME });
      await asking.call('deploy_flow', { path: 'local.flow.json' });
      assert.deepEqual(questions, []);
    });

    it(`questions to the user of an MCP client (${era}) name the flow and the service, and nothing changes if the user declines or closes one`, async () => {
      const flows = await countFlows();
      for (const action of ['decline', 'cancel'] as const) {
        answer = action;
        await assert.rejects(asking.call('deploy_flow', INPUT), /The user declined this call\./);
        assert.equal(lastOutcome(), 'deploy_flow declined');
      }
      assert.equal(questions.length, 2);
      assert.match(
        questions[0] ?? '',
        /^Create the flow “Wait” on Example service\?\nFrom wait\.flow\.json\./,
      );
      assert.equal(await countFlows(), flows);
    });

    it(`questions to the user of an MCP client (${era}) are worth nothing after the client has canceled the call`, async () => {
      const flows = await countFlows();
      const asked = questions.length;
      const open = Promise.withResolvers<ElicitResult['action']>();
      answer = open.promise;
      const control = new AbortController();
      const call = assert.rejects(asking.call('deploy_flow', INPUT, { signal: control.signal }));
      await until('the user is asked', () => questions.length, asked + 1);
      control.abort();
      open.resolve('accept');
      await call;
      // Messages arrive in order, so the answer would have been used before this one.
      await asking.call('list_records', { kind: 'flows', connection: SERVICE_NAME });
      assert.equal(await countFlows(), flows);
    });

    it(`questions to the user of an MCP client (${era}) are asked each time, and the call then does what the user agreed to`, async () => {
      const flows = await countFlows();
      const asked = questions.length;
      answer = 'accept';
      const reports: Progress[] = [];
      const onprogress = (report: Progress): void => void reports.push(report);
      const created = await asking.call('deploy_flow', INPUT, { onprogress });
      const { result, flowId } = created as { readonly result: string; readonly flowId: string };
      assert.deepEqual([result, await countFlows()], ['created', flows + 1]);
      assert.match(reports[0]?.message ?? '', /the user is asked/);
      const { client } = agents.service;
      const signal = AbortSignal.timeout(60_000);
      const { id, status } = await runOnce({ client, flowId, payload: {}, signal });
      assert.equal(status, 'success');
      const active = await asking.call('activate_flow', { ...INPUT, executionId: id });
      assert.equal((active as { readonly enabled: boolean }).enabled, true);
      assert.equal(questions.length, asked + 2);
      assert.match(questions.at(-1) ?? '', /^Activate “Wait” on Example service\?\nFrom then on/);
    });

    it(`questions to the user of an MCP client (${era}) that cannot be asked refuse the call, with what to do`, async () => {
      const { call } = await connect();
      const flows = await countFlows();
      const message =
        'The user has to agree to this call, and this client cannot ask: ask the user to do it in the editor, or to use a client that supports elicitation.';
      for (const tool of ['deploy_flow', 'activate_flow']) {
        await assert.rejects(call(tool, INPUT), { message });
        assert.equal(lastOutcome(), `${tool} refused`);
      }
      await call('plan_deploy', { paths: [FILE], connection: SERVICE_NAME });
      await call('deploy_flow', { path: 'local.flow.json' });
      assert.equal(await countFlows(), flows);
    });

    it(`questions to the user of an MCP client (${era}) leave the progress of a run as it is`, async () => {
      const reports: Progress[] = [];
      const onprogress = (report: Progress): void => void reports.push(report);
      await asking.call('run_flow', { path: 'local.flow.json', verify: true }, { onprogress });
      const counts = reports.map(({ progress }) => progress);
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => a - b),
      );
      assert.deepEqual(reports.at(-1), { progress: 3, total: 3, message: '3 of 3 steps have run.' });
      const sent = asking.messages.length;
      await asking.call('run_flow', { path: 'local.flow.json' });
      assert.ok(asking.messages.slice(sent).every(text => !text.includes('notifications/progress')));
    });
  });
