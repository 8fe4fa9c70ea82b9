import type { DryRun } from '../../contract/records/flowRun.ts';
import { code } from '../../util/markdown.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { factsTable, momentCell } from './markdownTable.ts';

type Step = NonNullable<DryRun['actions']>[number];
type Child = NonNullable<Step['children']>[number];

/** Formats a dry run as Markdown: whether the flow would run, obstacles and steps. */
export function dryRunReport(name: string, run: DryRun): string {
  const { gates, validation } = run;
  const problems = (validation?.errors ?? []).map(
    ({ field, message }) => `- ${field ? `${code(field)}: ` : ''}${escapeLine(message)}`,
  );
  const steps = (run.actions ?? []).flatMap(stepLines);
  return markdownDocument([
    `# Dry run of ${escapeLine(name)}`,
    run.wouldFire ? '**It would run now.**' : '**It would not run now.**',
    factsTable([
      ['Started by', run.activation],
      ['Next time', momentCell(run.nextFireTime)],
      ['Conditions met', run.conditionsPassed],
      ['Payload fits', validation?.valid],
      ['Rate limited', run.rateLimited],
      ['Enabled', gates?.enabled],
      ['Has a device', gates?.deviceAttached],
      ['Blocked', gates?.blocked],
      ['Cooling down', gates?.cooldownActive],
    ]),
    ...(problems.length > 0 ? ['## Problems of the payload', problems.join('\n')] : []),
    '## Steps',
    steps.length > 0 ? steps.join('\n') : 'The flow has no steps.',
  ]);
}

function stepLines(step: Step, index: number): string[] {
  // Markdown nests a list only if it is indented to the text of its parent item.
  const indent = ' '.repeat(`${index + 1}. `.length);
  const children = (step.children ?? []).map((child, at) => `${indent}${stepLine(child, at)}`);
  return [stepLine(step, index), ...children];
}

function stepLine({ name, service, method, continueOnError, params }: Child, index: number): string {
  const what = [service, method].flatMap(text => (text ? [code(text)] : [])).join(' · ');
  const given = params == null ? '' : ` with ${code(JSON.stringify(params))}`;
  return `${index + 1}. **${escapeLine(name)}** (${what})${given}${continueOnError ? ', continues on error' : ''}`;
}
