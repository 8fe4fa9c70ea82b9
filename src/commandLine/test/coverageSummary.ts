import { DECISION_SIDES } from '../../flow/run/coverage.ts';
import { percentOf, type ReportPageCoverage } from '../../protocol/testReport.ts';
import type { FileCoverage, StepCoverage } from './report.ts';

/** The coverage of a flow file, or of all, as reports show it. */
export type CoverageSummary = ReportPageCoverage;

/** Sums up the coverage of a flow file. */
export function summarizeFile({ file, steps }: FileCoverage): CoverageSummary {
  return { ...summarize(file, steps), gaps: steps.flatMap(gapOf) };
}

/** Sums up the coverage of all flow files, without what did not run. */
export function summarizeAll(files: readonly FileCoverage[]): CoverageSummary {
  return summarize(
    'All flows',
    files.flatMap(({ steps }) => steps),
  );
}

/** Formats a count with its total and the share in percent; an empty text if there is nothing to count. */
export function shareText(share: CoverageSummary['steps']): string {
  const { ran, all } = share;
  return all === 0 ? '' : `${ran}/${all} ${String(percentOf(share)).padStart(3)}%`;
}

/** Returns the sides of the decisions of a step: the text of each, and how often it was taken. */
export function sidesOf({
  decisions,
}: Pick<StepCoverage, 'decisions'>): readonly (readonly [text: string, count: number])[] {
  return decisions.flatMap(({ kind, yes, no }) => {
    const [one, other] = DECISION_SIDES[kind];
    return [
      [one, yes],
      [other, no],
    ] as const;
  });
}

function summarize(file: string, steps: readonly StepCoverage[]): CoverageSummary {
  const sides = steps.flatMap(sidesOf);
  const hasRounds = steps.some(step => step.rounds !== undefined);
  return {
    file,
    steps: { ran: steps.filter(({ runs }) => runs > 0).length, all: steps.length },
    branches: { ran: sides.filter(([, count]) => count > 0).length, all: sides.length },
    rounds: hasRounds ? steps.reduce((sum, step) => sum + (step.rounds ?? 0), 0) : undefined,
    gaps: [],
  };
}

function gapOf(step: StepCoverage): CoverageSummary['gaps'] {
  const { number, name, line } = step;
  if (step.runs === 0) return [{ number, name, line, sides: [] }];
  const sides = sidesOf(step).flatMap(([text, count]) => (count === 0 ? [text] : []));
  return sides.length === 0 ? [] : [{ number, name, line, sides }];
}
