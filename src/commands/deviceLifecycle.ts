import { confirmed } from './ask.ts';
import { namedTogether, type OnOne } from './onEach.ts';
import { chooseDevices, onDevices } from './perDevice.ts';
import type { Services } from './services.ts';

interface Change {
  readonly title: string;
  /** What the person should know before agreeing; absent where nothing is lost. */
  readonly warning?: string;
  readonly call: OnOne;
}

const CHANGES = {
  reboot: {
    title: 'Reboot',
    warning: 'Anything running on the device is interrupted.',
    call: async (client, { id }, signal) => {
      await client.rebootDevice({ params: { deviceId: id } }, { signal });
      return 'reboots';
    },
  },
  stop: {
    title: 'Stop',
    warning: 'Flows cannot use the device until it is resumed.',
    call: async (client, { id }, signal) => {
      await client.stopDevice({ params: { deviceId: id } }, { signal });
      return 'stops';
    },
  },
  resume: {
    title: 'Resume',
    call: async (client, { id }, signal) => {
      await client.resumeDevice({ params: { deviceId: id } }, { signal });
      return 'is resuming';
    },
  },
} as const satisfies Record<string, Change>;

/** Reboots, stops or resumes devices, the first two after a confirmation. */
export function changeDevices(
  name: keyof typeof CHANGES,
): (services: Services, argument?: unknown, selection?: unknown) => Promise<void> {
  const { title, warning, call }: Change = CHANGES[name];
  return async (services, argument, selection) => {
    const targets = await chooseDevices(services, `${title}: Devices`, argument, selection);
    if (!targets) return;
    const question = `${title} ${namedTogether(targets, 'devices')}?`;
    if (warning !== undefined && !(await confirmed(question, warning, title))) return;
    await onDevices(services, `${title} Devices`, targets, call);
    await services.devices.refresh();
  };
}
