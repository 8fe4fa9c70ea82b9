import assert from 'node:assert/strict';
import { readDrift } from '../../src/deploy/readDrift.ts';
import { runInSandbox } from '../../src/deploy/runInSandbox.ts';
import { readGraph } from '../../src/deploy/remoteFlow.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import type { Prediction } from '../../src/flow/compare/drift.ts';
import { runSteps } from '../../src/flow/run/runSteps.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const catalog = createCatalog(demoCatalog);

describe('a verification', () => {
  let sandbox: TestSandbox;
  before(async () => void (sandbox = await testSandbox({ timeScale: 0.01 })));
  after(() => sandbox.stop());

  const body = (seconds: number): object => ({
    name: 'V',
    triggerId: demoTriggerId('custom'),
    actions: [step('flow.wait', 1, { seconds })],
  });

  async function created(seconds: number): Promise<string> {
    const given = body(seconds) as Parameters<typeof sandbox.client.createFlow>[0]['body'];
    return (await sandbox.client.createFlow({ body: given })).value.data.id;
  }

  it('runs to its end, reports progress, and activates the flow', async () => {
    const { client, sandboxClient } = sandbox;
    const flowId = await created(1);
    const seen: (string | null | undefined)[] = [];
    const execution = await runInSandbox({
      client,
      sandboxClient,
      flowId,
      payload: {},
      onProgress: ({ status }) => seen.push(status),
    });
    assert.equal(execution.status, 'success');
    assert.equal(seen[0], 'pending');
    assert.equal(seen.at(-1), 'success');
    assert.deepEqual(
      runSteps(execution.result).map(({ status }) => status),
      ['success'],
    );
    const activated = await client.activateFlow({
      params: { flowId },
      body: { verificationExecutionId: execution.id },
    });
    assert.equal(activated.value.data.enabled, true);
  });

  it('is predicted to be refused exactly when the service refuses it', async () => {
    const { client, sandboxClient } = sandbox;
    const flowId = await created(1);
    const execution = await runInSandbox({ client, sandboxClient, flowId, payload: {} });
    const graph = await readGraph(client, flowId, catalog);
    assert.ok(graph);
    const verified = { executionId: execution.id, ...graph };

    async function foretold(): Promise<readonly [Prediction, boolean]> {
      const given = { path: 'v', text: JSON.stringify(body(1)), link: { flowId, verified } };
      const drift = await readDrift(client, given, catalog, {});
      assert.ok(drift.kind === 'known');
      const accepted = await client
        .activateFlow({ params: { flowId }, body: { verificationExecutionId: execution.id } })
        .then(
          () => true,
          () => false,
        );
      await client.updateFlow({ params: { flowId }, body: { enabled: false } });
      return [drift.drift.activation, accepted];
    }

    const replace = (entry: ReturnType<typeof step>): Promise<unknown> =>
      client.replaceFlowActions({ params: { flowId }, body: { actions: [entry] } });
    assert.deepEqual(await foretold(), ['valid', true]);
    await client.updateFlow({ params: { flowId }, body: { name: 'W', cooldownSeconds: 9 } });
    assert.deepEqual(await foretold(), ['valid', true]);
    await replace(step('flow.wait', 1, { seconds: 2 }));
    assert.deepEqual(await foretold(), ['changed', false]);
    await replace(step('flow.wait', 5, { seconds: 1 }));
    assert.deepEqual(await foretold(), ['valid', true]);
  });

  it('is aborted when waiting for it is canceled', async () => {
    const { client, sandboxClient } = sandbox;
    const flowId = await created(600);
    const abort = new AbortController();
    const run = runInSandbox({
      client,
      sandboxClient,
      flowId,
      payload: {},
      signal: abort.signal,
      onProgress: ({ status }) => {
        if (status === 'running') abort.abort();
      },
    });
    await assert.rejects(run);
    const { items } = (await client.listExecutions({ query: { flowId } })).value;
    assert.deepEqual(
      items?.map(({ status }) => status),
      ['cancelled'],
    );
  });
});
