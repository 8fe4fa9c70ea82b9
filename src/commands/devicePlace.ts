import * as vscode from 'vscode';
import { readPosition } from '../util/geoText.ts';
import { chooseDevices, onDevices } from './perDevice.ts';
import type { Services } from './services.ts';

/** Sets the simulated position of devices, from whatever form the person has it in. */
export async function setLocation(
  services: Services,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  const targets = await chooseDevices(services, 'Set Location: Devices', argument, selection);
  if (!targets) return;
  const text = await vscode.window.showInputBox({
    title: 'Set Location',
    prompt: 'Decimal degrees, degrees with minutes and seconds, a geo: URI or a link of a map',
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
  if ('problem' in position) return;
  const { latitude, longitude } = position;
  await onDevices(services, 'Set Location', targets, async (client, { id }, signal) => {
    await client.setLocation({ params: { deviceId: id }, body: { latitude, longitude } }, { signal });
    return `moved to ${latitude}, ${longitude}`;
  });
}

/** Returns devices to their own position. */
export async function resetLocation(
  services: Services,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  const targets = await chooseDevices(services, 'Reset Location: Devices', argument, selection);
  if (!targets) return;
  await onDevices(services, 'Reset Location', targets, async (client, { id }, signal) => {
    await client.resetLocation({ params: { deviceId: id } }, { signal });
    return 'is back at its own position';
  });
}
