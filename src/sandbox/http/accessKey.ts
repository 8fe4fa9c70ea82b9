import { createHash, timingSafeEqual } from 'node:crypto';
import { DataFileError } from '../store/database.ts';
import type { Store } from '../store/store.ts';

/** The name of the fact with the hashes of revoked keys. */
const REVOKED = 'revokedKeys';

/** The API key of a sandbox. A revoked key stays revoked for its data, even after a restart (spec 5.4). */
export class AccessKey {
  readonly #store: Store;
  readonly #digest: Buffer;
  #isRevoked = false;

  /** Throws DataFileError if the key has been revoked. */
  constructor(store: Store, key: string) {
    this.#store = store;
    this.#digest = digest(key);
    if (revokedKeys(store).includes(this.#digest.toString('hex')))
      throw new DataFileError('This API key was revoked in the sandbox. Start it with another key.');
  }

  /** Compares a key in constant time. */
  matches(key: string): boolean {
    return timingSafeEqual(digest(key), this.#digest);
  }

  get isRevoked(): boolean {
    return this.#isRevoked;
  }

  /** Revokes the key immediately. */
  revoke(): void {
    this.#store.setFact(REVOKED, [...revokedKeys(this.#store), this.#digest.toString('hex')]);
    this.#isRevoked = true;
  }
}

/** Runs a change that replaces the data of a store, and keeps revoked keys revoked. */
export function keepRevokedKeys<T>(store: Store, change: () => T): T {
  const revoked = revokedKeys(store);
  const result = change();
  if (revoked.length > 0) store.setFact(REVOKED, revoked);
  return result;
}

function revokedKeys(store: Store): readonly string[] {
  const hashes = store.fact(REVOKED);
  return Array.isArray(hashes) ? hashes.map(String) : [];
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
