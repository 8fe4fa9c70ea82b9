import { confirmed } from '../prompts/ask.ts';
import { namedTogether, namesOf, type OnOne } from '../prompts/onEach.ts';
import { chooseDevices, onDevices } from './perDevice.ts';
import type { DeviceServices } from './deviceServices.ts';

interface Change {
  readonly title: string;
  /** The consequences, shown in the confirmation. */
  readonly warning: string;
  readonly call: OnOne;
}

const CHANGES = {
  reboot: {
    title: 'Reboot',
    warning: 'Rebooting interrupts everything that runs on the device.',
    call: async (client, { id }, signal) => {
      await client.rebootDevice({ params: { deviceId: id } }, { signal });
      return 'rebooting';
    },
  },
  stop: {
    title: 'Stop',
    warning: 'Flows cannot use a stopped device until it is resumed.',
    call: async (client, { id }, signal) => {
      await client.stopDevice({ params: { deviceId: id } }, { signal });
      return 'stopping';
    },
  },
  resume: {
    title: 'Resume',
    warning: 'The device keeps its apps and data, and flows can use it again.',
    call: async (client, { id }, signal) => {
      await client.resumeDevice({ params: { deviceId: id } }, { signal });
      return 'resuming…';
    },
  },
} as const satisfies Record<string, Change>;

/** Returns the command handler that reboots, stops or resumes devices after a confirmation with their names. */
export function changeDevices(
  name: keyof typeof CHANGES,
): (services: DeviceServices, argument?: unknown, selection?: unknown) => Promise<void> {
  const { title, warning, call } = CHANGES[name];
  return async (services, argument, selection) => {
    const targets = await chooseDevices(services, `${title}: Devices`, argument, selection);
    if (!targets) return;
    const question = `${title} ${namedTogether(targets, 'devices')}?`;
    const detail = [warning, ...namesOf(targets)].join('\n');
    if (!(await confirmed(question, detail, title))) return;
    await onDevices(services, `${title} Devices`, targets, call);
    await services.devices.refresh();
  };
}
