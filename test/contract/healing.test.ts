import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { FINISHED_EXECUTIONS } from '../../src/contract/enumerations.ts';
import type { Execution } from '../../src/contract/records/execution.ts';
import type { Flow } from '../../src/contract/records/flow.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoFlowId } from '../../src/sandbox/demo/flows.ts';
import { conditionStep, type Entry, failingStep, FlowRunner, step, stepsOf } from '../support/flowRunner.ts';
import { startReceiver } from '../support/receiver.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('healing', () => {
  let sandbox: TestSandbox;
  let trials: FlowRunner;

  beforeEach(async () => {
    sandbox = await testSandbox();
    trials = new FlowRunner(sandbox);
  });

  afterEach(() => sandbox.stop());

  describe('self-healing', () => {
    const heal = { selfHealingEnabled: true, selfHealingMaxAttempts: 2, deviceIds: [demoDeviceId('tablet')] };
    const tapOn = (text: string): Entry => step('device.tap', 1, { target: { by: 'text', text } });

    /** Returns the ended run; waits between attempts take no time. */
    async function healed(flow: Flow): Promise<Execution> {
      for (;;) {
        const run = await trials.runWhen(flow, () => true);
        if (FINISHED_EXECUTIONS.includes(run.status ?? '')) return run;
        sandbox.clock.advance(1000);
        await turn();
      }
    }

    it('runs of flows on devices with self-healing retry a step with a less specific selector, and continue if that succeeds', async () => {
      const flow = await trials.createFlow([tapOn('Setting'), conditionStep(2, 'x')], heal);
      await trials.fire();
      assert.equal((await healed(flow)).error, null);
      const { data } = (await sandbox.client.listFlowRepairs({ params: { flowId: flow.id } })).value;
      assert.deepEqual(
        data.map(one => [one.episode, one.attempt, one.status, one.verdict?.outcome, one.candidateSlug]),
        [[1, 1, 'repaired', 'ok', 'device-tap-relaxed']],
      );
      const { data: after } = (await sandbox.client.getFlow({ params: { flowId: flow.id } })).value;
      assert.equal(after.status, 'healthy');
    });

    it('runs of flows on devices with self-healing stop after the maximum number of attempts', async () => {
      const flow = await trials.createFlow([tapOn('Nothing of the kind')], heal);
      await trials.fire();
      const run = await healed(flow);
      assert.equal(run.status, 'failed');
      const { data } = (await sandbox.client.listFlowRepairs({ params: { flowId: flow.id } })).value;
      assert.deepEqual(
        data.map(one => [one.attempt, one.maxAttempts, one.status, one.sourceExecutionId]),
        [
          [1, 2, 'failed', run.id],
          [2, 2, 'escalated', run.id],
        ],
      );
    });

    it('runs of flows on devices with self-healing do not repair failures that need a person, or verification runs', async () => {
      const broken = await trials.createFlow([failingStep(1)], heal);
      await trials.fire();
      await healed(broken);
      const flow = await trials.createFlow([tapOn('Nothing of the kind')], { ...heal, enabled: false });
      trials.verify(flow.id);
      assert.equal((await healed(flow)).status, 'failed');
      for (const { id } of [broken, flow]) {
        const { data } = (await sandbox.client.listFlowRepairs({ params: { flowId: id } })).value;
        assert.deepEqual(data, []);
      }
    });
  });

  it('runs of flows on devices send successes and failures to the endpoint of the flow, whatever its filter', async () => {
    const receiver = await startReceiver(() => 204);
    try {
      const body = { url: receiver.url, eventTypes: ['webhook.test'] };
      const { id } = (await sandbox.client.createWebhook({ body })).value.data;
      const notify = { notifyWebhookId: id, notifyOnSuccess: true, notifyOnFailure: true };
      const good = await trials.createFlow([conditionStep(1, 'x')], { ...notify, name: 'Good' });
      const bad = await trials.createFlow([failingStep(1)], { ...notify, name: 'Bad' });
      await trials.fire();
      const runs = [await trials.ended(good), await trials.ended(bad)];
      trials.verify(bad.id);
      await trials.ended(bad);
      while (receiver.received.length < 2) await turn();
      const events = receiver.received.map(
        one => JSON.parse(one.body.toString()) as { type: string; data: object },
      );
      assert.deepEqual(
        events
          .map(({ type, data }) => ({ type, ...data }))
          .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? 1 : -1)),
        [
          {
            type: 'triggers.notification',
            title: 'Workflow "Good" succeeded',
            severity: 'success',
            origin: { flowId: good.id, executionId: runs[0]?.id },
          },
          {
            type: 'triggers.notification',
            title: 'Workflow "Bad" failed',
            severity: 'error',
            origin: { flowId: bad.id, executionId: runs[1]?.id },
          },
        ],
      );
    } finally {
      receiver.stop();
    }
  });

  describe('demo data', () => {
    async function verified(key: string): Promise<Execution> {
      const id = demoFlowId(key);
      trials.verify(id);
      return trials.ended({ id });
    }

    it('runs of the flows in the demo data sign in with the passcode from the mailbox', async () => {
      const run = await verified('sign-in');
      assert.equal(run.error, null);
      assert.equal((stepsOf(run)[3]!.output as { code: string }).code, '482913');
      const ui = await sandbox.client.getUiState({ params: { deviceId: demoDeviceId('phone') } });
      assert.equal(ui.value.phone_state?.currentApp, 'Form');
    });

    it('runs of the flows in the demo data visit two cities and take a screenshot in each', async () => {
      const run = await verified('tour');
      assert.deepEqual(
        [run.error, run.files?.map(file => file.filename)],
        [null, ['berlin.png', 'paris.png']],
      );
      assert.ok(run.files?.every(file => file.mimeType === 'image/png' && (file.sizeBytes ?? 0) > 10_000));
    });

    it('runs of the flows in the demo data fail if the screen does not show the expected content', async () => {
      const run = await verified('nightly');
      assert.match(run.error ?? '', /^Step 3 “Check text”: .*“All systems fine”/);
      assert.equal(run.files?.length, 4);
    });
  });
});
