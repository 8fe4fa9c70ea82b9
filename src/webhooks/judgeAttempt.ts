import type { Attempt } from '../contract/records/delivery.ts';
import { diagnose } from './signatureDoctor.ts';

/**
 * Says in a sentence whether an attempt of a delivery was signed with a secret, as fresh as it was when it was sent;
 * `headerPrefix` is the connection's word in the names of its headers.
 */
export async function judgeAttempt(attempt: Attempt, secret: string, headerPrefix: string): Promise<string> {
  const { requestHeaders, requestBody, sentAt } = attempt;
  const text = typeof requestBody === 'string' ? requestBody : JSON.stringify(requestBody ?? '');
  const headers = Object.entries(requestHeaders ?? {});
  const delivery = { headers, headerPrefix, body: new TextEncoder().encode(text) };
  const sent = Date.parse(sentAt ?? '');
  return (await diagnose(delivery, secret, Number.isNaN(sent) ? Date.now() : sent)).explanation;
}
