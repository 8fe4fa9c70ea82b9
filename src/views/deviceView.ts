import { Command, View } from '../manifest.ts';
import { ALL_DEVICES, type AddedDevices, type DeviceStore } from '../stores/deviceStore.ts';
import type { CapabilityStore } from '../stores/capabilityStore.ts';
import type { Session } from '../stores/session.ts';
import { anyEvent } from '../util/emitter.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { deviceItem, type DeviceOrigin, deviceTooltip } from './deviceItems.ts';
import type { Device } from '../contract/records/device.ts';
import type { TaskStore } from '../stores/taskStore.ts';
import { isUsableState } from '../wording/deviceLabels.ts';
import type { Thumbnail } from './thumbnail.ts';
import { filterText, isFiltered } from './filterText.ts';
import { commandRow, type Row, listRows, listMessage } from './row.ts';

/** Longest time in milliseconds that a tooltip waits for its picture. */
const SCREEN_MS = 5000;

/** Takes a picture of the screen of a device; undefined if it has none now. */
async function screenOf(session: Session, { id, state }: Device): Promise<Thumbnail | undefined> {
  if (!isUsableState(state)) return undefined;
  try {
    const client = await session.client();
    const query = { hideOverlay: true };
    const { value } = await client.takeScreenshot(
      { params: { deviceId: id }, query },
      { signal: AbortSignal.timeout(SCREEN_MS) },
    );
    const { thumbnailOf } = await import('./thumbnail.ts');
    return thumbnailOf(value);
  } catch {
    // The panel of the device says why; the other facts are shown without the picture.
    return undefined;
  }
}

/** Creates the source of the “Devices” view: devices listed by the service, or else those known by their ID. */
export function deviceView(
  session: Session,
  devices: DeviceStore,
  added: AddedDevices,
  capabilities: CapabilityStore,
  tasks: TaskStore,
): ConnectionSource {
  const originOf = (addedIds: readonly string[], id: string): DeviceOrigin =>
    addedIds.includes(id) ? 'added' : devices.notOffered ? 'file' : 'listed';
  /** The unknown tasks for which the list was read last. */
  let asked: ReadonlySet<string> = new Set();
  // The list of tasks is read once for each task that it does not have.
  const taskOf = ({ activeTaskId }: Device): string | undefined => {
    if (!activeTaskId) return undefined;
    const known = tasks.state.items.find(({ id }) => id === activeTaskId);
    if (!known && !asked.has(activeTaskId)) {
      // Only tasks that a listed device still runs can be asked for again.
      const running = devices.state.items.flatMap(device => device.activeTaskId ?? []);
      asked = new Set([...running.filter(id => asked.has(id)), activeTaskId]);
      void tasks.refresh();
    }
    return known?.task ?? undefined;
  };
  return {
    view: View.devices,
    refresh: Command.refreshDevices,
    onDidChange: anyEvent(devices.onDidChange, capabilities.onDidChange, tasks.onDidChange),
    ensure: () => devices.ensure(),
    rows: (): Row[] => {
      const addedIds = added.ids(session.connection?.id ?? '');
      const rows = listRows(devices.state, {
        list: 'devices',
        noun: 'devices',
        isFailureAbove: true,
        isFiltered: devices.notOffered ? undefined : isFiltered(devices.filter, ALL_DEVICES),
        row: device => {
          const { id } = device;
          const shown = (): Parameters<typeof deviceItem>[0] => ({
            device,
            origin: originOf(addedIds, id),
            capabilities: capabilities.of(id),
            task: taskOf(device),
            failure: devices.failureOf(id),
          });
          return {
            kind: 'device',
            record: device,
            item: () => deviceItem(shown()),
            tooltip: async () => deviceTooltip(shown(), await screenOf(session, device)),
          };
        },
      });
      const add = { title: 'Add Device by ID…', command: Command.addDevice };
      return devices.notOffered ? [...rows, commandRow('devices/add', add.title, add)] : rows;
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
