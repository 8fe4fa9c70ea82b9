import type { Attempt } from '../contract/records/delivery.ts';
import { diagnose } from './signatureDoctor.ts';

/** Says in a sentence whether an attempt of a delivery was signed with a secret, as fresh as it was when it was sent. */
export async function judgeAttempt(attempt: Attempt, secret: string): Promise<string> {
  const { requestHeaders, requestBody, sentAt } = attempt;
  const text = typeof requestBody === 'string' ? requestBody : JSON.stringify(requestBody ?? '');
  const delivery = { headers: Object.entries(requestHeaders ?? {}), body: new TextEncoder().encode(text) };
  const sent = Date.parse(sentAt ?? '');
  return (await diagnose(delivery, secret, Number.isNaN(sent) ? Date.now() : sent)).explanation;
}
