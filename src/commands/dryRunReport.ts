import type { DryRun } from '../contract/records/flowRun.ts';
import { table } from './markdownTable.ts';

type Step = NonNullable<DryRun['actions']>[number];
type Child = NonNullable<Step['children']>[number];

/** What a flow would do now as a Markdown report: whether it would run, what stands in the way, its steps. */
export function dryRunReport(name: string, run: DryRun): string {
  const { gates, validation } = run;
  const facts: [name: string, value: string | boolean | null | undefined][] = [
    ['Started by', run.activation],
    ['Next time', run.nextFireTime],
    ['Conditions met', run.conditionsPassed],
    ['Payload fits', validation?.valid],
    ['Rate limited', run.rateLimited],
    ['Enabled', gates?.enabled],
    ['Has a device', gates?.deviceAttached],
    ['Blocked', gates?.blocked],
    ['Cooling down', gates?.cooldownActive],
  ];
  const rows = facts.flatMap(([fact, value]) => (value == null ? [] : [[fact, words(value)]]));
  const problems = (validation?.errors ?? []).map(
    ({ field, message }) => `- ${field ? `\`${field}\`: ` : ''}${message}`,
  );
  const steps = (run.actions ?? []).flatMap(stepLines);
  return [
    `# Dry run of ${name}`,
    run.wouldFire ? '**It would run now.**' : '**It would not run now.**',
    table(['Question', 'Answer'], rows),
    ...(problems.length > 0 ? ['## Problems of the payload', problems.join('\n')] : []),
    '## Steps',
    steps.length > 0 ? steps.join('\n') : 'The flow has no steps.',
    '',
  ].join('\n\n');
}

function stepLines(step: Step, index: number): string[] {
  const children = (step.children ?? []).map((child, at) => `   ${stepLine(child, at)}`);
  return [stepLine(step, index), ...children];
}

function stepLine({ name, service, method, continueOnError, params }: Child, index: number): string {
  const what = [service, method].filter(Boolean).join(' · ');
  const given = params == null ? '' : ` with \`${JSON.stringify(params).replaceAll('`', 'ˋ')}\``;
  return `${index + 1}. **${name}** (${what})${given}${continueOnError ? ', continues on error' : ''}`;
}

function words(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value;
}
