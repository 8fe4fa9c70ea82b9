import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Input } from '../../src/contract/operations.ts';
import type { Task } from '../../src/contract/records/task.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const deviceId = demoDeviceId('phone');

describe('tasks', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
    sandbox.clock.freeze(true);
  });

  afterEach(() => sandbox.stop());

  async function start(task: string, more: Partial<Input<'runTask'>['body']> = {}): Promise<string> {
    return (await sandbox.client.runTask({ body: { task, deviceId, llmModel: 'demo/fast', ...more } })).value
      .id;
  }

  async function read(id: string): Promise<Task> {
    return (await sandbox.client.getTask({ params: { task_id: id } })).value.task;
  }

  /** Moves the clock on second by second, so that each step happens at its time. */
  async function pass(seconds: number): Promise<void> {
    await sandbox.service.jobs.waitUntilIdle();
    for (let second = 0; second < seconds; second++) {
      sandbox.clock.advance(1000);
      await sandbox.service.jobs.waitUntilIdle();
    }
  }

  async function refusal(call: Promise<unknown>): Promise<[number | undefined, string | undefined, string]> {
    const { failure, status } = await failureOf(call);
    assert.ok(failure.kind === 'refused');
    assert.equal(failure.body, 'api');
    return [status, failure.code, failure.message];
  }

  function ended(status: string): Task {
    return sandbox.service.store.tasks.all().find(task => task.status === status)!;
  }

  it('tasks in the sandbox go from queued to completed in steps, and perform their instruction on the device', async () => {
    const statuses: unknown[] = [];
    sandbox.service.events.on('task.changed', ({ task }) => statuses.push(task.status));
    const id = await start('Open the newest message and tell me its sender.');
    assert.equal((await read(id)).status, 'created');
    assert.equal((await sandbox.client.getDevice({ params: { deviceId } })).value.activeTaskId, id);
    await pass(2);
    const { value } = await sandbox.client.getTaskStatus({ params: { task_id: id } });
    assert.deepEqual([value.status, value.steps], ['running', 2]);
    assert.equal(value.execution, null, 'it has not ended');
    await pass(10);
    const task = await read(id);
    assert.deepEqual(
      [task.status, task.succeeded, task.steps, task.creditsUsed],
      ['completed', true, 5, 2.5],
    );
    const after = (await sandbox.client.getTaskStatus({ params: { task_id: id } })).value;
    assert.ok(!('terminationReason' in (after.execution ?? {})), 'it ended by itself');
    assert.equal(task.message, 'Done: Open the newest message and tell me its sender.');
    assert.deepEqual(statuses, ['created', 'running', 'completed']);
    const screen = (await sandbox.client.getUiState({ params: { deviceId } })).value;
    assert.equal(screen.phone_state?.currentApp, 'Messages');
    const device = (await sandbox.client.getDevice({ params: { deviceId } })).value;
    assert.deepEqual([device.activeTaskId, device.taskCount], ['', 1]);
  });

  it('tasks in the sandbox end as failed if their instruction requests it', async () => {
    const id = await start('Fail at this.');
    await pass(10);
    const { value } = await sandbox.client.getTaskStatus({ params: { task_id: id } });
    assert.deepEqual([value.status, value.succeeded], ['failed', false]);
    assert.equal(value.execution?.terminationReason, 'agent_failed');
  });

  it('tasks in the sandbox respect their limits', async () => {
    const few = await start('Open maps.', { maxSteps: 2 });
    await pass(10);
    assert.match((await read(few)).message ?? '', /after 2 steps, which is maxSteps/);
    const slow = await start('Wait 100 seconds.', { executionTimeout: 20 });
    await pass(10);
    const { value } = await sandbox.client.getTaskStatus({ params: { task_id: slow } });
    assert.deepEqual([value.status, value.execution?.terminationReason], ['failed', 'execution_timeout']);
  });

  it('tasks in the sandbox return an output that matches its schema', async () => {
    const outputSchema = {
      type: 'object',
      required: ['total', 'items'],
      properties: {
        total: { type: 'number', minimum: 3 },
        items: { type: 'array', minItems: 2, items: { type: 'string' } },
      },
    };
    const id = await start('Read the cart.', { outputSchema });
    await pass(10);
    assert.deepEqual((await read(id)).output, { total: 3, items: ['sample', 'sample'] });
  });

  it('tasks in the sandbox wait for their device, and are canceled if an earlier task fails', async () => {
    const first = await start('Fail.');
    const second = await start('Open maps.');
    const third = await start('Open settings.', { continueOnFailure: true });
    const elsewhere = await start('Open maps.', { deviceId: demoDeviceId('tablet') });
    assert.deepEqual(
      [(await read(first)).status, (await read(second)).status, (await read(elsewhere)).status],
      ['created', 'queued', 'created'],
    );
    await pass(20);
    const states = await Promise.all([first, second, third].map(async id => (await read(id)).status));
    assert.deepEqual(states, ['failed', 'cancelled', 'completed']);
    const { items } = (await sandbox.client.listDeviceTasks({ params: { deviceId } })).value;
    assert.ok([first, second, third].every(id => items?.some(one => one.taskId === id)));
  });

  it('tasks in the sandbox fail on a device that does not respond', async () => {
    const id = await start('Open maps.', { deviceId: demoDeviceId('offline') });
    await pass(1);
    const { value } = await sandbox.client.getTaskStatus({ params: { task_id: id } });
    assert.deepEqual([value.status, value.execution?.terminationReason], ['failed', 'worker_lost']);
  });

  it('tasks in the sandbox accept any model, and use the model of their agent by default', async () => {
    assert.equal(
      (await read(await start('Open maps.', { llmModel: 'any model/v9' }))).llmModel,
      'any model/v9',
    );
    const { id } = (await sandbox.client.runTask({ body: { task: 'Open maps.', agentId: 1 } })).value;
    assert.equal((await read(id)).llmModel, 'demo/careful');
    const none = { method: 'POST', body: JSON.stringify({ task: 'x', llmModel: '' }) };
    const headers = { 'content-type': 'application/json' };
    assert.equal((await sandbox.request('/tasks', { ...none, headers })).status, 400);
  });

  it('tasks in the sandbox are refused if the device or the agent does not exist', async () => {
    assert.match((await refusal(start('x', { deviceId: 'nobody' })))[2], /^body\.deviceId: /);
    const [status, code] = await refusal(start('x', { agentId: 99 }));
    assert.deepEqual([status, code], [400, 'invalid_request']);
  });

  it('tasks in the sandbox start once for each idempotency key', async () => {
    const body = { task: 'Open maps.', deviceId };
    const headers = { 'idempotency-key': 'once' };
    const first = (await sandbox.client.runTask({ body, headers })).value.id;
    const again = await sandbox.client.runTask({ body, headers });
    assert.equal(again.value.id, first);
    const other = sandbox.client.runTask({ body: { ...body, task: 'Open settings.' }, headers });
    assert.deepEqual((await refusal(other)).slice(0, 2), [422, 'idempotency_key_reused']);
  });

  it('tasks in the sandbox go through cancelling to cancelled', async () => {
    const id = await start('Open maps.');
    await pass(1);
    assert.equal((await sandbox.client.cancelTask({ params: { task_id: id } })).value.cancelled, true);
    assert.equal((await read(id)).status, 'cancelling');
    await pass(1);
    const task = await read(id);
    assert.deepEqual([task.status, task.succeeded], ['cancelled', false]);
    assert.ok(task.cancelRequestedAt && task.finishedAt);
    const queued = [await start('Open maps.'), await start('Open maps.')];
    await sandbox.client.cancelTask({ params: { task_id: queued[1]! } });
    assert.equal((await read(queued[1]!)).status, 'cancelled');
  });

  it('tasks in the sandbox report what they did, with screenshots and screen states that need no key', async () => {
    const id = await start('Open settings.');
    await pass(1);
    await sandbox.client.sendTaskMessage({ params: { task_id: id }, body: { message: 'Hurry.' } });
    await pass(10);
    const { trajectory } = (await sandbox.client.getTaskTrajectory({ params: { task_id: id } })).value;
    assert.deepEqual(
      trajectory.map(({ event }) => event),
      [
        ...['QueuedEvent', 'CreatedEvent', 'StartEvent'],
        ...['ScreenshotEvent', 'RecordUIStateEvent', 'FastAgentResponseEvent', 'UserMessageEvent'],
        ...['ScreenshotEvent', 'RecordUIStateEvent', 'FastAgentResponseEvent'],
        ...['FastAgentToolCallEvent', 'ToolExecutionEvent'],
        ...['ScreenshotEvent', 'RecordUIStateEvent', 'FastAgentResponseEvent'],
        ...['ScreenshotEvent', 'RecordUIStateEvent', 'FastAgentResponseEvent'],
        ...['FastAgentToolCallEvent', 'ToolExecutionEvent'],
        ...['FinalizeEvent', 'ResultEvent', 'StopEvent'],
      ],
    );
    const { urls } = (await sandbox.client.listTaskScreenshots({ params: { task_id: id } })).value;
    assert.equal(urls.length, 4);
    const picture = await fetch(urls[1]!);
    assert.equal(picture.headers.get('content-type'), 'image/png');
    assert.ok(
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .equals(Buffer.from('PNG')),
    );
    const states = (await sandbox.client.listTaskUiStates({ params: { task_id: id } })).value.urls;
    const state = (await (await fetch(states[3]!)).json()) as { phone_state: { currentApp: string } };
    assert.equal(state.phone_state.currentApp, 'Settings');
    const one = (await sandbox.client.getTaskScreenshot({ params: { task_id: id, index: 2 } })).value;
    assert.equal(one.url, urls[2]);
    const missing = sandbox.client.getTaskUiState({ params: { task_id: id, index: 9 } });
    assert.equal((await refusal(missing))[0], 404);
    assert.equal((await fetch(urls[0]!.replace(/screens\/.*/, 'screens/x.png'))).status, 404);
  });

  it('tasks in the sandbox can be followed from start to end', async () => {
    const id = await start('Open maps.');
    await pass(1);
    const response = await sandbox.request(`/tasks/${id}/attach`);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const whole = response.text();
    await turn();
    await pass(10);
    const events = [...(await whole).matchAll(/^event: (.+)\ndata: (.+)$/gm)].map(match => match[1]);
    const { trajectory } = (await sandbox.client.getTaskTrajectory({ params: { task_id: id } })).value;
    assert.deepEqual(
      events,
      trajectory.map(({ event }) => event),
    );
    const over = await (await sandbox.request(`/tasks/${id}/attach`)).text();
    assert.equal([...over.matchAll(/^event: /gm)].length, events.length);
  });

  it('tasks in the sandbox release followers that disconnect', async () => {
    const id = await start('Wait 1000 seconds.');
    const leaving = new AbortController();
    const response = await sandbox.request(`/tasks/${id}/attach`, { signal: leaving.signal });
    const reader = response.body!.getReader();
    await reader.read();
    leaving.abort();
    await assert.rejects(async () => {
      for (;;) if ((await reader.read()).done) return;
    });
  });

  it('tasks in the sandbox that have ended report their result and refuse cancellation and messages', async () => {
    for (const status of ['completed', 'failed', 'cancelled']) {
      const task = ended(status);
      const params = { task_id: task.id };
      const { value } = await sandbox.client.getTaskStatus({ params });
      const { succeeded, message, output, steps } = task;
      const { lastResponse, execution, ...told } = value;
      assert.deepEqual(told, { status, succeeded, message, output, steps });
      assert.deepEqual(lastResponse, { thought: message });
      // Only an abnormal end has an execution.
      assert.deepEqual(execution?.checkpoint?.['steps'], status === 'completed' ? undefined : steps);
      for (const call of [
        sandbox.client.cancelTask({ params }),
        sandbox.client.sendTaskMessage({ params, body: { message: 'x' } }),
      ]) {
        assert.deepEqual((await refusal(call)).slice(0, 2), [409, 'task_finished']);
      }
      assert.deepEqual(sandbox.service.store.tasks.get(task.id), task);
    }
  });

  it('tasks in the sandbox of the demo data have a display and the reason for their end', async () => {
    for (const [status, reason] of [
      ['completed', undefined],
      ['failed', 'agent_failed'],
      ['cancelled', 'cancelled'],
    ] as const) {
      const { id } = ended(status);
      assert.equal((await read(id)).displayId, 0);
      const { execution } = (await sandbox.client.getTaskStatus({ params: { task_id: id } })).value;
      assert.equal(execution?.terminationReason, reason);
    }
  });

  it('tasks in the sandbox that do not exist are refused with 404', async () => {
    const params = { task_id: 'no-such-task' };
    for (const call of [
      sandbox.client.getTaskStatus({ params }),
      sandbox.client.cancelTask({ params }),
      sandbox.client.getTaskTrajectory({ params }),
      sandbox.client.listTaskScreenshots({ params }),
    ]) {
      assert.deepEqual((await refusal(call)).slice(0, 2), [404, 'not_found']);
    }
  });

  it('tasks in the sandbox are sent to the subscribed endpoints', async () => {
    const body = { url: 'http://127.0.0.1:9/', eventTypes: ['task.run.completed', 'task.run.failed'] };
    const { id } = (await sandbox.client.createWebhook({ body })).value.data;
    await start('Open maps.');
    await start('Fail.');
    await pass(20);
    const { items } = (await sandbox.client.listWebhookDeliveries({ params: { id } })).value;
    assert.deepEqual(items?.map(one => one.eventType).toSorted(), ['task.run.completed', 'task.run.failed']);
  });

  it('tasks in the sandbox are followed by the call that starts them, and cancelled when it ends', async () => {
    const body = { task: 'Open the newest message, and stay there.', deviceId, llmModel: 'demo/fast' };
    const { value: events } = await sandbox.client.streamTask({ body });
    const seen: string[] = [];
    for await (const { event } of events) {
      seen.push(event);
      if (event === 'CreatedEvent') break;
    }
    assert.deepEqual(seen, ['QueuedEvent', 'CreatedEvent']);
    const started = (): Task | undefined =>
      sandbox.service.store.tasks.all().find(({ task }) => task === body.task);
    await until('the cancellation is requested', () => started()?.cancelRequestedAt != null);
    await pass(1);
    assert.equal(started()?.status, 'cancelled');
  });

  it('tasks in the sandbox end with the events of the call that starts them', async () => {
    const body = { task: 'Open the settings.', deviceId, llmModel: 'demo/fast' };
    const { value: events } = await sandbox.client.streamTask({ body });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { event } of events) seen.push(event);
    })();
    await until(
      'the first event',
      () => seen.length,
      count => count > 0,
    );
    await pass(10);
    await reading;
    assert.equal(seen[0], 'QueuedEvent');
    assert.ok(
      sandbox.service.store.tasks
        .all()
        .some(({ task, status }) => task === body.task && status === 'completed'),
    );
  });
});
