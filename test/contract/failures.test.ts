import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { FINISHED_EXECUTIONS } from '../../src/contract/enumerations.ts';
import type { Flow } from '../../src/contract/records/flow.ts';
import { explainRun, explainStep } from '../../src/flow/explain/explainStep.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { type Entry, FlowRunner, step } from '../support/flowRunner.ts';
import { startReceiver } from '../support/receiver.ts';
import { seededFailures } from '../support/seededFailures.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { readTraceOf, type WholeTrace } from '../support/traces.ts';

const GMAIL = demoMailboxId('gmail');

describe('failures', () => {
  let sandbox: TestSandbox;
  let runs: FlowRunner;

  beforeEach(async () => {
    sandbox = await testSandbox({ timeScale: 0 });
    sandbox.clock.freeze(true);
    runs = new FlowRunner(sandbox);
  });

  afterEach(() => sandbox.stop());

  // Waits pass on the clock of the sandbox.
  async function traceOf(flow: Flow): Promise<WholeTrace> {
    for (;;) {
      const run = await runs.runWhen(flow, () => true);
      if (FINISHED_EXECUTIONS.includes(run.status ?? '')) return readTraceOf(sandbox, run.id);
      sandbox.clock.advance(1000);
      await turn();
    }
  }

  function flowOf(actions: Entry[], device: string | null = 'tablet'): Promise<Flow> {
    return runs.createFlow(actions, { deviceIds: device === null ? [] : [demoDeviceId(device)] });
  }

  for (const { name, steps, cause, says, device, payload, mail, status } of seededFailures) {
    it(`the explanation of a failed run names ${name}`, async () => {
      const receiver = await startReceiver(() => status ?? 204);
      const port = Number(new URL(receiver.url).port);
      sandbox.service.loopbackPorts.add(port);
      // Nothing listens at the discard port.
      sandbox.service.loopbackPorts.add(9);
      try {
        const fill = (params: object): object =>
          JSON.parse(
            JSON.stringify(params)
              .replace('{receiver}', receiver.url)
              .replace('{gone}', 'http://127.0.0.1:9/'),
          ) as object;
        const actions = steps.map(([method, params = {}], index) => step(method, index + 1, fill(params)));
        const flow = await flowOf(actions, device);
        await runs.fire(payload);
        if (mail) {
          await runs.waiting(flow);
          await sandbox.sandboxClient.deliverMessage({ params: { mailboxId: GMAIL }, body: mail });
        }
        const trace = await traceOf(flow);
        const found = explainRun(trace);
        assert.equal(found?.cause, cause, found?.sentence);
        assert.match(found.sentence, says);
        assert.equal(found.step.index, steps.length - 1);
      } finally {
        receiver.stop();
      }
    });
  }

  it('the explanation of a failed run names an element that appeared later', async () => {
    const flow = await flowOf([
      step('device.openUrl', 1, { url: 'maps:' }),
      step(
        'device.tap',
        2,
        { target: { by: 'text', text: 'I accept the terms' } },
        { continueOnError: true },
      ),
      step('device.openUrl', 3, { url: 'form:' }),
    ]);
    await runs.fire();
    const trace = await traceOf(flow);
    const found = explainRun(trace);
    assert.equal(found?.cause, 'late');
    assert.match(found.sentence, /appeared only after step 2 looked for it/);
  });

  it('the explanation of a failed run names a step whose output does not exist because it failed', async () => {
    const flow = await flowOf([
      step(
        'device.tap',
        1,
        { target: { by: 'text', text: 'Nowhere at all' } },
        { key: 'look', continueOnError: true },
      ),
      step('webhooks.log', 2, { message: '{{steps.look.body.x}}' }),
    ]);
    await runs.fire();
    const trace = await traceOf(flow);
    const second = trace.steps[1];
    assert.ok(second);
    assert.match(explainStep(trace, second)?.sentence ?? '', /Step 1 failed, so its output/);
  });

  it('the explanation of a failed run names the passcode that the app rejects', async () => {
    const resource = (id: string) => ({
      target: { by: 'resourceId', resourceId: `org.sandbox.form:id/${id}` },
    });
    const flow = await flowOf([
      step('device.openUrl', 1, { url: 'form:' }),
      step('device.tap', 2, resource('form.name')),
      step('device.typeText', 3, { text: 'Ann' }),
      step('device.tap', 4, resource('form.email')),
      step('device.typeText', 5, { text: 'qa.devices@gmail.example' }),
      step('device.tap', 6, resource('form.password')),
      step('device.typeText', 7, { text: 'long-enough-1' }),
      step('device.globalAction', 8, { button: 'back' }),
      step('device.tap', 9, resource('form.terms')),
      step('device.tap', 10, resource('submit')),
      step('device.tap', 11, resource('form.code')),
      step('device.typeText', 12, { text: '111' }),
      step('device.globalAction', 13, { button: 'back' }),
      step('device.tap', 14, resource('confirm')),
      step('device.assertText', 15, { contains: 'Your address is confirmed' }),
    ]);
    await runs.fire();
    const found = explainRun(await traceOf(flow));
    assert.equal(found?.cause, 'rejectedPasscode', found?.sentence);
    assert.match(found.sentence, /“Form” rejected the passcode: “This is not the passcode of the mail\.”/);
  });

  it('the explanation of a failed run names the condition that skipped a step, and the failure before one', async () => {
    const flow = await flowOf([
      step(
        'flow.branch',
        1,
        { left: '{{event.payload.paid}}', operator: 'equals', right: true },
        {
          children: [step('webhooks.log', 1, { message: 'paid' })],
        },
      ),
      step('device.tap', 2, { target: { by: 'text', text: 'Nowhere at all' } }),
      step('webhooks.log', 3, { message: 'end' }),
    ]);
    await runs.fire({ paid: false });
    const trace = await traceOf(flow);
    const texts = trace.steps.map(one => [one.status, explainStep(trace, one)?.cause]);
    assert.deepEqual(texts, [
      ['success', undefined],
      ['skipped', 'condition'],
      ['failed', 'missing'],
      ['skipped', 'earlierFailure'],
    ]);
    const child = trace.steps[1];
    assert.ok(child);
    assert.match(
      explainStep(trace, child)?.sentence ?? '',
      /condition of step 1 was not met: it is not true that “false” equals “true”/,
    );
  });
});
