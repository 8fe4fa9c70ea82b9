import type { createDispatcher } from '../../client/dispatcher.ts';
import { headerEndingWith, type IncomingRequest, type Replayed } from '../../appState/received.ts';
import { FRESHNESS_SECONDS, timestampMilliseconds } from '../signatureDiagnosis.ts';
import { toError } from '../../util/errors.ts';

/** Longer than the receiver's slowest answer. */
const MAX_WAIT_MS = 70_000;

// Headers of the connection rather than of the delivery.
const OF_THE_CONNECTION =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/i;

/**
 * Sends a kept delivery to a URL with its original bytes and headers, except those of the connection. Does not follow
 * redirects. Throws an error that names the URL without its query.
 */
export async function replay(
  delivery: IncomingRequest,
  url: string,
  dispatcher: ReturnType<typeof createDispatcher>,
): Promise<Replayed> {
  const { origin, pathname, search } = new URL(url);
  if (delivery.body === undefined) {
    throw new Error('The body of this delivery was too large to be kept, so it cannot be sent again.');
  }
  const headers = delivery.headers.filter(([name]) => !OF_THE_CONNECTION.test(name));
  const started = performance.now();
  try {
    const response = await dispatcher.request({
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: headers.flat(),
      body: delivery.body,
      headersTimeout: MAX_WAIT_MS,
    });
    const ms = Math.round(performance.now() - started);
    await response.body.dump();
    return { status: response.statusCode, ms, tooOldSeconds: secondsTooOld(delivery) };
  } catch (cause) {
    const reason = toError(cause).message;
    throw new Error(`The delivery could not be sent to ${origin}${pathname}: ${reason}`, { cause });
  }
}

function secondsTooOld(delivery: IncomingRequest): number | undefined {
  const sent = timestampMilliseconds(headerEndingWith(delivery, '-timestamp') ?? '');
  const age = Math.round((Date.now() - sent) / 1000);
  return age > FRESHNESS_SECONDS ? age : undefined;
}
