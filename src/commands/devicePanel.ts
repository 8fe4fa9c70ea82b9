import * as vscode from 'vscode';
import { View } from '../manifest.ts';
import { chooseId } from './ask.ts';
import { linesOf, type RecordLine } from './lineArgument.ts';
import { deviceChoices, givenDevices } from './perDevice.ts';
import type { LogAct } from '../protocol/recorder.ts';
import type { Services } from './services.ts';

/** Opens the panels of the devices of a menu, or of the one the person chooses. */
export async function openDevicePanel(
  services: Services,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  // Not the panel in front: who runs this from the palette wants another one.
  const lines = linesOf('device', argument, selection);
  const ids = await idsOf(services, 'Open Device Panel: Device', lines);
  for (const id of ids) await services.devicePanels.open(id);
}

/** Shows the map in the panels of the devices of a menu, or of the one the person chooses. */
export async function setLocationOnMap(
  services: Services,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  const lines = givenDevices(services, argument, selection);
  const ids = await idsOf(services, 'Set Location on Map: Device', lines);
  for (const id of ids) await services.devicePanels.openMap(id);
}

/** Plays a track on the devices of a menu, or on the one the person chooses. */
export async function playTrack(services: Services, argument?: unknown, selection?: unknown): Promise<void> {
  const lines = givenDevices(services, argument, selection);
  const ids = await idsOf(services, 'Play Track: Device', lines);
  if (ids.length > 0) await services.devicePanels.playTrack(ids);
}

async function idsOf(
  services: Services,
  title: string,
  lines: readonly RecordLine[],
): Promise<readonly string[]> {
  services.session.require();
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
