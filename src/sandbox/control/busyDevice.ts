import { requireDevice } from '../features/devices/reach.ts';
import { conflict } from '../runtime/refusal.ts';
import type { Service } from '../runtime/service.ts';

/**
 * Throws a Refusal if a trial cannot use a device, or run without one: a trial, a flow, a debug run or a task is
 * running there. `trialDeviceIds` are the devices of running trials, null for one without a device. While a debug run is
 * stopped, others can use its device.
 */
export function refuseBusy(
  { store, controls }: Service,
  deviceId: string | null,
  trialDeviceIds: readonly (string | null)[],
): void {
  const device = deviceId === null ? undefined : requireDevice(store, deviceId);
  const place = device ? `on “${device.name ?? deviceId}”` : 'without a device';
  if (trialDeviceIds.includes(deviceId))
    throw busy(`A trial run is in progress ${place}. Stop it, or wait until it has ended.`);
  if (!device) return;
  const running = store.executions
    .all({ status: ['pending', 'running'] })
    .find(({ id, sandbox }) => sandbox.deviceIds?.includes(device.id) && !controls.has(id));
  if (running)
    throw busy(
      `The flow “${running.flowName ?? ''}” is running ${place}. Abort the run, or wait until it has ended.`,
    );
  if ([...controls.values()].some(control => control.isUsing(device.id)))
    throw busy(`A debug run is in progress ${place}. Stop it, or wait until it has ended.`);
  if (device.activeTaskId) throw busy(`A task is running ${place}. Cancel it, or wait until it has ended.`);
}

function busy(message: string): Error {
  return conflict('device_busy', message);
}
