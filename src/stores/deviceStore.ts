import type { Client } from '../client/client.ts';
import { ApiError } from '../client/failure.ts';
import { isNotOffered, readOrKnown } from './notOffered.ts';
import type { Device } from '../contract/records/device.ts';
import { ListStore } from './listStore.ts';
import { readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** Which devices are shown and in which order (wire facts 2). */
export interface DeviceFilter {
  /** Part of the name. */
  readonly name: string;
  readonly state: string | undefined;
  readonly orderBy: 'createdAt' | 'updatedAt' | 'assignedAt';
  readonly direction: 'asc' | 'desc';
}

/** Every device, the newest first. */
export const ALL_DEVICES: DeviceFilter = {
  name: '',
  state: undefined,
  orderBy: 'createdAt',
  direction: 'desc',
};

/** The ids of devices that a person added by hand, for each connection. */
export interface AddedDevices {
  /** The ids added for a connection. */
  ids(connectionId: string): readonly string[];
}

/** The ids of records that the flow files of the workspace name. */
export interface IdsInFiles {
  /** Those in a field of the body of `POST /flows` (spec 4.4), each once. */
  idsIn(field: 'deviceIds' | 'notifyWebhookId'): Promise<readonly string[]>;
}

const PAGE_SIZE = 100;
const POLL_MS = 10_000;

/**
 * The devices of the active connection; where the service lists none, those added by their id and those that flow
 * files name.
 */
export class DeviceStore extends ListStore<Device, DeviceFilter> {
  readonly #failures = new Map<string, ApiError>();

  constructor(session: Session, added: AddedDevices, files: IdsInFiles) {
    super(
      session,
      ALL_DEVICES,
      async (client, { name, state, orderBy, direction }, next, signal, connectionId) => {
        const page = await readOrKnown(
          () =>
            readListPage(() =>
              client.listDevices(
                {
                  query: {
                    page: Number(next ?? 1),
                    pageSize: PAGE_SIZE,
                    orderBy,
                    orderByDirection: direction,
                    ...(name === '' ? {} : { name }),
                    ...(state === undefined ? {} : { state: [state] }),
                  },
                },
                { signal },
              ),
            ),
          async () => {
            const ids = [...added.ids(connectionId), ...(await files.idsIn('deviceIds'))];
            return this.#readEach(client, [...new Set(ids)], signal);
          },
        );
        const [problem] = page.unlisted === true ? this.#failures.values() : [];
        return { ...page, problem: page.problem ?? problem };
      },
      POLL_MS,
    );
  }

  /** Why a device could not be read where each is read by its id; what is shown of it is what was known before. */
  failureOf(id: string): ApiError | undefined {
    return this.notOffered ? this.#failures.get(id) : undefined;
  }

  // A service that meets no more than the specification can be asked to act on a device, but not about it.
  async #readEach(client: Client, ids: readonly string[], signal: AbortSignal): Promise<Device[]> {
    const failures = new Map<string, ApiError>();
    const devices = await Promise.all(
      ids.map(async deviceId => {
        try {
          return (await client.getDevice({ params: { deviceId } }, { signal })).value;
        } catch (error) {
          if (isNotOffered(error)) return { id: deviceId };
          if (!isOfOne(error)) throw error;
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

// An answer that is about one device; a refused key, a wait and a connection that is cut are about all of them.
function isOfOne(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== undefined && ![401, 429].includes(error.status);
}
