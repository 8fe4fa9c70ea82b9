import { randomUUID } from 'node:crypto';
import type { RunTask, Task } from '../../../contract/records/task.ts';
import { timestamp } from '../../runtime/clock.ts';
import { demoAgents } from '../../demo/referenceData.ts';
import { invalidValue } from '../../runtime/refusal.ts';
import { OWNED } from '../../records/owner.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import type { StoredDevice } from '../../store/stored.ts';
import { taskDefaults } from '../../records/defaults.ts';
import { startNext } from './runTask.ts';
import { publishProgress } from './progress.ts';

/** Queues a task, which starts when its device is free. Throws a 400 Refusal for an unknown device or agent. */
export function createTask(service: Service, body: RunTask): Task {
  const { store, clock } = service;
  const device = chooseDevice(store, body.deviceId);
  const defaults = taskDefaults();
  const agent = demoAgents.find(({ id }) => id === (body.agentId ?? defaults.agentId));
  if (!agent) throw invalidValue('body.agentId', 'there is no agent with this id', body.agentId);
  const llmModel = body.llmModel ?? agent.llmModel ?? '';
  const now = timestamp(clock);
  return store.transaction(() => {
    const task = store.tasks.put({
      ...defaults,
      ...body,
      id: randomUUID(),
      deviceId: device.id,
      llmModel,
      status: 'queued',
      steps: 0,
      succeeded: null,
      message: null,
      output: null,
      creditsUsed: 0,
      tmpDevice: false,
      ...OWNED,
      createdAt: now,
      updatedAt: now,
    });
    store.devices.put({ ...device, taskCount: (device.taskCount ?? 0) + 1 });
    publishProgress(service, task, 'QueuedEvent', { id: task.id, status: 'queued' });
    startNext(service, device.id);
    return store.tasks.get(task.id) ?? task;
  });
}

function chooseDevice(store: Store, deviceId: string | undefined): StoredDevice {
  const device =
    deviceId === undefined
      ? store.devices.all({ state: 'ready' }).find(({ sandbox }) => !sandbox.phone)
      : store.devices.get(deviceId);
  if (device?.sandbox.phone)
    throw invalidValue('body.deviceId', 'the agents of the sandbox use only simulated phones', deviceId);
  if (device) return device;
  throw invalidValue('body.deviceId', 'there is no such device', deviceId ?? null);
}
