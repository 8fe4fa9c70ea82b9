import type { GivenStep } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import type * as vscode from 'vscode';
import { isArchived } from '../../contract/enumerations.ts';
import type { Device } from '../../contract/records/device.ts';
import type { Flow } from '../../contract/records/flow.ts';
import { deviceTypeLabel } from '../../flow/recordNames.ts';
import { flowDevices } from '../../flow/run/trial.ts';
import { dialogs } from '../../host/dialogs.ts';
import { documentOf, trialFile } from './trialTarget.ts';

interface PhoneItem extends vscode.QuickPickItem {
  readonly deviceId: string | null;
}

/** Asks for the phone of the trial runs of a flow file. */
export async function chooseTrialPhone(services: Services, given: vscode.Uri | undefined): Promise<void> {
  const file = trialFile(given);
  if (file) await pickPhone(services, file);
}

/** Opens the panel of the phone of a flow file beside the editor, without moving the focus. */
export async function showPhone(services: Services, given: GivenStep): Promise<void> {
  const file = trialFile(given.file);
  if (!file) return;
  const flowDeviceIds = await devicesOfFlow(services, file);
  const deviceId =
    services.trialChoices.phoneOf(file, flowDeviceIds) ??
    onlyShown(services, flowDeviceIds) ??
    (await pickPhone(services, file));
  if (deviceId != null) await services.devicePanels.openBeside(deviceId, services.scope);
}

/**
 * Returns the device of the trial runs of a flow file: the one chosen before if the flow still names it, or else the
 * only one of the flow, or the only one that a panel shows; otherwise asks. Null runs without a device; undefined if the
 * user cancels.
 */
export async function trialPhone(services: Services, file: vscode.Uri): Promise<string | null | undefined> {
  const flowDeviceIds = await devicesOfFlow(services, file);
  const known = services.trialChoices.phoneOf(file, flowDeviceIds);
  if (known !== undefined) return known;
  const shown = onlyShown(services, flowDeviceIds);
  if (shown === undefined) return pickPhone(services, file);
  // What begins on the phone that is shown goes on there, whatever is shown later.
  await services.trialChoices.chooseDevice(file, shown);
  return shown;
}

/** Returns the only device of a flow, or of any, that a panel shows. */
function onlyShown({ devicePanels, scope }: Services, flowDeviceIds: readonly string[]): string | undefined {
  const shown = devicePanels.shownIn(scope).map(id => id.toLowerCase());
  const [only, ...others] = shown.filter(id => flowDeviceIds.length === 0 || flowDeviceIds.includes(id));
  return others.length > 0 ? undefined : only;
}

/**
 * Returns the device of a verification: the only one of the flow, or the only one of them that a panel shows; otherwise
 * asks. Null lets the service decide, for a flow without devices; undefined if the user cancels. Throws if the flow is
 * archived.
 */
export async function verificationDevice(services: Services, flow: Flow): Promise<string | null | undefined> {
  const { name, deviceIds } = flow;
  if (isArchived(flow)) throw new Error(`“${name}” is archived, so it cannot be verified.`);
  const flowDeviceIds = (deviceIds ?? []).map(deviceId => deviceId.toLowerCase());
  const [only = null, ...others] = flowDeviceIds;
  if (others.length === 0) return only;
  const shown = onlyShown(services, flowDeviceIds);
  if (shown !== undefined) return shown;
  const items = await phoneItems(services, flowDeviceIds);
  const title = `Verify “${name}”: Device`;
  const placeHolder = 'Choose the device of the flow that runs it';
  return (await dialogs.showQuickPick(items, { title, placeHolder }))?.deviceId;
}

async function phoneItems(
  { devices }: Services,
  flowDeviceIds: readonly string[],
): Promise<readonly PhoneItem[]> {
  const listed = await allDevices(devices);
  const ids = flowDeviceIds.length > 0 ? flowDeviceIds : listed.map(({ id }) => id);
  return ids.map(deviceId => {
    const device = listed.find(({ id }) => id.toLowerCase() === deviceId);
    const label = device?.name ?? deviceId;
    const description = [device?.state, device && deviceTypeLabel(device.type)].filter(Boolean).join(' · ');
    return { label: `$(device-mobile) ${label}`, description, deviceId };
  });
}

async function pickPhone(services: Services, file: vscode.Uri): Promise<string | null | undefined> {
  const flowDeviceIds = await devicesOfFlow(services, file);
  const items = await phoneItems(services, flowDeviceIds);
  const none: PhoneItem = {
    label: '$(circle-slash) No Phone',
    description: 'for steps that need none, such as waiting for mail',
    deviceId: null,
  };
  const picked = await dialogs.showQuickPick(flowDeviceIds.length > 0 ? items : [...items, none], {
    title: 'Phone for Runs',
    placeHolder:
      flowDeviceIds.length > 0
        ? 'Choose a phone of the flow'
        : 'The flow names no phone. Choose one to try it on',
  });
  if (!picked) return undefined;
  await services.trialChoices.chooseDevice(file, picked.deviceId);
  return picked.deviceId;
}

async function allDevices(devices: Services['devices']): Promise<readonly Device[]> {
  const listed: Device[] = [];
  for await (const page of devices.all()) listed.push(...page);
  return listed;
}

async function devicesOfFlow(services: Services, file: vscode.Uri): Promise<readonly string[]> {
  return flowDevices((await documentOf(services, file)).document);
}
