import type { Client } from '../client/client.ts';
import { collect, pages } from '../client/pages.ts';
import type { Action } from '../contract/records/action.ts';

/** What flows can refer to in a sandbox as it begins. */
export interface SandboxThings {
  readonly actions: readonly Action[];
  readonly triggerIds: ReadonlySet<string>;
  /** A trigger that takes any payload. */
  readonly anyTrigger: string | undefined;
  /** The names of devices by their IDs in lower case. */
  readonly devices: ReadonlyMap<string, string>;
  /** A phone that is ready. */
  readonly anyDevice: string | undefined;
}

const PAGE = { query: { pageSize: 100 } };
const MOST = 10_000;

/** Reads them. Rejects with ApiError. */
export async function readSandboxThings(client: Client): Promise<SandboxThings> {
  const actions = await collect(pages(client.listActions, PAGE), MOST);
  const triggers = await collect(pages(client.listTriggers, PAGE), MOST);
  const devices = await collect(pages(client.listDevices, PAGE), MOST);
  const free = triggers.find(one => one.activation === 'custom' && one.customPayloadSchema == null);
  return {
    actions,
    triggerIds: new Set(triggers.map(({ id }) => id.toLowerCase())),
    anyTrigger: free?.id,
    devices: new Map(devices.map(({ id, name }) => [id.toLowerCase(), name ?? id])),
    anyDevice: devices.find(({ state }) => state === 'ready')?.id,
  };
}
