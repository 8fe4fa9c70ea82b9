import { counted } from '../../util/counted.ts';
import type { DeployOutcome } from '../../deploy/applyItem.ts';
import { describeDifference } from '../../flow/compare/differenceText.ts';
import { formatPlan, type PlanItem } from '../../flow/deploy/planItem.ts';
import type { Verified } from './verifyFlow.ts';
import { code } from '../../util/markdown.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { outputJson, outputLine, withoutCommands } from '../../util/outputLine.ts';

/** The formats of a plan and of its result. */
export const DEPLOY_FORMATS = ['text', 'markdown', 'json'] as const;
export type DeployFormat = (typeof DEPLOY_FORMATS)[number];

/** The result for one planned file: the outcome, or the reason why it was not done. */
export interface Deployment {
  readonly item: PlanItem;
  readonly outcome?: DeployOutcome;
  readonly problem?: string;
  /** The verification afterward; undefined if there was none. */
  readonly verified?: Verified;
}

const PLANNED: Readonly<Record<PlanItem['action'], string>> = {
  create: 'create',
  update: 'update',
  recreate: 'recreate, and delete the former flow',
  unchanged: 'unchanged',
  refused: 'has errors',
};

/** A file in a plan or a result. */
interface Line {
  readonly item: PlanItem;
  /** The planned action, or the result. */
  readonly state: string;
  readonly isPlan?: boolean;
  readonly problem?: string | undefined;
  readonly flowId?: string | undefined;
  /** The execution that verified the flow. */
  readonly executionId?: string | undefined;
}

/** Formats a plan. `name` is that of the connection. */
export function formatPlannedItems(format: DeployFormat, name: string, items: readonly PlanItem[]): string {
  const lines = items.map((item): Line => ({
    item,
    state: PLANNED[item.action],
    isPlan: true,
    flowId: flowIdOf(item),
  }));
  const refused = items.filter(({ action }) => action === 'refused').length;
  const last = items.every(({ action }) => action === 'unchanged' || action === 'refused')
    ? refused === 0
      ? 'Nothing needs to change.'
      : `${counted(refused, 'file')} cannot be deployed; correct the errors first.`
    : 'Nothing was changed. Add --yes to carry out the plan.';
  return formatLines(format, `Plan for ${name}: ${formatPlan(items) || 'no files'}.`, lines, last);
}

/** Formats the result of a plan. `name` is that of the connection. */
export function formatDeployments(
  format: DeployFormat,
  name: string,
  deployments: readonly Deployment[],
): string {
  const lines = deployments.map(({ item, outcome, problem, verified }): Line => {
    const result = outcome?.result ?? (item.action === 'refused' ? PLANNED.refused : 'not done');
    return {
      item,
      state: [result, ...(verified?.states ?? [])].join(', '),
      problem: problem ?? verified?.problem,
      flowId: outcome?.flowId ?? flowIdOf(item),
      executionId: verified?.executionId,
    };
  });
  const open = deployments.filter(deployment => !isDone(deployment)).length;
  const last =
    open === 0
      ? 'All done.'
      : `${open} of ${deployments.length} not done. Run the command again to continue.`;
  return formatLines(format, `Flow files on ${name}`, lines, last);
}

/** Returns true if a file was deployed and its verification, if there was one, succeeded. */
export function isDone({ outcome, verified }: Deployment): boolean {
  return outcome !== undefined && outcome.result !== 'stepsKept' && verified?.problem === undefined;
}

function formatLines(format: DeployFormat, title: string, lines: readonly Line[], last: string): string {
  if (format === 'json') return outputJson(lines.map(describeLine));
  return format === 'markdown'
    ? withoutCommands(formatMarkdown(title, lines, last))
    : formatText(title, lines, last);
}

function formatText(title: string, lines: readonly Line[], last: string): string {
  const blocks = lines.flatMap(line => [
    outputLine(`${line.item.path}: ${line.state}`),
    ...[...notesOf(line), ...differencesOf(line.item)].map(text => `  ${outputLine(text)}`),
  ]);
  return [outputLine(title), ...blocks, last].join('\n');
}

function formatMarkdown(title: string, lines: readonly Line[], last: string): string {
  const blocks = lines
    .filter(({ item, problem }) => item.action !== 'unchanged' || problem !== undefined)
    .flatMap(line => [
      `### ${code(line.item.path)}: ${escapeLine(line.state)}`,
      ...notesOf(line).map(note => escapeLine(note)),
      differencesOf(line.item)
        .map(text => `- ${escapeLine(text)}`)
        .join('\n'),
    ]);
  return markdownDocument([`## ${escapeLine(title)}`, ...blocks.filter(Boolean), escapeLine(last)]);
}

function notesOf({ item, problem, isPlan = false }: Line): readonly string[] {
  if (item.action === 'refused') return [item.refusal];
  const isLive = item.action === 'update' && item.enabled && problem === undefined;
  return [
    ...(problem === undefined ? [] : [problem]),
    ...(isLive ? ['The flow is enabled, so the change takes effect at once.'] : []),
    ...(item.reason === undefined || problem?.includes(item.reason) ? [] : [item.reason]),
    ...(isPlan && item.action === 'create' && item.note !== undefined ? [item.note] : []),
    ...(item.leftovers ?? []).map(({ flowId }) => `The former flow ${flowId} is to be deleted.`),
  ];
}

function differencesOf(item: PlanItem): readonly string[] {
  return item.action === 'refused' ? [] : item.differences.map(one => describeDifference(one));
}

function describeLine(line: Line): object {
  const { item, state, problem, flowId, executionId } = line;
  return {
    path: item.path,
    action: item.action,
    state,
    flowId,
    executionId,
    problem,
    notes: notesOf(line),
    differences: differencesOf(item),
  };
}

function flowIdOf(item: PlanItem): string | undefined {
  if ('flowId' in item) return item.flowId;
  return 'former' in item ? item.former : undefined;
}
