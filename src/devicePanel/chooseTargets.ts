import type * as vscode from 'vscode';
import { Limits } from '../contract/limits.ts';
import type { Device } from '../contract/records/device.ts';
import { deviceName } from '../flow/namedReferences.ts';
import { deviceSummary } from '../wording/deviceLabels.ts';
import { dialogs } from '../host/dialogs.ts';
import type { Target } from '../appState/eachTarget.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';

/**
 * Lets the user choose the devices that repeat the gestures of the device with the ID, at most `Limits.flowDevices`.
 * `chosen` devices are selected at first. Returns undefined on cancel.
 */
export async function chooseTargets(
  devices: DeviceStore,
  deviceId: string,
  chosen: readonly Target[],
): Promise<readonly Target[] | undefined> {
  const readItems = async (): Promise<(vscode.QuickPickItem & { target: Target })[]> => {
    const known = new Map<string, Device>();
    for await (const page of devices.all()) for (const device of page) known.set(device.id, device);
    const listed = [...known.values()].filter(({ id }) => id !== deviceId);
    const unlisted = chosen.filter(({ id }) => !listed.some(device => device.id === id));
    return [
      ...listed.map(device => ({
        label: deviceName(device),
        description: deviceSummary(device),
        picked: chosen.some(target => target.id === device.id),
        target: { id: device.id, name: deviceName(device) },
      })),
      ...unlisted.map(target => ({
        label: target.name,
        description: 'not in the list',
        picked: true,
        target,
      })),
    ];
  };
  const picked = await dialogs.showQuickPick(readItems(), {
    title: 'Mirror to Devices',
    placeHolder: `Select up to ${Limits.flowDevices} devices that repeat every gesture`,
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!picked) return undefined;
  const targets = picked.map(({ target }) => target);
  const [first, ...more] = targets.slice(Limits.flowDevices);
  if (first) reportLeftOut(first, more.length);
  return targets.slice(0, Limits.flowDevices);
}

function reportLeftOut({ name }: Target, more: number): void {
  const others = more === 0 ? '' : ` and ${more} more`;
  const text = `Cannot mirror to more than ${Limits.flowDevices} devices. “${name}”${others} were left out.`;
  void dialogs.showWarningMessage(text);
}
