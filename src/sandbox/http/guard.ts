import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHost } from '../../util/loopback.ts';
import { Refusal } from '../runtime/refusal.ts';
import type { AccessKey } from './accessKey.ts';

/**
 * Throws a 403 Refusal for requests that another web page may have caused: a host name that is not this computer's (DNS
 * rebinding), or an origin, which browsers send, other than the sandbox.
 */
export function requireLoopbackOrigin({ host = '', origin }: IncomingHttpHeaders): void {
  if (!isLoopbackHost(host.replace(/:\d+$/, ''))) {
    throw new Refusal(403, 'forbidden_host', 'The sandbox answers only under the name of this computer.');
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Refusal(403, 'forbidden_origin', 'The sandbox does not answer the web pages of others.');
  }
}

/** Throws a 401 Refusal for a request without the key or with a revoked one (spec 5). */
export function requireKey({ authorization = '' }: IncomingHttpHeaders, key: AccessKey): void {
  const sentKey = /^Bearer (.+)$/i.exec(authorization)?.[1];
  if (sentKey === undefined) {
    throw unauthorized('Send the API key as “Authorization: Bearer <key>”.');
  }
  if (!key.matches(sentKey)) throw unauthorized('The API key is not valid.');
  if (key.isRevoked) throw unauthorized('The API key was revoked.');
}

function unauthorized(message: string): Refusal {
  return new Refusal(401, 'unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });
}
