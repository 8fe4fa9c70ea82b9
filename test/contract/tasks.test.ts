import assert from 'node:assert/strict';
import type { Task } from '../../src/contract/records/task.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('tasks in the sandbox', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
    sandbox.clock.freeze(true);
  });

  afterEach(() => sandbox.stop());

  function taskOf(status: string): Task {
    return sandbox.service.store.tasks.all().find(task => task.status === status)!;
  }

  it('tell how far they are', async () => {
    for (const status of ['completed', 'failed', 'cancelled']) {
      const { id, succeeded, message, output, steps } = taskOf(status);
      const { value } = await sandbox.client.getTaskStatus({ params: { task_id: id } });
      assert.deepEqual({ ...value }, { status, succeeded, message, output, steps });
    }
  });

  it('are cancelled while they wait or run, and tell so', async () => {
    const told: unknown[] = [];
    sandbox.service.events.on('task.changed', ({ task }) => told.push([task.id, task.status]));
    const now = new Date(sandbox.clock.now()).toISOString();
    for (const status of ['queued', 'running']) {
      const id = `task-${status}`;
      sandbox.service.store.tasks.put({ id, task: 'Wave.', status });
      const { value } = await sandbox.client.cancelTask({ params: { task_id: id } });
      assert.equal(value.cancelled, true);
      const { task } = (await sandbox.client.getTask({ params: { task_id: id } })).value;
      assert.deepEqual([task.status, task.succeeded], ['cancelled', false]);
      assert.deepEqual([task.finishedAt, task.cancelRequestedAt], [now, now]);
    }
    assert.deepEqual(told, [
      ['task-queued', 'cancelled'],
      ['task-running', 'cancelled'],
    ]);
  });

  it('that have ended are not cancelled and stay as they are', async () => {
    for (const status of ['completed', 'failed', 'cancelled']) {
      const task = taskOf(status);
      const { failure, status: answer } = await failureOf(
        sandbox.client.cancelTask({ params: { task_id: task.id } }),
      );
      assert.ok(failure.kind === 'refused');
      assert.deepEqual([answer, failure.body, failure.code], [409, 'api', 'task_finished']);
      assert.deepEqual(sandbox.service.store.tasks.get(task.id), task);
    }
  });

  it('that do not exist are refused with 404', async () => {
    const input = { params: { task_id: 'no-such-task' } };
    for (const call of [sandbox.client.getTaskStatus(input), sandbox.client.cancelTask(input)]) {
      const { failure, status } = await failureOf(call);
      assert.ok(failure.kind === 'refused');
      assert.deepEqual([status, failure.code], [404, 'not_found']);
    }
  });
});
