import assert from 'node:assert/strict';
import { comparisonReport } from '../../src/commands/reports/comparisonReport.ts';
import { executionReport } from '../../src/commands/reports/executionReport.ts';
import { masked } from '../../src/commands/reports/reportBlocks.ts';
import type { Execution } from '../../src/contract/records/execution.ts';
import { explainExecution, readEvidence } from '../../src/deploy/explainExecution.ts';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { attemptTexts } from '../../src/flow/run/attemptText.ts';
import { outputTree } from '../../src/flow/run/outputTree.ts';
import { passcodesIn } from '../../src/flow/run/passcodes.ts';
import { stepOutcomes } from '../../src/flow/run/stepOutcomes.ts';
import { readTrace, writeTrace } from '../../src/flow/trace/traceFile.ts';
import { checkRun, failureDetails } from '../../src/flowTest/checkRun.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { TraceReading } from '../../src/traceReading/traceReading.ts';
import { FlowRunner, step, stepsOf } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const KEY = 'sk_canary_key_4711';
const PASSCODE = '731905';
const TYPED = 'canaryTyped88';
const GESTURED = 'canaryGestured99';
const MARKED = 'canaryMarked77';
const SECRETS = [KEY, PASSCODE, '731 905', TYPED, GESTURED, MARKED];
const mailboxId = demoMailboxId('gmail');

const resource = (id: string): object => ({ target: { by: 'resourceId', resourceId: `org.sandbox.${id}` } });

describe('evidenceSecrets', () => {
  let sandbox: TestSandbox;
  let run: Execution;

  before(async () => {
    sandbox = await testSandbox({ timeScale: 0, key: KEY });
    const runs = new FlowRunner(sandbox);
    const params = { deviceId: demoDeviceId('tablet') };
    const flow = await runs.createFlow(
      [
        step('device.openUrl', 1, { url: 'form:' }),
        step('device.tap', 2, resource('form:id/form.password')),
        step('device.typeText', 3, { text: TYPED }),
        step('mailbox.waitForPasscode', 4, { mailboxId }, { key: 'passcode' }),
        step(
          'webhooks.request',
          5,
          {
            url: 'http://127.0.0.1:9/',
            authentication: { type: 'bearer', token: MARKED },
          },
          { continueOnError: true },
        ),
        step('device.openUrl', 6, { url: 'messages:' }),
        step('device.tap', 7, { target: { by: 'text', text: 'Code {{steps.passcode.body.code}}' } }),
      ],
      { deviceIds: [params.deviceId] },
    );
    sandbox.service.loopbackPorts.add(9);
    await runs.fire();
    await runs.runWhen(flow, one => stepsOf(one)[3]?.status === 'running');
    // Typed by gestures while the flow waits, like a person at the device panel.
    const send = sandbox.client;
    await send.typeText({ params, body: { text: GESTURED } });
    const body = { subject: 'Your code', text: 'Your code is 731 905.' };
    await sandbox.sandboxClient.deliverMessage({ params: { mailboxId }, body });
    run = await runs.ended(flow);
  });

  after(() => sandbox.stop());

  function assertFree(what: string, shown: unknown): void {
    const text = typeof shown === 'string' ? shown : JSON.stringify(shown);
    assert.ok(text.length > 50, `${what} is empty`);
    for (const secret of SECRETS) {
      const at = text.indexOf(secret);
      assert.equal(at, -1, `${secret} is in ${what}: ${text.slice(Math.max(0, at - 200), at + 100)}`);
    }
  }

  it('secrets in the evidence of a failed run are really in the run', () => {
    assert.equal(run.status, 'failed');
    assert.ok(JSON.stringify(run).includes(PASSCODE));
    assert.deepEqual(
      stepsOf(run).map(({ status }) => status),
      ['success', 'success', 'success', 'success', 'failed', 'success', 'failed'],
    );
  });

  it('secrets in the evidence of a failed run are in no trace, no state behind a picture, and no trace file', async () => {
    const evidence = await readEvidence(sandbox.sandboxClient, run.id);
    assert.ok(evidence);
    assertFree('the trace', evidence);
    const { store } = sandbox.service;
    assertFree('the states', store.traceScreens.all({ executionId: run.id }));
    const document = { ...evidence, missing: [], tasks: [] };
    assertFree('the file', (await readTrace(await writeTrace({ document, pictures: new Map() }))).document);
  });

  it('secrets in the evidence of a failed run are in no page of the trace viewer, and are not found there', async () => {
    const evidence = await readEvidence(sandbox.sandboxClient, run.id);
    assert.ok(evidence);
    const document = { ...evidence, missing: [], tasks: [] };
    const reading = new TraceReading({ document, pictures: new Map() });
    assertFree('the list of steps', reading.state);
    assertFree(
      'the evidence',
      document.steps.map((_, index) => reading.step(index)),
    );
    assertFree(
      'the screens',
      document.screens.map(({ id }) => reading.screen(id)),
    );
    for (const secret of SECRETS) assert.deepEqual(reading.find(secret), [], secret);
  });

  it('secrets in the evidence of a failed run are in no explanation, no report, and no page', async () => {
    const steps = await explainExecution(run, sandbox.sandboxClient);
    assert.ok(steps[6]?.explanation && steps[4]?.explanation);
    assertFree('the report', executionReport(masked(run), masked(steps)));
    const evidence = await readEvidence(sandbox.sandboxClient, run.id);
    assert.ok(evidence);
    const named = { name: 'run', evidence };
    assertFree(
      'the comparison',
      comparisonReport(named, { name: 'none', evidence: { ...evidence, steps: [] } }),
    );
    const passcodes = passcodesIn(steps);
    assertFree('the page', [
      attemptTexts(steps, id => id, passcodes),
      steps.map(({ output }) => outputTree(output, passcodes)),
    ]);
    const actions = stepsOf(run).map(({ actionId }, position) => ({ actionId, position }));
    const outcomes = stepOutcomes(parseFlow(JSON.stringify({ actions })), steps);
    assert.equal(outcomes.length, 7);
    assertFree(
      'the rows',
      outcomes.map(({ error, state }) => [state, error ?? '']),
    );
    const failures = checkRun(run, {}, steps);
    assertFree(
      'the failed test',
      failures.map(failure => [failure.message, failureDetails(failure)]),
    );
  });
});
