import type { Client } from '../client/client.ts';
import { collect, pages } from '../client/pages.ts';
import { DEVICE_TYPES } from '../contract/enumerations.ts';
import type { Action } from '../contract/records/action.ts';
import type { Device } from '../contract/records/device.ts';

/** The resources that flows can reference in a sandbox after a reset. */
export interface SandboxRecords {
  readonly actions: readonly Action[];
  readonly triggerIds: ReadonlySet<string>;
  /** The ID of a trigger that accepts any payload. */
  readonly anyTrigger: string | undefined;
  /** Device names by device ID in lower case. */
  readonly devices: ReadonlyMap<string, string>;
  /** The devices that are ready, those that can do the most first. */
  readonly readyDevices: readonly Pick<Device, 'id' | 'type'>[];
}

const TYPES: readonly string[] = DEVICE_TYPES;
const PAGE = { query: { pageSize: 100 } };
const MAX_RECORDS = 10_000;

/** Rejects with ApiError. */
export async function readSandboxRecords(client: Client): Promise<SandboxRecords> {
  const actions = await collect(pages(client.listActions, PAGE), MAX_RECORDS);
  const triggers = await collect(pages(client.listTriggers, PAGE), MAX_RECORDS);
  const devices = await collect(pages(client.listDevices, PAGE), MAX_RECORDS);
  const free = triggers.find(
    trigger => trigger.activation === 'custom' && trigger.customPayloadSchema == null,
  );
  return {
    actions,
    triggerIds: new Set(triggers.map(({ id }) => id.toLowerCase())),
    anyTrigger: free?.id,
    devices: new Map(devices.map(({ id, name }) => [id.toLowerCase(), name ?? id])),
    readyDevices: devices.filter(({ state }) => state === 'ready').toSorted((a, b) => rankOf(a) - rankOf(b)),
  };
}

function rankOf({ type }: Pick<Device, 'type'>): number {
  const rank = TYPES.indexOf(type ?? '');
  return rank === -1 ? TYPES.length : rank;
}
