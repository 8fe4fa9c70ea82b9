import type { Client } from '../../src/client/client.ts';

/** A step by the method of its action, and its parameters. */
export type MethodStep = readonly [method: string, params: object];

/** Returns a flow on the first usable Android device of a sandbox, started by calls. */
export async function flowOf(client: Client, name: string, steps: readonly MethodStep[]): Promise<object> {
  const query = { pageSize: 100 };
  const devices = (await client.listDevices({ query })).value.items ?? [];
  const device = devices.find(({ state, type }) => state === 'ready' && type?.startsWith('android'));
  const triggers = (await client.listTriggers({})).value.items ?? [];
  const triggerId = triggers.find(one => one.activation === 'custom' && !one.customPayloadSchema)?.id;
  const known = (await client.listActions({ query })).value.items ?? [];
  const actions = steps.map(([method, params], index) => ({
    actionId: known.find(action => action.method === method)?.id ?? '',
    position: index + 1,
    overrides: { params },
  }));
  return { name, triggerId, deviceIds: [device?.id ?? ''], actions };
}
