import { chooseId } from './ask.ts';
import { linesOf } from './lineArgument.ts';
import { deviceChoices } from './perDevice.ts';
import type { Services } from './services.ts';

/** Opens the panels of the devices of a menu, or of the one the person chooses. */
export async function openDevicePanel(
  services: Services,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  services.session.require();
  const lines = linesOf('device', argument, selection);
  const ids = lines.map(({ record }) => record.id);
  const chosen =
    ids.length > 0 ? undefined : await chooseId('Open Device Panel: Device', deviceChoices(services));
  for (const id of chosen === undefined ? ids : [chosen]) await services.openDevicePanel(id);
}
