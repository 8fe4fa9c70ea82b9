import type { FlowDiagnostic } from '../document/diagnostic.ts';

/** What a check of flow files came to. */
export interface CheckSummary {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  /** Information and hints. */
  readonly notes: number;
  /** How many files have errors or warnings. */
  readonly wrong: number;
}

/** Counts what was found in files. */
export function summarise(found: readonly (readonly Pick<FlowDiagnostic, 'severity'>[])[]): CheckSummary {
  const all = found.flat();
  const count = (...severities: readonly FlowDiagnostic['severity'][]): number =>
    all.filter(({ severity }) => severities.includes(severity)).length;
  const isWrong = ({ severity }: Pick<FlowDiagnostic, 'severity'>): boolean =>
    severity === 'error' || severity === 'warning';
  return {
    files: found.length,
    errors: count('error'),
    warnings: count('warning'),
    notes: count('information', 'hint'),
    wrong: found.filter(one => one.some(isWrong)).length,
  };
}

/** How much was found, in words: `2 errors, 1 warning`, with notes where there are any. */
export function countsText({ errors, warnings, notes }: CheckSummary): string {
  const parts = [counted(errors, 'error'), counted(warnings, 'warning')];
  return [...parts, ...(notes > 0 ? [counted(notes, 'note')] : [])].join(', ');
}

/** A number with its word: `1 file`, `2 files`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
