import type { ReportPage, ReportPageCase } from '../../protocol/testReport.ts';

/** A part of the cases that can be shown alone. */
export const FILTERS = ['all', 'failed', 'notRun', 'flaky', 'passed'] as const;
export type CaseFilter = (typeof FILTERS)[number];

/** The words for the filters. */
export const FILTER_WORDS: Readonly<Record<CaseFilter, string>> = {
  all: 'All',
  failed: 'Failed',
  flaky: 'Flaky',
  passed: 'Passed',
  notRun: 'Not run',
};

/** A case with its number in the report, from 0. */
export interface NumberedCase extends ReportPageCase {
  readonly index: number;
}

/** The case and the attempt that the address names; undefined for the list of all cases. */
export interface ShownAttempt {
  readonly index: number;
  /** From 0. */
  readonly attempt: number;
}

/** The fragment of the address that shows the coverage. */
export const COVERAGE_FRAGMENT = '#coverage';

/** Returns the filter that a case belongs to. */
export function filterOf({ outcome }: Pick<ReportPageCase, 'outcome'>): CaseFilter {
  return outcome === 'unfit' || outcome === 'skipped' ? 'notRun' : outcome;
}

/** Returns the cases with a filter and a text in their path, name, or failures. */
export function chosenCases(
  { cases }: ReportPage,
  filter: CaseFilter,
  query: string,
): ReadonlyMap<string, readonly NumberedCase[]> {
  const wanted = query.trim().toLowerCase();
  const chosen = cases
    .map((one, index): NumberedCase => ({ ...one, index }))
    .filter(one => filter === 'all' || filterOf(one) === filter)
    .filter(one => wanted === '' || textOf(one).includes(wanted));
  return Map.groupBy(chosen, ({ file }) => file);
}

/** Reads the place from the fragment of an address, such as `#case-3-attempt-1`, counted from 1. */
export function readFragment(fragment: string, { cases }: ReportPage): ShownAttempt | undefined {
  const [, number, attemptNumber] = /^#case-(\d+)(?:-attempt-(\d+))?$/.exec(fragment) ?? [];
  const index = Number(number ?? 0) - 1;
  const shown = cases[index];
  if (!shown) return undefined;
  const last = shown.attempts.length - 1;
  const attempt = attemptNumber === undefined ? lastFailedOf(shown) : Number(attemptNumber) - 1;
  return { index, attempt: Math.max(0, Math.min(attempt, last)) };
}

/** Returns the fragment of a place. */
export function fragmentOf(index: number, attempt?: number): string {
  return `#case-${index + 1}${attempt === undefined ? '' : `-attempt-${attempt + 1}`}`;
}

/** Returns the attempt to show first: the last one that failed, or else the last one. */
function lastFailedOf({ attempts }: ReportPageCase): number {
  const failed = attempts.findLastIndex(({ failures }) => failures.length > 0);
  return failed < 0 ? attempts.length - 1 : failed;
}

function textOf({ file, name, attempts }: ReportPageCase): string {
  const messages = attempts.flatMap(({ failures }) => failures.map(({ message }) => message));
  return [file, name, ...messages].join('\n').toLowerCase();
}
