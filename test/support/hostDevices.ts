import assert from 'node:assert/strict';
import type { Device } from '../../src/contract/records/device.ts';
import type { Gesture } from '../../src/contract/sandbox/devices.ts';
import { extensionParts } from './extension.ts';

/** A device of the view by its name; the view was read before. */
export async function deviceNamed(name: string): Promise<Device> {
  const { services } = await extensionParts();
  const found = services.devices.state.items.find(one => one.name === name);
  assert.ok(found, name);
  return found;
}

/** What was done to a device, as the sandbox noted it, newest first. */
export async function gesturesOf({ id }: Device): Promise<readonly Gesture[]> {
  const { services } = await extensionParts();
  const own = await services.clients.openSandbox();
  return (await own.listGestures({ params: { deviceId: id } })).value.data;
}
