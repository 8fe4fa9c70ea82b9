import type * as z from 'zod';
import { operation } from '../contract/define.ts';
import { addressProblem } from '../util/publicAddress.ts';
import { isLoopbackHost } from '../util/loopback.ts';
import { call } from './call.ts';
import type { CallOptions } from './reply.ts';
import type { ClientSettings } from './settings.ts';

/**
 * Reads JSON at an address that the service returned, without the key. The address must be public, or that of this
 * computer if the service is there, too. Follows no redirect. Rejects with an error.
 */
export async function readLinked<Schema extends z.ZodType>(
  settings: ClientSettings,
  address: string,
  schema: Schema,
  options: CallOptions = {},
): Promise<z.output<Schema>> {
  const isLocal = isLoopbackHost(new URL(settings.baseUrl).hostname);
  const problem = addressProblem(address, () => isLocal);
  if (problem !== undefined) throw new Error(`The address of a UI state ${problem}.`);
  const { origin, pathname, search } = new URL(address);
  const linked = operation('GET', `/${pathname.slice(1)}${search}`, {
    summary: 'Read what an address links to',
    response: { status: 200, body: schema },
  });
  const noKey = (): Promise<undefined> => Promise.resolve(undefined);
  // The address is a secret, so that it is not reported.
  const keyless = { ...settings, baseUrl: origin, key: noKey, isKeyless: true, onExchange: undefined };
  const { value } = await call(keyless, 'getTaskUiState', linked, {}, options);
  return schema.parse(value);
}
