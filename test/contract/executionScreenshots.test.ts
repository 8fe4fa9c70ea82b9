import assert from 'node:assert/strict';
import type { Execution } from '../../src/contract/records/execution.ts';
import { readServiceTrace, resultTrace } from '../../src/deploy/readServiceTrace.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { isPng } from '../../src/util/pngSize.ts';
import { failingStep, FlowRunner, step } from '../support/flowRunner.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('executionScreenshots', () => {
  let sandbox: TestSandbox;
  let runs: FlowRunner;

  beforeEach(async () => {
    sandbox = await testSandbox({ timeScale: 0.001 });
    runs = new FlowRunner(sandbox);
  });

  afterEach(() => sandbox.stop());

  const actions = [
    step('webhooks.log', 1, { message: 'begin' }),
    step('task.run', 2, { task: 'open maps' }),
    failingStep(3, { nameOverride: 'Ask nobody' }),
    step('webhooks.log', 4, { message: 'end' }),
  ];

  async function endedRun(): Promise<Execution> {
    const flow = await runs.createFlow(actions, { deviceIds: [demoDeviceId('phone')] });
    runs.verify(flow.id);
    return runs.ended(flow);
  }

  it('the progress and the screenshots of executions are those of the steps, also of one that did not run', async () => {
    const run = await endedRun();
    const { progress } = run;
    assert.ok(progress);
    assert.deepEqual([progress.total, progress.currentIndex], [4, null]);
    assert.deepEqual(
      progress.steps.map(({ index, method, status }) => [index, method, status]),
      [
        [0, 'webhooks.log', 'success'],
        [1, 'task.run', 'success'],
        [2, 'flow.branch', 'failed'],
        [3, 'webhooks.log', 'skipped'],
      ],
    );
    assert.ok(progress.steps.slice(0, 3).every(one => one.startedAt != null && one.finishedAt != null));
    const { items } = (await sandbox.client.listExecutions({ query: {} })).value;
    assert.ok((items ?? []).every(one => one.progress === undefined && one.screenshots === undefined));
  });

  it('the progress and the screenshots of executions name the step that runs, and those that have not started', async () => {
    sandbox.clock.freeze(true);
    const flow = await runs.createFlow(
      [step('flow.wait', 1, { seconds: 60 }), step('webhooks.log', 2, { message: 'x' })],
      { deviceIds: [demoDeviceId('phone')] },
    );
    runs.verify(flow.id);
    const { progress } = await runs.runWhen(flow, ({ progress: seen }) => seen?.currentIndex === 0);
    assert.ok(progress);
    assert.deepEqual(
      progress.steps.map(({ status }) => status),
      ['running', 'pending'],
    );
  });

  it('the progress and the screenshots of executions are pictures at an address without a key', async () => {
    const run = await endedRun();
    const [first, ...others] = run.screenshots ?? [];
    assert.ok(first && others.length > 0);
    assert.deepEqual([first.seq, first.stepIndex, first.source, first.mimeType], [0, 1, 'task', 'image/png']);
    const params = { executionId: run.id, screenshotId: first.id };
    assert.ok(isPng((await sandbox.client.getExecutionScreenshot({ params })).value));
    const raw = await sandbox.request(`/executions/${run.id}/screenshots/${first.id}`, {
      redirect: 'manual',
    });
    assert.equal(raw.status, 302);
    const address = raw.headers.get('location') ?? '';
    assert.ok(!address.includes(first.id));
    assert.ok(isPng(new Uint8Array(await (await fetch(address)).arrayBuffer())));
    const missing = { ...params, screenshotId: 'none' };
    assert.equal((await failureOf(sandbox.client.getExecutionScreenshot({ params: missing }))).status, 404);
  });

  it('the progress and the screenshots of executions come with the recordings of the run, and what it delivers to the destination of its flow', async () => {
    const shots = [...actions.slice(0, 2), step('device.screenshot', 3, { name: 'end' })];
    const runTo = async (destination: string): Promise<Execution> => {
      const delivery = { destination, recording: { filename: 'run.mp4' }, screenshots: {} };
      const recordingPolicy = { mode: 'flow' } as const;
      const fields = { deviceIds: [demoDeviceId('phone')], recordingPolicy, delivery };
      const flow = await runs.createFlow(shots, fields);
      runs.verify(flow.id);
      return runs.ended(flow);
    };
    const run = await runTo('sandbox');
    const [recording, ...others] = run.recordings ?? [];
    assert.equal(others.length, 0);
    assert.deepEqual(
      [recording?.scope, recording?.stepIndex, recording?.recordingDeviceId],
      ['flow', -1, demoDeviceId('phone')],
    );
    assert.equal(run.recordingId, recording?.recordingId);
    assert.deepEqual(resultTrace(run).run.recordingIds, [run.recordingId]);
    const delivered = (run.deliveries ?? []).map(({ artifact, status, filename }) => [
      artifact,
      status,
      filename,
    ]);
    assert.deepEqual(delivered.slice(0, 2), [
      ['file', 'succeeded', 'end.png'],
      ['recording', 'succeeded', 'run.mp4'],
    ]);
    assert.equal(delivered.length, 2 + (run.screenshots ?? []).length);
    const elsewhere = await runTo('google_drive');
    assert.ok(
      elsewhere.deliveries?.every(one => one.status === 'failed' && one.errorCode === 'not_connected'),
    );
  });

  it('the progress and the screenshots of executions are the evidence of a run on a service without traces', async () => {
    const run = await endedRun();
    const { document, pictures } = await readServiceTrace(sandbox.client, run);
    assert.deepEqual(document.run.devices, [{ id: demoDeviceId('phone'), name: 'Pixel phone' }]);
    assert.deepEqual(
      document.screens.map(({ id }) => isPng(pictures.get(id) ?? new Uint8Array())),
      (run.screenshots ?? []).map(() => true),
    );
    const [, task] = document.steps;
    assert.equal(task?.screenBefore, 'shot-0');
    assert.equal(task.screenAfter, `shot-${(run.screenshots ?? []).length - 1}`);
    assert.ok(document.missing.includes('otherScreens') && !document.missing.includes('screens'));
    assert.ok(document.steps.every(({ startedAt, status }) => status === 'skipped' || startedAt != null));
  });
});
