import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';

/** The addresses of a host name. */
export type Addresses = readonly { readonly address: string; readonly family: number }[];
type Callback = (error: Error | null, addresses: Addresses) => void;

/**
 * Mocks DNS lookups to return one list of addresses after another, repeating the last. Returns a function that counts
 * the lookups.
 */
export function mockDns(...answers: readonly Addresses[]): () => number {
  let lookups = 0;
  mock.method(dns, 'lookup', (_name: string, _options: unknown, callback: Callback) => {
    const answer = answers[Math.min(lookups++, answers.length - 1)];
    callback(null, answer ?? []);
  });
  syncBuiltinESMExports();
  return () => lookups;
}

/** Restores DNS lookups. */
export function restoreDns(): void {
  mock.restoreAll();
  syncBuiltinESMExports();
}
