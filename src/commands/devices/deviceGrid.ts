import type { Services } from '../commandServices.ts';
import { dialogs } from '../../host/dialogs.ts';
import { MAX_TILES } from '../../protocol/gridLimit.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { chooseIds } from '../prompts/ask.ts';
import { deviceChoices } from './perDevice.ts';

/** Opens a grid of the devices of a menu selection, or of chosen ones. */
export async function openDeviceGrid(services: Services, rows: readonly CommandRow[]): Promise<void> {
  services.session.require();
  const given = rows.map(({ record }) => record.id);
  const ids = given.length > 0 ? given : await choose(services);
  if (!ids) return;
  if (ids.length <= MAX_TILES) await services.deviceGrids.open(ids, services.scope);
  else
    void dialogs.showWarningMessage(
      `A grid shows at most ${MAX_TILES} devices, and ${ids.length} are selected. Select fewer.`,
    );
}

function choose(services: Services): Promise<readonly string[] | undefined> {
  return chooseIds(`Open in Grid: Up to ${MAX_TILES} Devices`, deviceChoices(services), { many: true });
}
