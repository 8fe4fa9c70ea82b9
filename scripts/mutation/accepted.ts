import type { Mutant } from './mutants.ts';

interface Accepted {
  readonly file: string;
  /** The reason why no test can detect these mutants. */
  readonly reason: string;
  readonly mutants: readonly Pick<Mutant, 'code' | 'change'>[];
}

/** Mutants that may survive, with the reason; not included in the score. */
export const ACCEPTED: readonly Accepted[] = [
  {
    file: 'src/client/dispatcher.ts',
    reason: 'Undefined means the same as absent.',
    mutants: [
      {
        code: 'return { rejectUnauthorized: this.#policy.strictSSL, ...(ca ? { ca } : {}) };',
        change: 'ca → true',
      },
    ],
  },
  {
    file: 'src/client/redact.ts',
    reason: 'Undefined means the same as absent.',
    mutants: [
      {
        code: '...(traceId === undefined ? {} : { traceId: withoutKey(traceId, key) }),',
        change: 'traceId === undefined → false',
      },
      { code: '...(waitMs === undefined ? {} : { waitMs }),', change: 'waitMs === undefined → false' },
    ],
  },
  {
    file: 'src/client/request.ts',
    reason: 'A header without a value is not sent.',
    mutants: [
      {
        code: "...(keyHeader === undefined ? {} : { 'idempotency-key': keyHeader }),",
        change: 'keyHeader === undefined → false',
      },
    ],
  },
  {
    file: 'src/client/events.ts',
    reason: 'A line that begins with a colon has no name that counts, whatever its value.',
    mutants: [
      { code: 'const name = colon < 0 ? line : line.slice(0, colon);', change: '< → <=' },
      { code: "const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');", change: '0 → 1' },
    ],
  },
  {
    file: 'src/client/readReply.ts',
    reason: 'A value that does not fit has an issue; the types ask for it.',
    mutants: [{ code: 'field: fieldName(first?.path ?? []),', change: '?. → .' }],
  },
  {
    file: 'src/flow/compare/readableFlow.ts',
    reason: 'Two names of one object are never equal, and a comparison counts by its sign alone.',
    mutants: [
      {
        code: 'const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));',
        change: '< → <=',
      },
      {
        code: 'const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));',
        change: '1 → 2',
      },
    ],
  },
  {
    file: 'src/flow/compare/alignLists.ts',
    reason: 'The index lies in the list, so the other value is never taken; the types ask for it.',
    mutants: [
      {
        code: 'const score = scoreSimilarity(before[row] ?? [], after[column] ?? []);',
        change: "[] → ['mutant']",
      },
      {
        code: 'while (end < most && left.at(-1 - end)?.[0] === right.at(-1 - end)?.[0]) end++;',
        change: '?. → ',
      },
      {
        code: 'while (start < left.length && start < right.length && left[start]?.[0] === right[start]?.[0]) start++;',
        change: '?. → ',
      },
    ],
  },
  {
    file: 'src/flow/compare/compareFlows.ts',
    reason: 'A list has nothing at the index undefined.',
    mutants: [
      {
        code: 'const now = newIndex === undefined ? undefined : after[newIndex];',
        change: 'newIndex === undefined → false',
      },
    ],
  },
];

/** Returns the reason why a mutant may survive, or undefined if it may not. */
export function reasonToAccept({ file, code, change }: Mutant): string | undefined {
  const isSame = (mutant: Pick<Mutant, 'code' | 'change'>): boolean =>
    mutant.code === code && mutant.change === change;
  return ACCEPTED.find(entry => entry.file === file && entry.mutants.some(isSame))?.reason;
}
