import assert from 'node:assert/strict';
import { createDispatcher } from '../../src/client/dispatcher.ts';
import { readTaskFlow, stateReader, type TaskFlow } from '../../src/deploy/readTaskFlow.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { readCatalog } from '../../src/stores/readCatalog.ts';
import { platformOf } from '../../src/wording/deviceLabels.ts';
import type { TestSandbox } from './sandbox.ts';

/** Lets a task of the sandbox carry out an instruction on a device, and returns its ID when it has ended. */
export async function runTask(sandbox: TestSandbox, task: string, device = 'phone'): Promise<string> {
  const body = { task, deviceId: demoDeviceId(device), llmModel: 'demo/fast' };
  const { id } = (await sandbox.client.runTask({ body })).value;
  await sandbox.service.jobs.waitUntilIdle();
  const { task: ended } = (await sandbox.client.getTask({ params: { task_id: id } })).value;
  assert.notEqual(ended.finishedAt ?? null, null, `${task} has ended`);
  return id;
}

/** Converts a finished task of a sandbox to a flow. */
export async function flowOfTask({ client, baseUrl }: TestSandbox, id: string): Promise<TaskFlow> {
  const { catalog } = (await readCatalog(client, new AbortController().signal)).known;
  const dispatcher = createDispatcher({
    ...{ support: false, proxy: undefined, noProxy: [], strictSSL: true, authorization: undefined },
    ...{ systemCertificates: false, environment: {} },
  });
  const settings = { baseUrl, key: () => Promise.resolve('unused'), dispatcher };
  const readState = stateReader(settings);
  try {
    return await readTaskFlow({ client, catalog, readState, platformOf }, id);
  } finally {
    await dispatcher.close();
  }
}
