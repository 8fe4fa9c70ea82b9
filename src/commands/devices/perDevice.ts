import type { NameOf } from '../../flow/compare/differenceText.ts';
import { deviceName } from '../../flow/namedReferences.ts';
import { deviceSummary } from '../../wording/deviceLabels.ts';
import type { Target } from '../../appState/eachTarget.ts';
import { chooseRecords } from '../prompts/ask.ts';
import { type Choice, choicesOf } from '../prompts/choices.ts';
import type { CommandLine } from '../../contributions/command.ts';
import { type LineHandler, linesOf } from '../lineArgument.ts';
import { type BulkServices, resolveTargets, runOnEach, type TargetCall } from '../prompts/runOnEach.ts';
import type { DeviceServices } from './deviceServices.ts';

/**
 * Returns the devices that a command applies to without a prompt: the menu selection, else the device of the active
 * panel, else the only device selected in the view.
 */
export function givenDevices(
  services: Pick<DeviceServices, 'devicePanels' | 'selectedDevices' | 'session'>,
  argument: unknown,
  selection: unknown,
): CommandLine[] {
  const lines = linesOf('device', argument, selection);
  if (lines.length > 0) return lines;
  const { devicePanels, selectedDevices, session } = services;
  const id = devicePanels.inFront();
  if (id !== undefined) return [{ kind: 'device', record: { id } }];
  const selected = session.isActive ? selectedDevices() : [];
  return selected.length === 1 ? linesOf('device', undefined, selected) : [];
}

/** Returns the handler of a command for devices: those that it applies to, or chosen ones. */
export function forDevices(
  title: string,
  act: (services: DeviceServices, targets: readonly Target[]) => Promise<void>,
): LineHandler<DeviceServices> {
  return async (services, argument, selection) => {
    services.session.require();
    const targets = await resolveTargets(
      givenDevices(services, argument, selection),
      () => chooseRecords(`${title}: Devices`, deviceChoices(services), { many: true }),
      deviceNames(services),
    );
    if (targets) await act(services, targets);
  };
}

/** Returns a function that finds the name of a device by its ID in the device list. */
export function deviceNames({ devices }: Pick<DeviceServices, 'devices'>): NameOf {
  return id => devices.byId(id)?.name;
}

/** Returns the picker entries of all devices. */
export function deviceChoices({
  devices,
}: Pick<DeviceServices, 'devices'>): AsyncIterable<readonly Choice[]> {
  return choicesOf(devices.all(), device => ({
    id: device.id,
    label: deviceName(device),
    description: deviceSummary(device),
    detail: device.id,
  }));
}

/** Makes a call for each device, several concurrently, and shows the results. */
export async function onDevices(
  services: BulkServices,
  title: string,
  targets: readonly Target[],
  call: TargetCall,
): Promise<void> {
  await runOnEach(services, { title, noun: 'Device' }, targets, call);
}
