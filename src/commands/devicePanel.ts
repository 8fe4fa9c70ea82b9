import * as vscode from 'vscode';
import { View } from '../manifest.ts';
import { chooseId } from './ask.ts';
import { linesOf } from './lineArgument.ts';
import { deviceChoices } from './perDevice.ts';
import type { LogAct } from '../protocol/recorder.ts';
import type { Services } from './services.ts';

/** Opens the panels of the devices of a menu, or of the one the person chooses. */
export async function openDevicePanel(
  services: Services,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  const ids = await devicesOf(services, 'Open Device Panel: Device', argument, selection);
  for (const id of ids) await services.devicePanels.open(id);
}

/** Shows the map in the panels of the devices of a menu, or of the one the person chooses. */
export async function setLocationOnMap(
  services: Services,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  const ids = await devicesOf(services, 'Set Location on Map: Device', argument, selection);
  for (const id of ids) await services.devicePanels.openMap(id);
}

/** Plays a track on the devices of a menu, or on the one the person chooses. */
export async function playTrack(services: Services, argument?: unknown, selection?: unknown): Promise<void> {
  const ids = await devicesOf(services, 'Play Track: Device', argument, selection);
  if (ids.length > 0) await services.devicePanels.playTrack(ids);
}

async function devicesOf(
  services: Services,
  title: string,
  argument: unknown,
  selection: unknown,
): Promise<readonly string[]> {
  services.session.require();
  const lines = linesOf('device', argument, selection);
  if (lines.length > 0) return lines.map(({ record }) => record.id);
  const chosen = await chooseId(title, deviceChoices(services));
  return chosen === undefined ? [] : [chosen];
}

/**
 * Has VS Code ask where the view “Device” shall be, which may be the Secondary Side Bar: a container there of our own
 * would need VS Code 1.106, and 1.104 and 1.105 fail on a manifest that has one.
 */
export async function moveDeviceView(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.moveFocusedView', View.device);
}

/** The handler of a command that does something with the gestures that are selected in the device panel in front. */
export function onGestures(act: LogAct): (services: Services) => Promise<void> {
  return ({ devicePanels }) => devicePanels.actOnLog(act);
}
