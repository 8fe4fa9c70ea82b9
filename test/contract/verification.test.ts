import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ApiError } from '../../src/client/failure.ts';
import { readDrift } from '../../src/deploy/readDrift.ts';
import { runOnce } from '../support/runOnce.ts';
import { runVerification } from '../../src/deploy/runVerification.ts';
import { readGraph } from '../../src/deploy/remoteFlow.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import type { Prediction } from '../../src/flow/compare/drift.ts';
import { runSteps } from '../../src/flow/run/runSteps.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const catalog = createCatalog(demoCatalog);

describe('verification', () => {
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

  it('a verification runs to its end, reports progress, and activates the flow', async () => {
    const { client } = sandbox;
    const flowId = await created(1);
    const seen: (string | null | undefined)[] = [];
    const execution = await runOnce({
      client,
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

  describe('one device', () => {
    const start = (flowId: string, more: object = {}) =>
      sandbox.client.verifyFlow({ params: { flowId }, body: { invocationId: randomUUID(), ...more } });

    async function createdFor(more: object): Promise<string> {
      const given = { ...body(0), ...more } as Parameters<typeof sandbox.client.createFlow>[0]['body'];
      return (await sandbox.client.createFlow({ body: given })).value.data.id;
    }

    it('a verification on one device says which run it started', async () => {
      const deviceIds = [demoDeviceId('phone')];
      const flowId = await createdFor({ deviceIds });
      const { status, value } = await start(flowId, { invocationId: 'first' });
      const { executionId, ...said } = value.data;
      assert.equal(status, 202);
      assert.deepEqual(said, {
        ...{ flowId, triggerId: demoTriggerId('custom'), invocationId: 'first', kind: 'verification' },
        ...{ status: 'pending', deviceId: deviceIds[0], deduplicated: false },
      });
      const { data } = (await sandbox.client.getExecution({ params: { executionId } })).value;
      assert.deepEqual(
        [data.kind, data.invocationId, data.deviceId],
        ['verification', 'first', deviceIds[0]],
      );
    });

    it('a verification on one device starts one run if twenty calls have the same identifier', async () => {
      const flowId = await createdFor({});
      const body = { invocationId: 'same' };
      const replies = await Promise.all(Array.from({ length: 20 }, () => start(flowId, body)));
      assert.equal(new Set(replies.map(({ value }) => value.data.executionId)).size, 1);
      assert.deepEqual(replies.map(({ status, value }) => [status, value.data.deduplicated]).toSorted(), [
        ...Array.from({ length: 19 }, () => [200, true]),
        [202, false],
      ]);
      const other = await createdFor({});
      assert.equal((await start(other, body)).value.data.deduplicated, false);
    });

    for (const [when, kind] of [
      ['before', 'reset'],
      ['after', 'halfBody'],
    ] as const) {
      it(`a verification on one device starts one run if the connection is lost ${when} the service acts`, async () => {
        const { client, sandboxClient } = sandbox;
        const flowId = await createdFor({});
        await sandboxClient.addFault({ body: { operation: 'verifyFlow', times: 1, fault: { kind } } });
        const execution = await runVerification({ client, flowId, payload: {} });
        assert.equal(execution.status, 'success');
        const { items } = (await client.listExecutions({ query: { flowId } })).value;
        assert.deepEqual(
          items?.map(({ id }) => id),
          [execution.id],
        );
      });
    }

    it('a verification on one device needs the device if the flow has several, and accepts only those of the flow', async () => {
      const deviceIds = [demoDeviceId('phone'), demoDeviceId('tablet')];
      const flowId = await createdFor({ deviceIds });
      await refused(start(flowId), 422, 'invalid_device');
      await refused(start(flowId, { deviceId: demoDeviceId('ios') }), 422, 'invalid_device');
      const { value } = await start(flowId, { deviceId: deviceIds[1] });
      assert.equal(value.data.deviceId, deviceIds[1]);
    });

    it('a verification on one device has no device if the flow has none', async () => {
      assert.equal((await start(await createdFor({}))).value.data.deviceId, null);
    });

    it('a verification on one device checks the payload against the schema of a custom trigger', async () => {
      const customPayloadSchema = { type: 'object', required: ['city'] };
      const trigger = { name: 'City', activation: 'custom', customPayloadSchema } as const;
      const triggerId = (await sandbox.client.createTrigger({ body: trigger })).value.data.id;
      const flowId = await createdFor({ triggerId });
      await refused(start(flowId), 422, 'invalid_payload');
      assert.ok((await start(flowId, { payload: { city: 'Paris' } })).value.data.executionId);
    });

    it('a verification on one device checks the conditions of an event trigger', async () => {
      const conditions = { all: [{ field: 'accepted', operator: 'equals', value: true }] };
      const trigger = { name: 'Mail', activation: 'event', eventType: 'app.form.submitted', conditions };
      const given = trigger as unknown as Parameters<typeof sandbox.client.createTrigger>[0]['body'];
      const triggerId = (await sandbox.client.createTrigger({ body: given })).value.data.id;
      const flowId = await createdFor({ triggerId });
      await refused(start(flowId, { payload: { accepted: false } }), 409, 'conditions_not_met');
      assert.ok((await start(flowId, { payload: { accepted: true } })).value.data.executionId);
    });

    it('a verification on one device ignores the payload of a schedule, and changes no health', async () => {
      const flowId = await createdFor({ triggerId: demoTriggerId('once') });
      const { value } = await start(flowId, { payload: { any: 1 } });
      assert.ok(value.data.executionId);
      const { data } = (await sandbox.client.getFlow({ params: { flowId } })).value;
      assert.deepEqual([data.lastTriggeredAt, data.consecutiveFailures], [null, 0]);
    });

    async function refused(call: Promise<unknown>, status: number, code: string): Promise<void> {
      await assert.rejects(call, (error: ApiError) => {
        assert.ok(error.failure.kind === 'refused');
        assert.deepEqual([error.failure.status, error.failure.code], [status, code]);
        return true;
      });
    }
  });

  it('a verification is predicted to be refused exactly when the service refuses it', async () => {
    const { client } = sandbox;
    const flowId = await created(1);
    const execution = await runOnce({ client, flowId, payload: {} });
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
    await replace(step('flow.wait', 1, { seconds: 2 }, { key: 'wait' }));
    assert.deepEqual(await foretold(), ['changed', false]);
    await replace(step('flow.wait', 5, { seconds: 1 }, { key: 'pause' }));
    assert.deepEqual(await foretold(), ['valid', true]);
  });

  it('a verification is aborted when waiting for it is canceled', async () => {
    const { client } = sandbox;
    const flowId = await created(600);
    const abort = new AbortController();
    const run = runOnce({
      client,
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
