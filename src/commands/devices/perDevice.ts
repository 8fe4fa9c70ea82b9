import type { Services } from '../commandServices.ts';
import type { NameOf } from '../../flow/compare/differenceText.ts';
import { deviceName } from '../../flow/recordNames.ts';
import type { DevicePlatform } from '../../flow/new/flowTemplates.ts';
import { deviceSummary, mayRunApp } from '../../wording/deviceLabels.ts';
import type { Target } from '../../client/eachTarget.ts';
import { namingWhatDeviceLacks } from '../connections/notOfferedError.ts';
import { chooseRecords } from '../prompts/ask.ts';
import { type Choice, choicesOf } from '../prompts/choices.ts';
import { counted } from '../../util/counted.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { givenArguments } from '../givenArguments.ts';
import { resolveTargets, runOnEach, type TargetCall } from '../prompts/runOnEach.ts';

/**
 * Returns the devices that a command applies to without a prompt: the menu selection, else the device of the active
 * panel, else the only device selected in the view.
 */
export function givenDevices(services: Services, rows: readonly CommandRow[]): readonly CommandRow[] {
  if (rows.length > 0) return rows;
  const { devicePanels, selectedDevices, session } = services;
  const id = devicePanels.inFrontOf(services.scope)?.deviceId;
  if (id !== undefined) return [{ kind: 'device', record: { id } }];
  const selected = session.isActive ? selectedDevices() : [];
  return selected.length === 1 ? givenArguments(selected).rows('device') : [];
}

/** Returns the handler of a command for devices: those that it applies to, or chosen ones. */
export function forDevices(
  title: string,
  act: (services: Services, targets: readonly Target[]) => Promise<void>,
): (services: Services, rows: readonly CommandRow[]) => Promise<void> {
  return async (services, rows) => {
    services.session.require();
    const targets = await resolveTargets(
      givenDevices(services, rows),
      () => chooseRecords(`${title}: Devices`, deviceChoices(services), { many: true }),
      deviceNames(services),
    );
    if (targets) await act(services, targets);
  };
}

/** At least one device. */
export type Targets = readonly [Target, ...Target[]];

/** Returns the name of a single device, or the number of several. */
export function nameOfDevices(targets: Targets): string {
  return targets.length === 1 ? targets[0].name : counted(targets.length, 'device');
}

/** Returns a function that finds the name of a device by its ID in the device list. */
export function deviceNames({ devices }: Pick<Services, 'devices'>): NameOf {
  return id => devices.byId(id)?.name;
}

/** Returns the picker entries of all devices, or of those that may run an app for a platform. */
export function deviceChoices(
  { devices }: Pick<Services, 'devices'>,
  platform?: DevicePlatform,
): AsyncIterable<readonly Choice[]> {
  return choicesOf(devices.all(), device =>
    platform !== undefined && !mayRunApp(device.type, platform)
      ? undefined
      : {
          id: device.id,
          label: deviceName(device),
          description: deviceSummary(device),
          detail: device.id,
        },
  );
}

/** Makes a call for each device, several concurrently, and shows the results. */
export async function onDevices(
  services: Services,
  title: string,
  targets: readonly Target[],
  call: TargetCall,
): Promise<void> {
  await runOnEach(services, { title, noun: 'Device' }, targets, call);
}

/** Like `onDevices`, but an error names the operation if the service does not offer it. */
export async function onEachDevice(
  services: Services,
  title: string,
  targets: readonly Target[],
  call: TargetCall,
): Promise<void> {
  await onDevices(services, title, targets, (client, target, signal) =>
    call(client, target, signal).catch(async (error: unknown) => {
      throw await namingWhatDeviceLacks(client, target.id, error);
    }),
  );
}
