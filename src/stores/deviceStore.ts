import type { Client } from '../client/client.ts';
import { ApiError } from '../client/failure.ts';
import type { QueryValue } from '../contract/operations.ts';
import type { Device } from '../contract/records/device.ts';
import { isNotOffered, readOrKnown } from './notOffered.ts';
import { ListStore } from './listStore.ts';
import { queryOfPage, readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** The filter and sort order of the device list (wire facts 2). */
export interface DeviceFilter {
  /** Substring of the device name. */
  readonly name: string;
  readonly state: string | undefined;
  readonly orderBy: Exclude<QueryValue<'listDevices', 'orderBy'>, 'id'>;
  readonly direction: 'asc' | 'desc';
}

export const ALL_DEVICES: DeviceFilter = {
  name: '',
  state: undefined,
  orderBy: 'createdAt',
  direction: 'desc',
};

/** The device IDs that users added manually, per connection. */
export interface AddedDevices {
  ids(connectionId: string): readonly string[];
}

/** The record IDs that the flow files of the workspace contain. */
export interface IdsInFiles {
  /** Returns the distinct IDs in a field of the `POST /flows` body (spec 4.4). */
  idsIn(field: 'deviceIds' | 'notifyWebhookId'): Promise<readonly string[]>;
}

const PAGE_SIZE = 100;
const POLL_MS = 10_000;

/**
 * The devices of the active connection. If the service offers no list, they are read by ID: those added manually and
 * those named in flow files.
 */
export class DeviceStore extends ListStore<Device, DeviceFilter> {
  readonly #failures = new Map<string, ApiError>();

  constructor(session: Session, added: AddedDevices, files: IdsInFiles) {
    super(session, ALL_DEVICES, POLL_MS, async ({ client, connectionId, filter, next, signal }) => {
      const { name, state, orderBy, direction } = filter;
      const query = {
        ...queryOfPage(next, PAGE_SIZE),
        orderBy,
        orderByDirection: direction,
        name: name || undefined,
        state: state && [state],
      };
      const page = await readOrKnown(
        () => readListPage(client.listDevices({ query }, { signal })),
        async () => {
          const ids = [...added.ids(connectionId), ...(await files.idsIn('deviceIds'))];
          return this.#readEach(client, [...new Set(ids)], signal);
        },
      );
      const [problem] = page.unlisted === true ? this.#failures.values() : [];
      return { ...page, problem: page.problem ?? problem };
    });
  }

  /** Returns the error of a device that was read by its ID; the list still holds the last known data of the device. */
  failureOf(id: string): ApiError | undefined {
    return this.notOffered ? this.#failures.get(id) : undefined;
  }

  // A service that implements only the specification accepts device actions but offers no device details.
  async #readEach(client: Client, ids: readonly string[], signal: AbortSignal): Promise<Device[]> {
    const failures = new Map<string, ApiError>();
    const devices = await Promise.all(
      ids.map(async deviceId => {
        try {
          return (await client.getDevice({ params: { deviceId } }, { signal })).value;
        } catch (error) {
          if (isNotOffered(error)) return { id: deviceId };
          if (!isOfOneDevice(error)) throw error;
          failures.set(deviceId, error);
          return this.byId(deviceId) ?? { id: deviceId };
        }
      }),
    );
    this.#failures.clear();
    for (const [id, error] of failures) this.#failures.set(id, error);
    return devices;
  }
}

// 401, 429 and connection failures affect all devices, not just one.
function isOfOneDevice(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== undefined && ![401, 429].includes(error.status);
}
