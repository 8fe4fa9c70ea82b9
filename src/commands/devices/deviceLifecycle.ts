import { confirmedFor, type TargetCall } from '../prompts/runOnEach.ts';
import { forDevices, onDevices } from './perDevice.ts';

export const rebootDevice = lifecycle(
  'Reboot',
  'Rebooting interrupts everything that runs on the device.',
  async (client, { id }, signal) => {
    await client.rebootDevice({ params: { deviceId: id } }, { signal });
    return 'rebooting';
  },
);

export const stopDevice = lifecycle(
  'Stop',
  'Flows cannot use a stopped device until it is resumed.',
  async (client, { id }, signal) => {
    await client.stopDevice({ params: { deviceId: id } }, { signal });
    return 'stopping';
  },
);

export const resumeDevice = lifecycle(
  'Resume',
  'The device keeps its apps and data, and flows can use it again.',
  async (client, { id }, signal) => {
    await client.resumeDevice({ params: { deviceId: id } }, { signal });
    return 'resuming…';
  },
);

function lifecycle(title: string, warning: string, call: TargetCall) {
  return forDevices(title, async (services, targets) => {
    if (!(await confirmedFor(targets, 'devices', title, warning))) return;
    await onDevices(services, `${title} Devices`, targets, call);
    await services.devices.refresh();
  });
}
