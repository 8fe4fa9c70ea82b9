import assert from 'node:assert/strict';
import type { Execution } from '../../src/contract/records/execution.ts';
import { runOnce } from '../support/runOnce.ts';
import { runTrial } from '../../src/deploy/runTrial.ts';
import { callAddress } from '../../src/sandbox/features/webhooks/call.ts';
import { flowOf } from '../support/agentFlows.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const REFUSED = /may not call another computer: evil\.example/;
const TO_TEMPLATE = ['webhooks.request', { url: 'https://{{event.payload.host}}/' }] as const;
const PAYLOAD = { host: 'evil.example' };

describe('confinedRuns', () => {
  let sandbox: TestSandbox;
  let triggerId: string;

  before(async () => {
    sandbox = await testSandbox({ timeScale: 0 });
  });
  after(() => sandbox.stop());

  async function create(...steps: Parameters<typeof flowOf>[2]): Promise<string> {
    const body = await flowOf(sandbox.client, 'Send', steps);
    triggerId = (body as { readonly triggerId: string }).triggerId;
    const input = body as Parameters<typeof sandbox.client.createFlow>[0]['body'];
    return (await sandbox.client.createFlow({ body: input })).value.data.id;
  }

  async function verify(flowId: string, payload: object = {}): Promise<Execution> {
    const { client } = sandbox;
    const signal = AbortSignal.timeout(60_000);
    return runOnce({ client, flowId, payload: { ...payload }, isConfined: true, signal });
  }

  /** Fires the trigger of a flow, and returns the run that it starts. */
  async function fired(flowId: string): Promise<Execution> {
    const { client } = sandbox;
    const before = (await client.listExecutions({ query: { flowId } })).value.pagination.total;
    await client.fireTrigger({ params: { triggerId }, body: { payload: PAYLOAD } });
    const read = async (): Promise<readonly Execution[]> =>
      (await client.listExecutions({ query: { flowId } })).value.items ?? [];
    await until(
      'a run has ended',
      async () => {
        const runs = await read();
        return (
          runs.length > before && runs.every(({ status }) => status === 'success' || status === 'failed')
        );
      },
      true,
    );
    const [newest] = (await read()).toSorted((a, b) =>
      String(b.startedAt).localeCompare(String(a.startedAt)),
    );
    assert.ok(newest);
    return newest;
  }

  function isConfined({ id }: Execution): boolean | undefined {
    return sandbox.service.store.executions.get(id)?.sandbox.isConfined;
  }

  it('a run that may call only this computer sends nothing to a host that an expression names during a verification', async () => {
    const execution = await verify(await create(TO_TEMPLATE), PAYLOAD);
    assert.equal(execution.status, 'failed');
    assert.match(JSON.stringify(execution.result), REFUSED);
  });

  it('a run that may call only this computer sends nothing to such a host in a trial run', async () => {
    const flow = (await flowOf(sandbox.client, 'Send', [TO_TEMPLATE])) as Parameters<
      typeof sandbox.sandboxClient.startTrial
    >[0]['body']['flow'];
    const execution = await runTrial({
      sandboxClient: sandbox.sandboxClient,
      body: { flow, step: { index: 0 }, payload: PAYLOAD },
      isConfined: true,
      onProgress: () => undefined,
      signal: AbortSignal.timeout(60_000),
    });
    assert.match(JSON.stringify(execution.result), REFUSED);
  });

  it('a run that may call only this computer sends nothing to a host that a step gets while it waits', async () => {
    const flowId = await create(['flow.wait', { seconds: 1 }]);
    const actions = (await flowOf(sandbox.client, 'Send', [
      ['webhooks.request', { url: 'https://evil.example/' }],
    ])) as {
      readonly actions: Parameters<typeof sandbox.client.replaceFlowActions>[0]['body']['actions'];
    };
    const body = { actions: actions.actions.map(entry => ({ ...entry, key: 'send' })) };
    await sandbox.client.replaceFlowActions({ params: { flowId }, body });
    assert.match(JSON.stringify((await verify(flowId)).result), REFUSED);
  });

  it('a run that may call only this computer is also one that a trigger starts of a flow that such a caller activated or changed', async () => {
    const flowId = await create(TO_TEMPLATE);
    const { client } = sandbox;
    const params = { flowId };
    await client.updateFlow({ params, body: { enabled: true } }, { isConfined: true });
    const first = await fired(flowId);
    assert.equal(isConfined(first), true);
    assert.match(JSON.stringify(first.result), REFUSED);
    assert.ok(!('sandbox' in (await client.getFlow({ params })).value.data));
    const copy = (await client.cloneFlow({ params, body: {} })).value.data.id;
    await client.updateFlow({ params: { flowId: copy }, body: { enabled: true } });
    assert.equal(isConfined(await fired(copy)), true);
  });

  it('a run that may call only this computer is no longer one after the user has activated the flow', async () => {
    const flowId = await create(['flow.wait', { seconds: 1 }]);
    const { client } = sandbox;
    const { id } = await verify(flowId);
    const params = { flowId };
    const body = { verificationExecutionId: id };
    await client.activateFlow({ params, body }, { isConfined: true });
    assert.equal(isConfined(await fired(flowId)), true);
    await client.updateFlow({ params, body: { enabled: false } });
    assert.equal(isConfined(await fired(await activated(flowId, id))), false);
  });

  async function activated(flowId: string, verificationExecutionId: string): Promise<string> {
    await sandbox.client.activateFlow({ params: { flowId }, body: { verificationExecutionId } });
    return flowId;
  }

  it('a run that may call only this computer is refused in the one function that sends requests, before a name is looked up', async () => {
    for (const [url, host] of [
      ['https://evil.example/', 'evil.example'],
      ['https://93.184.216.34/', '93.184.216.34'],
      ['https://localhost.evil.example/', 'localhost.evil.example'],
    ] as const)
      await assert.rejects(
        callAddress({
          ...{ method: 'GET', url, headers: {}, body: undefined, timeoutMs: 1000, longestAnswer: 10 },
          mayCallPort: () => true,
          isConfined: true,
          signal: AbortSignal.timeout(1000),
        }),
        new RegExp(`another computer: ${host.replaceAll('.', String.raw`\.`)}`),
      );
  });
});
