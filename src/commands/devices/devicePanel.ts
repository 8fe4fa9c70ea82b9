import type { Services } from '../commandServices.ts';
import { chooseId } from '../prompts/ask.ts';
import type { ParsedOf } from '../../contributions/commands.ts';
import type { Command } from '../../manifest.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { deviceChoices, givenDevices } from './perDevice.ts';
import type { LogAction } from '../../protocol/recorder.ts';

/** Opens the panels of the devices of a menu selection, or prompts for one. */
export async function openDevicePanel(
  services: Services,
  { rows, isPreview }: ParsedOf<typeof Command.openDevicePanel>,
): Promise<void> {
  // The device of the active panel is not used: from the Command Palette, the user wants another one.
  const ids = await idsOf(services, 'Open Device Panel: Device', rows);
  for (const id of ids) await services.devicePanels.open(id, services.scope, isPreview);
}

/** Opens the map in the panels of the given devices, or prompts for one. */
export async function setLocationOnMap(services: Services, rows: readonly CommandRow[]): Promise<void> {
  const ids = await idsOf(services, 'Set Location on Map: Device', givenDevices(services, rows));
  for (const id of ids) await services.devicePanels.openMap(id, services.scope);
}

/** Plays a track on the given devices, or prompts for one. */
export async function playTrack(services: Services, rows: readonly CommandRow[]): Promise<void> {
  const ids = await idsOf(services, 'Play Track: Device', givenDevices(services, rows));
  if (ids.length > 0) await services.devicePanels.playTrack(ids, services.scope);
}

async function idsOf(
  services: Services,
  title: string,
  rows: readonly CommandRow[],
): Promise<readonly string[]> {
  services.session.require();
  if (rows.length > 0) return rows.map(({ record }) => record.id);
  const chosen = await chooseId(title, deviceChoices(services));
  return chosen === undefined ? [] : [chosen];
}

export const insertGestures = onGestures('insert');
export const replayGestures = onGestures('replay');
export const copyGesturesAsCurl = onGestures('copyAsCurl');

/** Returns the handler of a command for the gestures selected in the active device panel. */
function onGestures(action: LogAction): (services: Services) => Promise<void> {
  return ({ devicePanels }) => devicePanels.actOnLog(action);
}
