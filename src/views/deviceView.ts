import { Command, View } from '../manifest.ts';
import { ALL_DEVICES, type AddedDevices, type DeviceStore } from '../stores/deviceStore.ts';
import type { CapabilityStore } from '../stores/capabilityStore.ts';
import type { Session } from '../stores/session.ts';
import { anyEvent } from '../util/emitter.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { deviceItem, type DeviceOrigin } from './deviceItems.ts';
import { emptyText, filterText } from './filterText.ts';
import { commandLine, type Line, listLines, listMessage } from './line.ts';

/** Creates the source of the “Devices” view: devices listed by the service, or else those known by their ID. */
export function deviceView(
  session: Session,
  devices: DeviceStore,
  added: AddedDevices,
  capabilities: CapabilityStore,
): ConnectionSource {
  const originOf = (addedIds: readonly string[], id: string): DeviceOrigin =>
    addedIds.includes(id) ? 'added' : devices.notOffered ? 'file' : 'listed';
  return {
    view: View.devices,
    refresh: Command.refreshDevices,
    onDidChange: anyEvent(devices.onDidChange, capabilities.onDidChange),
    ensure: () => devices.ensure(),
    lines: (): Line[] => {
      const addedIds = added.ids(session.connection?.id ?? '');
      const lines = listLines(devices.state, {
        list: 'devices',
        noun: 'devices',
        isFailureAbove: true,
        empty: devices.notOffered ? undefined : emptyText('devices', devices.filter, ALL_DEVICES),
        line: device => ({
          kind: 'device',
          record: device,
          item: () => {
            const { id } = device;
            return deviceItem(device, originOf(addedIds, id), capabilities.of(id), devices.failureOf(id));
          },
        }),
      });
      const add = { title: 'Add Device by ID…', command: Command.addDevice };
      return devices.notOffered ? [...lines, commandLine('devices/add', add.title, add)] : lines;
    },
    message: () =>
      devices.notOffered
        ? 'This service does not list devices. Showing devices added by ID or used in flow files.'
        : listMessage(devices.state, Date.now()),
    description: () => {
      if (devices.notOffered) return '';
      const { name: search, state, orderBy, direction } = devices.filter;
      // The only ascending order is that of creation.
      if (direction === 'asc') return filterText({ search }, {}, state, 'oldest first');
      return filterText({ search, orderBy, direction }, ALL_DEVICES, state);
    },
    watch: isWatched => devices.watch(isWatched),
  };
}
