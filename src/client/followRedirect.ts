import type { Operation } from '../contract/operation.ts';
import { isLoopbackHost } from '../util/loopback.ts';
import { addressProblem } from '../util/publicAddress.ts';
import { CallFailure } from './callFailure.ts';
import { decompress } from './decompress.ts';
import { readBody } from './readBody.ts';
import type { CallOptions } from './reply.ts';
import { type HttpResponse, sendOnce } from './sendOnce.ts';
import type { ClientSettings } from './settings.ts';

/**
 * Returns why the address in a response of a service must not be read; undefined if it may be: it must be public, or on
 * this computer if the service is there, too.
 */
export function linkProblem(
  address: string,
  { baseUrl }: Pick<ClientSettings, 'baseUrl'>,
): string | undefined {
  const isLocal = isLoopbackHost(new URL(baseUrl).hostname);
  return addressProblem(address, () => isLocal);
}

/**
 * Requests what a redirect leads to, without the key; returns any other response as it is. Follows one redirect, to a
 * public address with https, or from a service on this computer to another address on it. Throws CallFailure `linked`,
 * which never contains the address, because the address itself grants access.
 */
export async function followRedirect(
  settings: ClientSettings,
  operation: Operation,
  response: HttpResponse,
  options: CallOptions,
): Promise<HttpResponse> {
  const { status, headers } = response;
  if (status < 300 || status > 399) return response;
  await readBody(response);
  const { location = '' } = headers;
  const url = location === '' ? null : URL.parse(location, settings.baseUrl);
  if (!url || linkProblem(url.href, settings) !== undefined)
    throw new CallFailure({ kind: 'linked', status });
  const { origin } = url;
  const request = {
    origin,
    path: '',
    target: url.pathname + url.search,
    headers: { accept: '*/*' },
    body: undefined,
  };
  const found = decompress(await sendOnce(settings, operation, request, undefined, options));
  if (found.status >= 200 && found.status <= 299) return found;
  // The body of an error often repeats the address.
  await readBody(found);
  throw new CallFailure({ kind: 'linked', status: found.status });
}
