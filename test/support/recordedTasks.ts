import { FINISHED_TASKS } from '../../src/contract/enumerations.ts';
import { readTaskFlow, type TaskFlow } from '../../src/deploy/readTaskFlow.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { readCatalog } from '../../src/stores/readCatalog.ts';
import { platformOf } from '../../src/wording/deviceLabels.ts';
import type { TestSandbox } from './sandbox.ts';
import { until } from './until.ts';

/** Lets a task of the sandbox carry out an instruction on a device, and returns its ID when it has ended. */
export async function runTask(sandbox: TestSandbox, task: string, device = 'phone'): Promise<string> {
  const body = { task, deviceId: demoDeviceId(device), llmModel: 'demo/fast' };
  const { id } = (await sandbox.client.runTask({ body })).value;
  await until('the task has ended', async () => {
    const { value } = await sandbox.client.getTaskStatus({ params: { task_id: id } });
    return FINISHED_TASKS.includes(value.status);
  });
  return id;
}

/** Converts a finished task of a sandbox to a flow. */
export async function flowOfTask({ client, readState }: TestSandbox, id: string): Promise<TaskFlow> {
  const { catalog } = (await readCatalog(client, new AbortController().signal)).known;
  return readTaskFlow({ client, catalog, readState, platformOf }, id);
}
