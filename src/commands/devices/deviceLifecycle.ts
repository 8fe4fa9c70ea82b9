import type { LineHandler } from '../lineArgument.ts';
import { confirmed } from '../prompts/ask.ts';
import { describeTargets, namesOf, type TargetCall } from '../prompts/runOnEach.ts';
import { forDevices, onDevices } from './perDevice.ts';

/** Reboots devices after confirmation. */
export const rebootDevice = lifecycle(
  'Reboot',
  'Rebooting interrupts everything that runs on the device.',
  async (client, { id }, signal) => {
    await client.rebootDevice({ params: { deviceId: id } }, { signal });
    return 'rebooting';
  },
);

/** Stops devices after confirmation. */
export const stopDevice = lifecycle(
  'Stop',
  'Flows cannot use a stopped device until it is resumed.',
  async (client, { id }, signal) => {
    await client.stopDevice({ params: { deviceId: id } }, { signal });
    return 'stopping';
  },
);

/** Resumes stopped devices after confirmation. */
export const resumeDevice = lifecycle(
  'Resume',
  'The device keeps its apps and data, and flows can use it again.',
  async (client, { id }, signal) => {
    await client.resumeDevice({ params: { deviceId: id } }, { signal });
    return 'resuming…';
  },
);

function lifecycle(title: string, warning: string, call: TargetCall): LineHandler {
  return forDevices(title, async (services, targets) => {
    const question = `${title} ${describeTargets(targets, 'devices')}?`;
    const detail = [warning, ...namesOf(targets)].join('\n');
    if (!(await confirmed(question, detail, title))) return;
    await onDevices(services, `${title} Devices`, targets, call);
    await services.devices.refresh();
  });
}
