import { verify } from '../contract/signature.ts';
import { type Header, headersEndingWith } from '../appState/received.ts';
import { bodyVariants, describeDamage } from './bodyVariants.ts';
import type { PastedDelivery } from './pastedDelivery.ts';
import type { DeliveryAttempt } from '../contract/records/delivery.ts';

/** The reason why a signature is valid, too old or invalid. */
export type SignatureCause =
  | 'right'
  | 'clock'
  | 'noTimestamp'
  | 'noSignature'
  | 'encoding'
  | 'header'
  | 'secretForm'
  | 'timestamp'
  | 'body'
  | 'secret';

/** The result of a diagnosis: its cause, and a sentence that says what to do. Never contains the secret. */
export interface SignatureDiagnosis {
  readonly cause: SignatureCause;
  /** True if secret, timestamp, body and signature match as pasted. */
  readonly isGenuine: boolean;
  readonly explanation: string;
}

/** The age in seconds beyond which receivers commonly reject a delivery (wire facts 12). */
export const FRESHNESS_SECONDS = 300;
/** The maximum number of header pairs tried. */
const MAX_PAIRS = 16;
/** The number of seconds around the timestamp that are tried as the timestamp of another attempt. */
const NEARBY_SECONDS = 300;

/**
 * Diagnoses why a delivery does or does not verify with a secret by trying the common mistakes of receivers.
 * `receivedAt` is the receiver's clock, in milliseconds since 1970.
 */
export async function diagnose(
  delivery: PastedDelivery,
  secret: string,
  receivedAt: number,
): Promise<SignatureDiagnosis> {
  const timestamps = headersEndingWith(delivery, '-timestamp');
  if (timestamps.length === 0) {
    return failedVerdict(
      'noTimestamp',
      'No header ends with "-Timestamp", and the signature covers it. Paste all headers.',
    );
  }
  const pairs = toPairs(timestamps, headersEndingWith(delivery, '-signature'));
  const [likeliest] = pairs;
  if (!likeliest) {
    return failedVerdict(
      'noSignature',
      'No header ends with "-Signature". Paste all headers as they arrived.',
    );
  }
  const { body } = delivery;
  for (const { timestamp, signature } of pairs) {
    if (await verify(secret, timestamp, body, signature)) return judgeClock(timestamp, receivedAt);
  }
  const { timestamp, signature } = likeliest;
  const misspelled = encodingProblem(signature);
  if (misspelled) return misspelled;
  const pasted = { secret, timestamp, body, signature };
  for (const candidate of candidates(delivery, secret, timestamp)) {
    const signed = { ...pasted, ...candidate };
    if (await verify(signed.secret, signed.timestamp, signed.body, signed.signature)) {
      return failedVerdict(candidate.cause, candidate.explanation);
    }
  }
  const damage = describeDamage(body);
  if (damage !== undefined) {
    const advice =
      'Verify the bytes as they arrive, and keep the secret until a delivery is checked that way.';
    return failedVerdict('body', `The body is probably not the one that was signed: ${damage}. ${advice}`);
  }
  return failedVerdict(
    'secret',
    'This is not the secret the delivery was signed with, or its content was altered. ' +
      'Rotating a secret makes the old one useless at once: compare it with the one of the endpoint.',
  );
}

/** Converts a timestamp in seconds, milliseconds or ISO form to milliseconds since 1970; NaN for other texts. */
export function timestampMilliseconds(timestamp: string): number {
  if (!/^\d+(\.\d+)?$/.test(timestamp)) return Date.parse(timestamp);
  const number = Number(timestamp);
  return number < 1e11 ? number * 1000 : number;
}

interface Pair {
  readonly timestamp: string;
  readonly signature: string;
}

// Headers with the same prefix go first, because they likely come from the same sender.
function toPairs(timestamps: readonly Header[], signatures: readonly Header[]): readonly Pair[] {
  const start = ([name]: Header): string => name.toLowerCase().replace(/[^-]*$/, '');
  const pairs = timestamps.flatMap(timestamp =>
    signatures.map(signature => ({
      alike: start(timestamp) === start(signature),
      timestamp: timestamp[1],
      signature: signature[1],
    })),
  );
  return [...pairs.filter(({ alike }) => alike), ...pairs.filter(({ alike }) => !alike)].slice(0, MAX_PAIRS);
}

function failedVerdict(cause: SignatureCause, explanation: string): SignatureDiagnosis {
  return { cause, isGenuine: false, explanation };
}

function judgeClock(timestamp: string, receivedAt: number): SignatureDiagnosis {
  const late = Math.round((receivedAt - timestampMilliseconds(timestamp)) / 1000);
  const isGenuine = true;
  if (Number.isNaN(late)) {
    const explanation = 'The signature is right. Its timestamp is no time, so its age is not known.';
    return { cause: 'clock', isGenuine, explanation };
  }
  if (Math.abs(late) <= FRESHNESS_SECONDS) {
    return { cause: 'right', isGenuine, explanation: 'The signature is right.' };
  }
  const explanation =
    `The signature is right, but its timestamp is ${Math.abs(late)} s ${late > 0 ? 'behind' : 'ahead of'} ` +
    `the receiver's clock. A receiver that allows ${FRESHNESS_SECONDS} s refuses it: set the clock, or ` +
    'ask for a new delivery if this one is old.';
  return { cause: 'clock', isGenuine, explanation };
}

function encodingProblem(signature: string): SignatureDiagnosis | undefined {
  const bare = signature.trim().replace(/^(sha256|v1)=/i, '');
  if (/^[0-9a-f]{64}$/i.test(bare) || /^[\w+/-]{43}=?$/.test(bare)) return undefined;
  const digits = /^[0-9a-f]+$/i.test(bare) ? bare.length : 0;
  const hash = { 40: 'SHA-1', 96: 'SHA-384', 128: 'SHA-512' }[digits];
  if (digits > 0) {
    const other = hash
      ? ` If this is all of it, it was made with ${hash}; the service signs with SHA-256.`
      : '';
    const most = digits < 64 ? ' Copy all of it.' : '';
    return failedVerdict(
      'encoding',
      `The signature has ${digits} hexadecimal digits instead of 64.${most}${other}`,
    );
  }
  return failedVerdict(
    'encoding',
    'The signature is neither 64 hexadecimal digits nor base64 of 32 bytes, bare or after "sha256=" or "v1=".',
  );
}

/** Content that may have been signed instead of the pasted delivery; absent parts are as pasted. */
interface Candidate {
  readonly secret?: string;
  readonly timestamp?: string;
  readonly body?: Uint8Array;
  readonly signature?: string;
  /** The verdict if the signature matches. */
  readonly cause: SignatureCause;
  readonly explanation: string;
}

// The common mistakes of receivers, the cheapest to try first.
function* candidates(
  { headers, body }: PastedDelivery,
  secret: string,
  timestamp: string,
): Generator<Candidate> {
  for (const [name, signature] of headers) {
    const explanation = `The right signature is in the header ${name}. Read it from there.`;
    yield { cause: 'header', explanation, signature };
  }
  for (const [form, text] of secretForms(secret)) {
    const explanation = `The signature is right for the secret ${form}. Use it in this form.`;
    if (text !== '') yield { cause: 'secretForm', explanation, secret: text };
  }
  for (const variant of bodyVariants(body)) {
    const advice = 'Verify the bytes as they arrive, before anything parses them.';
    const explanation = `The body is not the one that was signed: ${variant.change}. ${advice}`;
    yield { cause: 'body', explanation, body: variant.body };
  }
  const time = timestampMilliseconds(timestamp);
  if (Number.isNaN(time)) return;
  for (const [form, text] of timestampForms(time)) {
    const advice = 'Use the text of the header as it is.';
    const explanation = `The signature covers the timestamp ${form}, not as it stands here. ${advice}`;
    yield { cause: 'timestamp', explanation, timestamp: text };
  }
  const seconds = Math.floor(time / 1000);
  for (let distance = 1; distance <= NEARBY_SECONDS; distance++) {
    for (const other of [seconds - distance, seconds + distance]) {
      const offset = `${distance} s ${other < seconds ? 'earlier' : 'later'}`;
      const advice = 'Take headers and body from one and the same delivery.';
      const explanation = `The signature belongs to another delivery or attempt, ${offset}. ${advice}`;
      yield { cause: 'timestamp', explanation, timestamp: `${other}` };
      yield { cause: 'timestamp', explanation, timestamp: `${time + (other - seconds) * 1000}` };
    }
  }
}

function secretForms(secret: string): [form: string, text: string][] {
  const bare = secret.trim();
  return [
    ['without the white space around it', bare],
    ['without the quotes around it', bare.replace(/^(["'])(.*)\1$/, '$2')],
    ['without its prefix "whsec_"', bare.replace(/^whsec_/, '')],
    ['with the prefix "whsec_"', `whsec_${bare}`],
    ['with a line end after it', `${bare}\n`],
  ];
}

function timestampForms(time: number): [form: string, text: string][] {
  const iso = new Date(time).toISOString();
  return [
    ['in seconds', `${Math.floor(time / 1000)}`],
    ['in milliseconds', `${time}`],
    ['in ISO form', iso],
    ['in ISO form without milliseconds', iso.replace(/\.\d+Z$/, 'Z')],
  ];
}

/**
 * Explains in a sentence whether a delivery attempt was signed with a secret, with its age measured at the time it was
 * sent. `headerPrefix` is the connection's prefix in its header names.
 */
export async function judgeAttempt(
  attempt: DeliveryAttempt,
  secret: string,
  headerPrefix: string,
): Promise<string> {
  const { requestHeaders, requestBody, sentAt } = attempt;
  const text = typeof requestBody === 'string' ? requestBody : JSON.stringify(requestBody ?? '');
  const headers = Object.entries(requestHeaders ?? {});
  const delivery = { headers, headerPrefix, body: new TextEncoder().encode(text) };
  const sent = Date.parse(sentAt ?? '');
  return (await diagnose(delivery, secret, Number.isNaN(sent) ? Date.now() : sent)).explanation;
}
