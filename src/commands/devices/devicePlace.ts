import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import { type Position, positionText, readPosition } from '../../util/geoText.ts';
import { forDevices, onDevices } from './perDevice.ts';

/** Sets the simulated position of devices to a saved place or an entered position. */
export const setLocation = forDevices('Set Location', async (services, targets) => {
  const position = await choosePosition(services);
  if (!position) return;
  const { latitude, longitude } = position;
  await onDevices(services, 'Set Location', targets, async (client, { id }, signal) => {
    await client.setLocation({ params: { deviceId: id }, body: { latitude, longitude } }, { signal });
    return `location set to ${latitude}, ${longitude}`;
  });
});

async function choosePosition({ places }: Services): Promise<Position | undefined> {
  if (places.list.length === 0) return askPosition();
  const other = {
    label: '$(symbol-number) Position…',
    description: 'degrees, a geo: URI or a map link',
  };
  const saved = places.list.map(place => ({
    label: `$(star-full) ${place.name}`,
    description: positionText(place),
    place,
  }));
  const picked = await dialogs.showQuickPick([...saved, { ...other, place: undefined }], {
    title: 'Set Location: Place',
    matchOnDescription: true,
  });
  return picked && (picked.place ?? askPosition());
}

async function askPosition(): Promise<Position | undefined> {
  const text = await dialogs.showInputBox({
    title: 'Set Location',
    prompt: 'Decimal degrees, degrees with minutes and seconds, a geo: URI or a map link',
    placeHolder: '48.8584, 2.2945',
    ignoreFocusOut: true,
    validateInput: value => {
      if (value.trim() === '') return undefined;
      const read = readPosition(value);
      if ('problem' in read) return read.problem;
      const message = `Latitude ${read.latitude}, longitude ${read.longitude}`;
      return { message, severity: vscode.InputBoxValidationSeverity.Info };
    },
  });
  const position = readPosition(text ?? '');
  return 'problem' in position ? undefined : position;
}

export const resetLocation = forDevices('Reset Location', async (services, targets) => {
  await onDevices(services, 'Reset Location', targets, async (client, { id }, signal) => {
    await client.resetLocation({ params: { deviceId: id } }, { signal });
    return 'location reset';
  });
});
