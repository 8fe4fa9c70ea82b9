import type { Services } from '../commandServices.ts';
import { DEVICE_STATES } from '../../contract/enumerations.ts';
import { dialogs } from '../../host/dialogs.ts';
import type { DeviceFilter } from '../../stores/deviceStore.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { chooseIds, done, uuidProblem } from '../prompts/ask.ts';
import { narrowList, searchList, TIME_ORDERS, type Part } from '../prompts/narrowList.ts';

const FILTERS: readonly Part<DeviceFilter>[] = [
  { label: 'All', part: { state: undefined } },
  ...DEVICE_STATES.map(state => ({ label: state, part: { state } })),
];

const ORDERS: readonly Part<DeviceFilter>[] = [
  TIME_ORDERS.newest,
  TIME_ORDERS.oldest,
  TIME_ORDERS.changed,
  {
    label: '$(person) Assigned',
    description: 'newest first',
    part: { orderBy: 'assignedAt', direction: 'desc' },
  },
];

export async function refreshDevices({ session, devices }: Services): Promise<void> {
  session.require();
  await devices.refresh();
}

export const searchDevices = searchList(({ devices }: Services) => devices, 'devices', 'name', {
  title: 'Search Devices',
  prompt: 'Part of a name. Leave empty to show all devices.',
});

export const filterDevices = narrowList(
  ({ devices }: Services) => devices,
  'devices',
  'Filter Devices',
  FILTERS,
);

export const orderDevices = narrowList(
  ({ devices }: Services) => devices,
  'devices',
  'Sort Devices By',
  ORDERS,
);

/** Adds a device by its ID, for services that do not list devices. */
export async function addDevice({ session, devices, addedDevices }: Services): Promise<void> {
  const connection = session.require();
  const text = await dialogs.showInputBox({
    title: 'Add Device by ID',
    prompt: 'Saved in this workspace and shown if the service does not list devices',
    ignoreFocusOut: true,
    validateInput: value => (value.trim() === '' ? undefined : uuidProblem(value)),
  });
  if (text === undefined || text.trim() === '') return;
  await addedDevices.add(connection.id, text.trim().toLowerCase());
  await devices.show(devices.filter);
  done('Device added.');
}

/** Removes manually added devices from the list. */
export async function removeAddedDevice(
  { session, devices, addedDevices }: Services,
  rows: readonly CommandRow[],
): Promise<void> {
  const connection = session.require();
  const known = addedDevices.ids(connection.id);
  if (known.length === 0) {
    void dialogs.showInformationMessage('No devices have been added by ID.');
    return;
  }
  const chosen = rows.map(({ record }) => record.id);
  const ids =
    chosen.length > 0
      ? chosen
      : await chooseIds(
          'Remove Added Device',
          known.map(id => ({ id, label: devices.byId(id)?.name ?? id })),
          { many: true },
        );
  for (const id of ids ?? []) await addedDevices.remove(connection.id, id);
  if (ids) await devices.show(devices.filter);
}
