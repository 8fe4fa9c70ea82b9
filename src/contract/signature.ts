const encoder = new TextEncoder();

/** Returns the header names of a delivery for a connection's prefix (spec 6.2, wire facts 12). */
export function deliveryHeaders(
  prefix: string,
): Record<'timestamp' | 'signature' | 'event' | 'eventId' | 'deliveryId' | 'attempt', string> {
  return {
    timestamp: `X-${prefix}-Timestamp`,
    signature: `X-${prefix}-Signature`,
    event: `X-${prefix}-Event`,
    eventId: `X-${prefix}-Event-Id`,
    deliveryId: `X-${prefix}-Delivery-Id`,
    attempt: `X-${prefix}-Attempt`,
  };
}

/** Signs a delivery: lower-case hex of HMAC-SHA256 over `{timestamp}.{rawBody}` (spec 6.2). */
export async function sign(secret: string, timestamp: string, rawBody: Uint8Array): Promise<string> {
  const key = await hmacKey(secret, 'sign');
  const mac = await crypto.subtle.sign('HMAC', key, signedBytes(timestamp, rawBody));
  return Array.from(new Uint8Array(mac), byte => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns true if a signature matches secret, timestamp and body, compared in constant time (spec 6.2). Accepts hex in
 * either case or base64, with or without the prefix `sha256=` or `v1=` (wire facts 12).
 */
export async function verify(
  secret: string,
  timestamp: string,
  rawBody: Uint8Array,
  signature: string,
): Promise<boolean> {
  const mac = decodeSignature(signature);
  if (!mac) return false;
  const key = await hmacKey(secret, 'verify');
  return crypto.subtle.verify('HMAC', key, mac, signedBytes(timestamp, rawBody));
}

function hmacKey(secret: string, usage: 'sign' | 'verify'): ReturnType<typeof crypto.subtle.importKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [usage]);
}

function signedBytes(timestamp: string, rawBody: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${timestamp}.`);
  const bytes = new Uint8Array(head.length + rawBody.length);
  bytes.set(head);
  bytes.set(rawBody, head.length);
  return bytes;
}

function decodeSignature(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bare = text.trim().replace(/^(sha256|v1)=/i, '');
  if (/^[0-9a-f]{64}$/i.test(bare)) {
    return Uint8Array.from(bare.match(/../g) ?? [], pair => parseInt(pair, 16));
  }
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(bare)) {
    const standard = bare.replaceAll('-', '+').replaceAll('_', '/');
    return Uint8Array.from(atob(standard), char => char.charCodeAt(0));
  }
  return undefined;
}
