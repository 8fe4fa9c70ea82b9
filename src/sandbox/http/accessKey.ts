import { createHash, timingSafeEqual } from 'node:crypto';
import { DataFileError } from '../store/database.ts';
import type { Store } from '../store/store.ts';

/** Fact that lists the revoked keys by their digests. */
const REVOKED = 'revokedKeys';

/** The API key of a sandbox. Once revoked it stays so for its data, also after a restart (spec 5.4). */
export class AccessKey {
  readonly #store: Store;
  readonly #digest: Buffer;
  #isRevoked = false;

  /** Throws DataFileError for a key that was revoked before. */
  constructor(store: Store, key: string) {
    this.#store = store;
    this.#digest = digest(key);
    if (revokedKeys(store).includes(this.#digest.toString('hex')))
      throw new DataFileError('This API key was revoked in the sandbox. Start it with another key.');
  }

  /** Compares a key in the same time wherever the two differ. */
  fits(given: string): boolean {
    return timingSafeEqual(digest(given), this.#digest);
  }

  get isRevoked(): boolean {
    return this.#isRevoked;
  }

  /** Makes the key useless from now on. */
  revoke(): void {
    this.#store.setFact(REVOKED, [...revokedKeys(this.#store), this.#digest.toString('hex')]);
    this.#isRevoked = true;
  }
}

/** Replaces the data of a store; what was revoked stays so. */
export function keepingRevokedKeys<T>(store: Store, change: () => T): T {
  const revoked = revokedKeys(store);
  const result = change();
  if (revoked.length > 0) store.setFact(REVOKED, revoked);
  return result;
}

function revokedKeys(store: Store): readonly string[] {
  return (store.fact(REVOKED) as readonly string[] | undefined) ?? [];
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
