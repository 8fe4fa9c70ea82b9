import type * as vscode from 'vscode';
import type { Device } from '../../contract/records/device.ts';
import { deviceTypeLabel } from '../../flow/namedReferences.ts';
import { flowDevices } from '../../flow/run/trial.ts';
import { dialogs } from '../../host/dialogs.ts';
import { documentOf, trialFile } from './trialTarget.ts';
import type { FlowServices } from './flowServices.ts';

interface PhoneItem extends vscode.QuickPickItem {
  readonly deviceId: string | null;
}

/** Asks for the phone of the trial runs of a flow file. */
export async function chooseTrialPhone(services: FlowServices, argument?: unknown): Promise<void> {
  const file = trialFile(argument);
  if (file) await pickPhone(services, file);
}

/** Opens the panel of the phone of a flow file beside the editor, without moving the focus. */
export async function showPhone(services: FlowServices, argument?: unknown): Promise<void> {
  const file = trialFile(argument);
  if (!file) return;
  const deviceId = (await phoneOf(services, file)) ?? (await pickPhone(services, file));
  if (deviceId != null) await services.devicePanels.openBeside(deviceId);
}

/**
 * Returns the device of the trial runs of a flow file: the one chosen before if the flow still names it, or else the
 * only one of the flow; otherwise asks. Null runs without a device; undefined if the user cancels.
 */
export async function trialPhone(
  services: FlowServices,
  file: vscode.Uri,
): Promise<string | null | undefined> {
  const known = await phoneOf(services, file);
  return known === undefined ? pickPhone(services, file) : known;
}

async function phoneOf(services: FlowServices, file: vscode.Uri): Promise<string | null | undefined> {
  return services.trialChoices.phoneOf(file, await devicesOfFlow(services, file));
}

async function pickPhone(services: FlowServices, file: vscode.Uri): Promise<string | null | undefined> {
  const { devices, trialChoices } = services;
  const flowDeviceIds = await devicesOfFlow(services, file);
  const listed = await allDevices(devices);
  const ids = flowDeviceIds.length > 0 ? flowDeviceIds : listed.map(({ id }) => id);
  const items = ids.map((deviceId): PhoneItem => {
    const device = listed.find(({ id }) => id.toLowerCase() === deviceId);
    const label = device?.name ?? deviceId;
    const description = [device?.state, device && deviceTypeLabel(device.type)].filter(Boolean).join(' · ');
    return { label: `$(device-mobile) ${label}`, description, deviceId };
  });
  const none: PhoneItem = {
    label: '$(circle-slash) No Phone',
    description: 'for steps that need none, such as waiting for mail',
    deviceId: null,
  };
  const picked = await dialogs.showQuickPick(flowDeviceIds.length > 0 ? items : [...items, none], {
    title: 'Phone for Trial Runs',
    placeHolder:
      flowDeviceIds.length > 0
        ? 'Choose a phone of the flow'
        : 'The flow names no phone. Choose one to try it on',
  });
  if (!picked) return undefined;
  await trialChoices.chooseDevice(file, picked.deviceId);
  return picked.deviceId;
}

async function allDevices(devices: FlowServices['devices']): Promise<readonly Device[]> {
  const listed: Device[] = [];
  for await (const page of devices.all()) listed.push(...page);
  return listed;
}

async function devicesOfFlow(services: FlowServices, file: vscode.Uri): Promise<readonly string[]> {
  return flowDevices((await documentOf(services, file)).document);
}
