import type { IncomingRequest, SignatureCheck } from '../../appState/received.ts';
import { diagnose } from '../signatureDiagnosis.ts';

/** Checks the signature of a request as received. `receivedAt` is in milliseconds since 1970. */
export async function judgeReceived(
  { headers, headerPrefix, body, bodyBytes }: IncomingRequest,
  secret: string,
  receivedAt: number,
): Promise<SignatureCheck> {
  if (body === undefined) {
    const explanation = `Not checked: its body of ${bodyBytes} bytes is larger than the receiver keeps.`;
    return { kind: 'unchecked', explanation };
  }
  const { cause, isGenuine, explanation } = await diagnose(
    { headers, headerPrefix, body },
    secret,
    receivedAt,
  );
  return { kind: cause === 'right' ? 'verified' : isGenuine ? 'old' : 'refused', explanation };
}
