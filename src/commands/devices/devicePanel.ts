import * as vscode from 'vscode';
import { View } from '../../manifest.ts';
import { chooseId } from '../prompts/ask.ts';
import type { CommandLine } from '../../contributions/command.ts';
import { linesOf } from '../lineArgument.ts';
import { deviceChoices, givenDevices } from './perDevice.ts';
import type { LogAction } from '../../protocol/recorder.ts';
import type { DeviceServices } from './deviceServices.ts';

/** Opens the panels of the devices of a menu selection, or prompts for one. */
export async function openDevicePanel(
  services: DeviceServices,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  // The device of the active panel is not used: from the Command Palette, the user wants another one.
  const lines = linesOf('device', argument, selection);
  const ids = await idsOf(services, 'Open Device Panel: Device', lines);
  for (const id of ids) await services.devicePanels.open(id);
}

/** Opens the map in the panels of the given devices, or prompts for one. */
export async function setLocationOnMap(
  services: DeviceServices,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  const lines = givenDevices(services, argument, selection);
  const ids = await idsOf(services, 'Set Location on Map: Device', lines);
  for (const id of ids) await services.devicePanels.openMap(id);
}

/** Plays a track on the given devices, or prompts for one. */
export async function playTrack(
  services: DeviceServices,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  const lines = givenDevices(services, argument, selection);
  const ids = await idsOf(services, 'Play Track: Device', lines);
  if (ids.length > 0) await services.devicePanels.playTrack(ids);
}

async function idsOf(
  services: DeviceServices,
  title: string,
  lines: readonly CommandLine[],
): Promise<readonly string[]> {
  services.session.require();
  if (lines.length > 0) return lines.map(({ record }) => record.id);
  const chosen = await chooseId(title, deviceChoices(services));
  return chosen === undefined ? [] : [chosen];
}

/**
 * Opens VS Code's prompt for the location of the “Device” view, which can be the Secondary Side Bar. Contributing a
 * container there requires VS Code 1.106; 1.104 and 1.105 fail on such a manifest.
 */
export async function moveDeviceView(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.moveFocusedView', View.device);
}

export const insertGestures = onGestures('insert');
export const replayGestures = onGestures('replay');
export const copyGesturesAsCurl = onGestures('copyAsCurl');

/** Returns the handler of a command for the gestures selected in the active device panel. */
function onGestures(action: LogAction): (services: DeviceServices) => Promise<void> {
  return ({ devicePanels }) => devicePanels.actOnLog(action);
}
