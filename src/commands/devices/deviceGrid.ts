import { dialogs } from '../../host/dialogs.ts';
import { MOST_TILES } from '../../protocol/gridLimit.ts';
import { linesOf } from '../lineArgument.ts';
import { chooseIds } from '../prompts/ask.ts';
import { deviceChoices } from './perDevice.ts';
import type { DeviceServices } from './deviceServices.ts';

/** Opens a grid of the devices of a menu selection, or of chosen ones. */
export async function openDeviceGrid(
  services: DeviceServices,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  services.session.require();
  const given = linesOf('device', argument, selection).map(({ record }) => record.id);
  const ids = given.length > 0 ? given : await choose(services);
  if (!ids) return;
  if (ids.length <= MOST_TILES) await services.deviceGrids.open(ids);
  else
    void dialogs.showWarningMessage(
      `A grid shows at most ${MOST_TILES} devices, and ${ids.length} are selected. Select fewer.`,
    );
}

function choose(services: DeviceServices): Promise<readonly string[] | undefined> {
  return chooseIds(`Open in Grid: Up to ${MOST_TILES} Devices`, deviceChoices(services), { many: true });
}
