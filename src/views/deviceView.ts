import { Command, View } from '../manifest.ts';
import { ALL_DEVICES, type AddedDevices, type DeviceStore } from '../stores/deviceStore.ts';
import type { CapabilityStore } from '../stores/capabilityStore.ts';
import type { Session } from '../stores/session.ts';
import { eitherEvent } from '../util/emitter.ts';
import { deviceItem, type DeviceOrigin } from './deviceItems.ts';
import { infoLine, type Line, listLines, listMessage, stepLine } from './line.ts';
import type { LineSource } from './lineTree.ts';

const ORDER_WORDS = {
  createdAt: '',
  updatedAt: 'by last change',
  assignedAt: 'by assignment',
} as const;

/** Creates the source of the “Devices” view: devices listed by the service, or else those known by their ID. */
export function deviceView(
  session: Session,
  devices: DeviceStore,
  added: AddedDevices,
  capabilities: CapabilityStore,
): LineSource {
  const whence = (ids: readonly string[], id: string): DeviceOrigin =>
    ids.includes(id) ? 'added' : devices.notOffered ? 'file' : 'listed';
  const lines = (): Line[] => {
    const ids = added.ids(session.connection?.id ?? '');
    const shown = listLines(devices.state, {
      id: 'devices',
      noun: 'devices',
      list: 'devices',
      saidAbove: true,
      line: device => ({
        kind: 'device',
        record: device,
        item: () =>
          deviceItem(
            device,
            whence(ids, device.id),
            capabilities.of(device.id),
            devices.failureOf(device.id),
          ),
      }),
    });
    if (devices.notOffered) {
      const add = { title: 'Add Device by ID…', command: Command.addDevice };
      return [...shown, stepLine('devices/add', 'Add Device by ID…', add)];
    }
    if (shown.length > 0 || devices.state.kind !== 'ready') return shown;
    const { name, state } = devices.filter;
    const narrowed = name !== ALL_DEVICES.name || state !== undefined;
    return [infoLine('devices/empty', narrowed ? 'No matching devices' : 'No devices yet')];
  };
  return {
    view: View.devices,
    refresh: Command.refreshDevices,
    selectsMany: true,
    local: false,
    onDidChange: eitherEvent(devices.onDidChange, capabilities.onDidChange),
    ensure: () => devices.ensure(),
    lines,
    message: () =>
      devices.notOffered
        ? 'This service does not list devices. Showing devices added by ID or used in flow files.'
        : listMessage(devices.state, Date.now()),
    description: () => {
      if (devices.notOffered) return '';
      const { name, state, orderBy, direction } = devices.filter;
      const order = direction === 'asc' ? 'oldest first' : ORDER_WORDS[orderBy];
      return [name === '' ? '' : `“${name}”`, state ?? '', order].filter(Boolean).join(' · ');
    },
    watch: wanted => devices.watch(wanted),
  };
}
