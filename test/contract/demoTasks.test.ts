import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Input } from '../../src/contract/operations.ts';
import { runOnce } from '../support/runOnce.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTaskId, demoTasks } from '../../src/sandbox/demo/tasks.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { isPng } from '../../src/util/pngSize.ts';
import { isObject } from '../../src/util/isObject.ts';
import { flowOfTask } from '../support/recordedTasks.ts';
import { type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { useFolder } from '../support/useFolder.ts';

const INDEXES = [...demoTasks(0).keys()];

describe('demoTasks', () => {
  const folder = useFolder('demo-tasks');
  const running: TestSandbox[] = [];

  async function start(dataFile?: string): Promise<TestSandbox> {
    const sandbox = await testSandbox({ dataFile });
    running.push(sandbox);
    return sandbox;
  }

  async function trajectoryOf(
    sandbox: TestSandbox,
    index: number,
  ): Promise<readonly (readonly [string, unknown])[]> {
    const params = { task_id: demoTaskId(index) };
    const { trajectory } = (await sandbox.client.getTaskTrajectory({ params })).value;
    return trajectory.map(({ event, data }) => [event, data]);
  }

  afterEach(async () => {
    for (const sandbox of running.splice(0)) await sandbox.stop();
  });

  it('the demo tasks of the sandbox become flows with a step for each call, and keep the phone as it was', async () => {
    const sandbox = await start();
    const before = sandbox.service.store.phones.get(demoDeviceId('phone'));
    assert.equal(before, undefined, 'nobody has used the phone');
    const names = await Promise.all(
      INDEXES.map(async index => {
        const { text } = await flowOfTask(sandbox, demoTaskId(index));
        const { actions } = JSON.parse(text) as {
          readonly actions: readonly { readonly nameOverride?: string }[];
        };
        return actions.map(({ nameOverride }) => nameOverride);
      }),
    );
    assert.deepEqual(names, [
      ['Open Settings', 'Wait for “Dark theme”', 'Tap “Dark theme”'],
      ['Open Browser', 'Scroll down', 'Tap “Search”', 'Type into “Search”', 'Press Enter'],
      [
        'Open Form',
        'Wait for “Name”',
        'Tap “Name”',
        'Type into “Name”',
        'Tap “E-mail”',
        'Type into “E-mail”',
      ],
    ]);
    assert.equal(sandbox.service.store.phones.get(demoDeviceId('phone')), undefined);
  });

  it('the demo tasks of the sandbox become flows that pass', async () => {
    const { client, sandboxClient, ...sandbox } = await start();
    for (const index of INDEXES) {
      const { text } = await flowOfTask({ client, sandboxClient, ...sandbox }, demoTaskId(index));
      const given = JSON.parse(text) as Input<'createFlow'>['body'];
      const body = { ...given, triggerId: demoTriggerId('custom') };
      const flowId = (await client.createFlow({ body })).value.data.id;
      const run = await runOnce({ client, flowId, payload: {} });
      assert.equal(run.status, 'success', run.error ?? '');
    }
    const { state } = sandbox.service.store.phones.get(demoDeviceId('phone')) ?? {};
    assert.equal(state?.switches.darkTheme, true);
  });

  it('the demo tasks of the sandbox have as many steps as their records, and a picture of each screen', async () => {
    const { client } = await start();
    for (const index of INDEXES) {
      const params = { task_id: demoTaskId(index) };
      const { task } = (await client.getTask({ params })).value;
      const { value } = await client.getTaskStatus({ params });
      assert.equal((value.lastResponse as { thought?: string } | null)?.thought, task.message);
      const { trajectory } = (await client.getTaskTrajectory({ params })).value;
      const thoughts = trajectory.filter(({ event }) => event === 'FastAgentResponseEvent');
      assert.equal(thoughts.length, task.steps);
      const result = trajectory.find(({ event }) => event === 'ResultEvent')?.data;
      assert.ok(isObject(result));
      assert.deepEqual([result['success'], result['message']], [task.succeeded, task.message]);
      const { urls } = (await client.listTaskScreenshots({ params })).value;
      assert.ok(urls.length >= (task.steps ?? 0));
      for (const url of urls) assert.ok(isPng(new Uint8Array(await (await fetch(url)).arrayBuffer())));
    }
  });

  it('the demo tasks of the sandbox keep their trajectory over a start on another port, with addresses there', async () => {
    const file = join(folder, 'data.sqlite');
    const first = await start(file);
    const before = await trajectoryOf(first, 0);
    await first.stop();
    running.length = 0;
    const second = await start(file);
    assert.notEqual(second.baseUrl, first.baseUrl);
    const moved = JSON.stringify(before).replaceAll(
      new URL(first.baseUrl).origin,
      new URL(second.baseUrl).origin,
    );
    assert.equal(JSON.stringify(await trajectoryOf(second, 0)), moved);
    assert.equal((await flowOfTask(second, demoTaskId(0))).stepCount, 3);
  });

  it('the demo tasks of the sandbox are there again after a reset, and not in an empty sandbox', async () => {
    const sandbox = await start();
    await sandbox.sandboxClient.resetSandbox({ body: { seed: 'demo' } });
    assert.ok((await trajectoryOf(sandbox, 0)).length > 0);
    await sandbox.sandboxClient.resetSandbox({ body: { seed: 'empty' } });
    assert.equal(sandbox.service.store.taskEvents.count(), 0);
    assert.equal(sandbox.service.store.taskScreens.count(), 0);
  });
});
