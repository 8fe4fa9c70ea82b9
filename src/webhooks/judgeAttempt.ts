import type { Attempt } from '../contract/records/delivery.ts';
import { diagnose } from './signatureDoctor.ts';

/**
 * Explains in a sentence whether a delivery attempt was signed with a secret, with its age measured at the time it was
 * sent. `headerPrefix` is the connection's prefix in its header names.
 */
export async function judgeAttempt(attempt: Attempt, secret: string, headerPrefix: string): Promise<string> {
  const { requestHeaders, requestBody, sentAt } = attempt;
  const text = typeof requestBody === 'string' ? requestBody : JSON.stringify(requestBody ?? '');
  const headers = Object.entries(requestHeaders ?? {});
  const delivery = { headers, headerPrefix, body: new TextEncoder().encode(text) };
  const sent = Date.parse(sentAt ?? '');
  return (await diagnose(delivery, secret, Number.isNaN(sent) ? Date.now() : sent)).explanation;
}
