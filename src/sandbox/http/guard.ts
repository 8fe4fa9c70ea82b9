import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackHost } from '../../util/loopback.ts';
import { Refusal } from '../refusal.ts';

/**
 * Refuses requests that a web page elsewhere could have caused: a host name that is not this computer's (DNS
 * rebinding) or an origin, which browsers send, other than the sandbox itself.
 */
export function refuseForeign(headers: Headers): void {
  const host = headers.get('host') ?? '';
  if (!isLoopbackHost(host.replace(/:\d+$/, ''))) {
    throw new Refusal(403, 'forbidden_host', 'The sandbox answers only under the name of this computer.');
  }
  const origin = headers.get('origin');
  if (origin !== null && origin !== `http://${host}`) {
    throw new Refusal(403, 'forbidden_origin', 'The sandbox does not answer the web pages of others.');
  }
}

/** Refuses a request without the key; the comparison takes the same time wherever the keys differ (spec 5). */
export function refuseStranger(headers: Headers, key: string): void {
  const given = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (given === undefined) {
    throw unauthorized('Send the API key as “Authorization: Bearer <key>”.');
  }
  if (!timingSafeEqual(digest(given), digest(key))) throw unauthorized('The API key is not valid.');
}

function unauthorized(message: string): Refusal {
  return new Refusal(401, 'unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
