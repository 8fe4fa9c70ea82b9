import { createPublicKey, type KeyObject, publicDecrypt } from 'node:crypto';

/** The length of the token that a host signs, in bytes. */
export const TOKEN_BYTES = 20;
/** The signed structure that names SHA-1 before a digest, in whose place adb signs the token. */
const SHA1_PREFIX = Buffer.from('3021300906052b0e03021a05000414', 'hex');
const KEY_BYTES = 256;

/** Reads the public key of a host, which adb writes as numbers of an own structure in Base64, and then a name. */
export function readHostKey(payload: Uint8Array): KeyObject {
  const [text = ''] = Buffer.from(payload).toString('latin1').split(/[ \0]/, 1);
  const bytes = Buffer.from(text, 'base64');
  const modulus = bytes.subarray(8, 8 + KEY_BYTES).toReversed();
  const exponent = Buffer.alloc(4);
  exponent.writeUInt32BE(bytes.readUInt32LE(8 + 2 * KEY_BYTES));
  const jwk = {
    kty: 'RSA',
    n: Buffer.from(modulus).toString('base64url'),
    e: exponent.subarray(1).toString('base64url'),
  };
  return createPublicKey({ key: jwk, format: 'jwk' });
}

/** Returns true if a host with the key has signed the token. */
export function hasSigned(key: KeyObject, token: Uint8Array, signature: Uint8Array): boolean {
  try {
    return publicDecrypt(key, signature).equals(Buffer.concat([SHA1_PREFIX, token]));
  } catch {
    return false;
  }
}
