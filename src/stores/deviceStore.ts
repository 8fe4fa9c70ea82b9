import type { Client } from '../client/client.ts';
import { isNotOffered } from './notOffered.ts';
import type { Device } from '../contract/records/device.ts';
import { ListStore } from './listStore.ts';
import type { Page } from './pagedList.ts';
import { readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** Which devices are shown (wire facts 2). */
export interface DeviceFilter {
  /** Part of the name. */
  readonly name: string;
  readonly state: string | undefined;
}

/** Every device. */
export const ALL_DEVICES: DeviceFilter = { name: '', state: undefined };

/** The ids of devices that a person added by hand, for each connection. */
export interface AddedDevices {
  /** The ids added for a connection. */
  ids(connectionId: string): readonly string[];
}

const PAGE_SIZE = 100;
const POLL_MS = 10_000;

/** The devices of the active connection, with those added by their id where the service lists none. */
export class DeviceStore extends ListStore<Device, DeviceFilter> {
  constructor(session: Session, added: AddedDevices) {
    super(
      session,
      ALL_DEVICES,
      async (client, { name, state }, next, signal) => {
        const ids = added.ids(session.connection?.id ?? '');
        try {
          const page = await readListPage(() =>
            client.listDevices(
              {
                query: {
                  page: Number(next ?? 1),
                  pageSize: PAGE_SIZE,
                  orderBy: 'createdAt',
                  orderByDirection: 'desc',
                  ...(name === '' ? {} : { name }),
                  ...(state === undefined ? {} : { state: [state] }),
                },
              },
              { signal },
            ),
          );
          return page;
        } catch (error) {
          if (!isNotOffered(error) || ids.length === 0) throw error;
          return readAdded(client, ids, signal);
        }
      },
      POLL_MS,
    );
  }
}

// A service that meets no more than the specification can be asked to act on a device, but not about it.
async function readAdded(client: Client, ids: readonly string[], signal: AbortSignal): Promise<Page<Device>> {
  const items = await Promise.all(
    ids.map(async deviceId => {
      try {
        return (await client.getDevice({ params: { deviceId } }, { signal })).value;
      } catch (error) {
        if (!isNotOffered(error)) throw error;
        return { id: deviceId };
      }
    }),
  );
  return { items, total: items.length, next: undefined };
}
