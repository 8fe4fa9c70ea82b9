import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { FINISHED_EXECUTIONS } from '../../src/contract/enumerations.ts';
import type { Input } from '../../src/contract/operations.ts';
import type { Execution, ExecutionStep } from '../../src/contract/records/execution.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { FlowRunner } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

type Body = Input<'createFlow'>['body'];

describe('deviceRuns', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox({ timeScale: 0.001 });
  });

  afterEach(() => sandbox.stop());

  async function runOf(name: string): Promise<Execution> {
    const file = new URL(`../../examples/${name}.flow.json`, import.meta.url);
    const body = JSON.parse(await readFile(file, 'utf8')) as Body;
    const flow = (await sandbox.client.createFlow({ body })).value.data;
    const { id: executionId } = new FlowRunner(sandbox).verify(flow.id);
    for (;;) {
      const execution = (await sandbox.client.getExecution({ params: { executionId } })).value.data;
      if (FINISHED_EXECUTIONS.includes(execution.status ?? '')) return execution;
      await turn();
    }
  }

  const stepsOf = (run: Execution): ExecutionStep[] => (run.result as { steps: ExecutionStep[] }).steps;

  it('runs of the example flows on simulated devices open the map and take a screenshot', async () => {
    const run = await runOf('first-steps');
    assert.deepEqual([run.status, run.error], ['success', null]);
    assert.deepEqual(
      run.files?.map(({ filename, mimeType }) => [filename, mimeType]),
      [['map.png', 'image/png']],
    );
    assert.deepEqual(stepsOf(run)[0]!.output, { app: 'org.sandbox.maps' });
  });

  it('runs of the example flows on simulated devices visit the cities on two devices and take a screenshot of each', async () => {
    const run = await runOf('location-tour');
    assert.deepEqual([run.status, run.error], ['success', null]);
    const cities = ['0-berlin.png', '1-paris.png', '2-buenos-aires.png'];
    assert.deepEqual(
      run.files?.map(({ filename }) => filename),
      [...cities, ...cities],
    );
  });

  it('runs of the example flows on simulated devices search the news for words on two devices, one of which may be missing', async () => {
    const run = await runOf('nightly-check');
    assert.deepEqual([run.status, run.error], ['success', null]);
    const failed = stepsOf(run).filter(({ status }) => status === 'failed');
    assert.deepEqual(
      failed.map(({ index, childIndex, round }) => [index, childIndex, round]),
      [[2, 0, 2]],
    );
  });

  it('runs of the example flows on simulated devices fill in the form with the passcode from the mail', async () => {
    const run = await runOf('sign-in');
    assert.deepEqual([run.status, run.error], ['success', null]);
    const typed = stepsOf(run).map(step => step.output);
    assert.deepEqual(typed.at(5), { length: 6 });
    assert.equal((typed.at(6) as { element: unknown }).element, 'I accept the terms');
  });

  it('runs of the example flows on simulated devices leave the same screen when the form is filled in again', async () => {
    const params = { deviceId: demoDeviceId('phone') };
    const screenAfterRun = async (): Promise<string> => {
      const { status } = await runOf('sign-in');
      assert.equal(status, 'success');
      return JSON.stringify((await sandbox.client.getUiState({ params })).value.a11y_tree);
    };
    assert.equal(await screenAfterRun(), await screenAfterRun());
  });
});
