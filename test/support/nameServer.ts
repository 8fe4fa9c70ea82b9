import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';

/** The addresses that a name leads to. */
export type Found = readonly { readonly address: string; readonly family: number }[];
type Callback = (error: Error | null, addresses: Found) => void;

/** Lets names lead to one list of addresses after the other, the last one for ever. Answers how often was asked. */
export function namesLeadTo(...answers: readonly Found[]): () => number {
  let asked = 0;
  mock.method(dns, 'lookup', (_name: string, _options: unknown, callback: Callback) => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    callback(null, answer ?? []);
  });
  syncBuiltinESMExports();
  return () => asked;
}

/** Lets names lead where they lead to. */
export function restoreNames(): void {
  mock.restoreAll();
  syncBuiltinESMExports();
}
