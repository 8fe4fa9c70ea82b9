import type { TraceStep } from '../../contract/sandbox/traces.ts';
import { secondsText, statusText } from '../../flow/run/outcomeText.ts';
import { millisecondsBetween } from '../../flow/run/runSteps.ts';
import { compareRuns } from '../../flow/trace/compareRuns.ts';
import { firstSentence, comparedStepLabel } from '../../flow/trace/comparisonText.ts';
import type { Evidence } from '../../flow/explain/explanation.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { table } from './markdownTable.ts';

/** A run with the name under which the report shows it. */
export interface ReportedRun {
  readonly name: string;
  readonly evidence: Evidence;
}

/** The maximum number of rows of a table. */
const MAX_ROWS = 1000;

/** Formats the comparison of two runs as Markdown: the first difference in a sentence, all differences, and all steps. */
export function comparisonReport(left: ReportedRun, right: ReportedRun): string {
  const { steps, first, about } = compareRuns(left.evidence, right.evidence);
  const name = left.evidence.run.flowName ?? right.evidence.run.flowName;
  const different = steps.filter(({ differences }) => differences.length > 0);
  return markdownDocument([
    `# Comparison of two runs${name == null ? '' : ` of “${escapeLine(name)}”`}`,
    `**${escapeLine(firstSentence(first))}**`,
    table(['', 'First run', 'Second run'], runRows(left, right)),
    ...about.map(fact => escapeLine(fact)),
    ...(different.length === 0
      ? []
      : [
          '## Differences',
          table(
            ['Step', 'Difference'],
            different
              .flatMap(step => step.differences.map(({ text }) => [comparedStepLabel(step), text]))
              .slice(0, MAX_ROWS),
          ),
        ]),
    '## Steps',
    table(
      ['Step', 'First run', 'Second run'],
      steps
        .slice(0, MAX_ROWS)
        .map(step => [comparedStepLabel(step), resultOf(step.left), resultOf(step.right)]),
    ),
    ...(steps.length > MAX_ROWS ? [`These are the first ${MAX_ROWS} of ${steps.length} steps.`] : []),
  ]);
}

function runRows(left: ReportedRun, right: ReportedRun): string[][] {
  const runs = [left, right];
  const row = (name: string, textOf: (run: ReportedRun) => string | null | undefined): string[][] => {
    const texts = runs.map(run => textOf(run) ?? '');
    return texts.every(text => text === '') ? [] : [[name, ...texts]];
  };
  return [
    ...row('Run', ({ name }) => name),
    ...row('Status', ({ evidence: { run } }) => run.status && statusText(run.status)),
    ...row('Started', ({ evidence: { run } }) => run.startedAt?.replace('T', ' ')),
    ...row('Duration', ({ evidence: { run } }) => durationOf(run)),
    ...row('Devices', ({ evidence: { run } }) =>
      (run.devices ?? []).map(({ id, name }) => name ?? id).join(', '),
    ),
  ];
}

function resultOf(step: TraceStep | undefined): string {
  if (!step) return '–';
  const time = durationOf(step);
  return [statusText(step.status), step.status === 'skipped' ? '' : time].filter(Boolean).join(', ');
}

function durationOf({ startedAt, finishedAt }: Pick<TraceStep, 'startedAt' | 'finishedAt'>): string {
  const ms = millisecondsBetween(startedAt, finishedAt);
  return ms === undefined ? '' : secondsText(ms);
}
