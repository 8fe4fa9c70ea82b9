import { counted } from '../../util/counted.ts';
import type { FlowDiagnostic } from '../document/diagnostic.ts';

/** The totals of a check of flow files. */
export interface CheckSummary {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  /** The number of information and hint diagnostics. */
  readonly notes: number;
  /** The number of files with errors or warnings. */
  readonly wrong: number;
}

/** Counts the diagnostics of files; `found` has one list per file. */
export function summarize(found: readonly (readonly Pick<FlowDiagnostic, 'severity'>[])[]): CheckSummary {
  const diagnostics = found.flat();
  const count = (...severities: readonly FlowDiagnostic['severity'][]): number =>
    diagnostics.filter(({ severity }) => severities.includes(severity)).length;
  const isWrong = ({ severity }: Pick<FlowDiagnostic, 'severity'>): boolean =>
    severity === 'error' || severity === 'warning';
  return {
    files: found.length,
    errors: count('error'),
    warnings: count('warning'),
    notes: count('information', 'hint'),
    wrong: found.filter(problems => problems.some(isWrong)).length,
  };
}

/** Formats the counts: `2 errors, 1 warning`, with notes if there are any. */
export function formatCounts({ errors, warnings, notes }: CheckSummary): string {
  const parts = [counted(errors, 'error'), counted(warnings, 'warning')];
  return [...parts, ...(notes > 0 ? [counted(notes, 'note')] : [])].join(', ');
}
