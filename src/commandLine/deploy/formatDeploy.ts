import { counted } from '../../util/counted.ts';
import type { DeployOutcome } from '../../deploy/applyItem.ts';
import type { PrunedFlow } from '../../deploy/pruneFlows.ts';
import { describeDifference } from '../../flow/compare/differenceText.ts';
import { formatPlan, type PlanItem } from '../../flow/deploy/planItem.ts';
import type { DeployFormat } from '../sharedOptions.ts';
import { isDrift, pruneDriftText, unknownDriftText } from './drift.ts';
import type { VerificationResult } from './verifyFlow.ts';
import { code } from '../../util/markdown.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { outputJson, outputLine, withoutCommands } from '../../util/outputLine.ts';

/** The result for one planned file: the outcome, or the reason why it was not done. */
export interface Deployment {
  readonly item: PlanItem;
  readonly outcome?: DeployOutcome;
  readonly problem?: string;
  /** The verification afterward; undefined if there was none. */
  readonly verified?: VerificationResult;
}

/** The result for the flow of a file that is gone: the outcome, or the reason why it was not done. */
export interface Pruning {
  readonly flow: PrunedFlow;
  readonly outcome?: 'deleted' | 'unlinked';
  readonly problem?: string;
}

/** The parts of a plan besides its files. */
interface PlanDetails {
  /** The flows of files that are gone. */
  readonly pruned?: readonly PrunedFlow[];
  /** True if changes of others are replaced. */
  readonly isOverwriting?: boolean;
}

const PLANNED: Readonly<Record<PlanItem['action'], string>> = {
  create: 'create',
  update: 'update',
  recreate: 'recreate, and delete the former flow',
  unchanged: 'unchanged',
  refused: 'has errors',
};

/** A file in a plan or a result. */
export interface DeployLine {
  readonly path: string;
  readonly action: string;
  /** The planned action, or the result. */
  readonly state: string;
  readonly notes: readonly string[];
  readonly differences?: readonly string[];
  readonly problem?: string | undefined;
  readonly flowId?: string | undefined;
  /** The execution that verified the flow. */
  readonly executionId?: string | undefined;
}

/** Formats a plan. `name` is that of the connection. */
export function formatPlannedItems(
  format: DeployFormat,
  name: string,
  items: readonly PlanItem[],
  { pruned = [], isOverwriting = false }: PlanDetails = {},
): string {
  const lines = items.map((item): DeployLine => {
    const note = item.action === 'create' && item.note !== undefined ? [item.note] : [];
    const isBlocked = isDrift(item) && !isOverwriting;
    return {
      ...lineOf(item, PLANNED[item.action]),
      notes: [...notesOf(item), ...linkNote(item, false), ...note, ...(isBlocked ? [BLOCKED] : [])],
      flowId: flowIdOf(item),
    };
  });
  const deleted = pruned.filter(({ flows }) => flows.length > 0);
  const prunedLines = pruned.map((flow): DeployLine => {
    const isDeleted = flow.flows.length > 0;
    const line = prunedLine(flow, isDeleted ? 'delete' : 'unlink');
    const isBlocked = pruneDriftText(flow) !== undefined && !isOverwriting;
    return isBlocked ? { ...line, notes: [...line.notes, BLOCKED] } : line;
  });
  const refused = items.filter(({ action }) => action === 'refused').length;
  const hasChanges = pruned.length > 0 || items.some(isChange);
  const linked = items.filter(item => linkNote(item, false).length > 0).length;
  const last = planText({ hasChanges, refused, linked });
  const counts = [formatPlan(items), ...(deleted.length > 0 ? [`${deleted.length} to delete`] : [])];
  const total = counts.filter(Boolean).join(', ') || 'no files';
  return formatLines(format, `Plan for ${name}: ${total}.`, [...lines, ...prunedLines], last);
}

function planText({
  hasChanges,
  refused,
  linked,
}: {
  readonly hasChanges: boolean;
  readonly refused: number;
  readonly linked: number;
}): string {
  if (hasChanges) return 'Nothing was changed. Add --yes to carry out the plan.';
  if (refused > 0) return `${counted(refused, 'file')} cannot be deployed; correct the errors first.`;
  if (linked === 0) return 'Nothing needs to change.';
  return `Nothing needs to change on the service. Add --yes to link ${counted(linked, 'file')}.`;
}

const BLOCKED = 'This needs --on-drift overwrite.';

/** True if the plan of a file changes something on the service. */
export function isChange({ action, ...item }: PlanItem): boolean {
  if (action === 'refused') return false;
  return action !== 'unchanged' || ('leftovers' in item && (item.leftovers ?? []).length > 0);
}

/** Formats the result of a plan. `name` is that of the connection. */
export function formatDeployments(
  format: DeployFormat,
  name: string,
  deployments: readonly Deployment[],
  prunings: readonly Pruning[] = [],
): string {
  const lines = deployments.map(({ item, outcome, problem, verified }): DeployLine => {
    const result = outcome?.result ?? (item.action === 'refused' ? PLANNED.refused : 'not done');
    const shown = problem ?? verified?.problem;
    return {
      ...lineOf(item, [result, ...(verified?.states ?? [])].join(', ')),
      problem: shown,
      notes: [
        ...notesOf(item, shown),
        ...linkNote(item, true).filter(() => shown === undefined),
        ...[verified?.note].filter(text => text !== undefined),
      ],
      flowId: outcome?.flowId ?? flowIdOf(item),
      executionId: verified?.executionId,
    };
  });
  const pruned = prunings.map(({ flow, outcome, problem }) => ({
    ...prunedLine(flow, outcome ?? 'not done', problem),
    problem,
  }));
  return formatLines(
    format,
    `Flow files on ${name}`,
    [...lines, ...pruned],
    resultText([...deployments, ...prunings].map(isDone)),
  );
}

/**
 * Prints lines with a title and a last sentence, by default that of a result. Returns the exit code: 1 if a line has a
 * problem.
 */
export function printLines(
  format: DeployFormat,
  title: string,
  lines: readonly DeployLine[],
  last?: string,
): number {
  const done = lines.map(({ problem }) => problem === undefined);
  process.stdout.write(`${formatLines(format, title, lines, last ?? resultText(done))}\n`);
  return done.every(Boolean) ? 0 : 1;
}

/** Returns the last sentence of a result. */
function resultText(done: readonly boolean[]): string {
  const open = done.filter(isOne => !isOne).length;
  return open === 0 ? 'All done.' : `${open} of ${done.length} not done. Run the command again to continue.`;
}

/** Returns true if a file was deployed, and verified if that was wanted, or if the flow of a file that is gone was deleted. */
export function isDone({ outcome, ...rest }: Deployment | Pruning): boolean {
  if (outcome === undefined || (typeof outcome === 'object' && outcome.result === 'stepsKept')) return false;
  return !('verified' in rest) || rest.verified.problem === undefined;
}

/** Formats lines with a title and a last sentence. */
function formatLines(
  format: DeployFormat,
  title: string,
  lines: readonly DeployLine[],
  last: string,
): string {
  if (format === 'json') return outputJson(lines.map(describeLine));
  return format === 'markdown'
    ? withoutCommands(formatMarkdown(title, lines, last))
    : formatText(title, lines, last);
}

function formatText(title: string, lines: readonly DeployLine[], last: string): string {
  const blocks = lines.flatMap(({ path, state, notes, differences = [] }) => [
    outputLine(`${path}: ${state}`),
    ...[...notes, ...differences].map(text => `  ${outputLine(text)}`),
  ]);
  return [outputLine(title), ...blocks, last].join('\n');
}

function formatMarkdown(title: string, lines: readonly DeployLine[], last: string): string {
  const blocks = lines
    .filter(
      ({ action, problem, notes }) => action !== 'unchanged' || problem !== undefined || notes.length > 0,
    )
    .flatMap(({ path, state, notes, differences = [] }) => [
      `### ${code(path)}: ${escapeLine(state)}`,
      ...notes.map(note => escapeLine(note)),
      differences.map(text => `- ${escapeLine(text)}`).join('\n'),
    ]);
  return markdownDocument([`## ${escapeLine(title)}`, ...blocks.filter(Boolean), escapeLine(last)]);
}

function lineOf(item: PlanItem, state: string): Omit<DeployLine, 'notes'> {
  const differences = item.action === 'refused' ? [] : item.differences.map(one => describeDifference(one));
  return { path: item.path, action: item.action, state, differences };
}

function prunedLine(flow: PrunedFlow, state: string, problem?: string): DeployLine {
  const { path, flowId, name, flows } = flow;
  const main = name === undefined ? `The flow ${flowId}` : `The flow “${name}”`;
  const drift = pruneDriftText(flow);
  const facts =
    flows.length === 0
      ? ['The file is gone. Its flow is kept, because another file is linked to it.']
      : [
          [
            'The file is gone.',
            ...flows.map(({ flowId: id, enabled }) => {
              const what = id === flowId ? main : `The former flow ${id}`;
              return `${what} is deleted${enabled === true ? ' while it is enabled' : ''}.`;
            }),
            ...(flows.some(({ flowId: id }) => id === flowId)
              ? []
              : [`The flow ${flowId} is kept, because another file is linked to it.`]),
          ].join(' '),
          ...(drift === undefined ? [] : [drift]),
        ];
  return { path, action: 'delete', state, flowId, notes: problem === undefined ? facts : [problem] };
}

/** Says that an adopted file without differences is linked, or is to be linked. */
function linkNote(item: PlanItem, isLinked: boolean): readonly string[] {
  if (item.action !== 'unchanged' || item.isAdopted !== true) return [];
  return [`The file is ${isLinked ? '' : 'to be '}linked to the flow of this name.`];
}

function notesOf(item: PlanItem, problem?: string): readonly string[] {
  if (item.action === 'refused') return [item.refusal];
  const isLive = item.action === 'update' && item.enabled && problem === undefined;
  return [
    ...(problem === undefined ? [] : [problem]),
    ...(isLive ? ['The flow is enabled, so the change takes effect at once.'] : []),
    ...[unknownDriftText(item), item.reason]
      .filter(text => text !== undefined)
      .filter(text => !problem?.includes(text)),
    ...(item.leftovers ?? []).map(({ flowId }) => `The former flow ${flowId} is to be deleted.`),
  ];
}

function describeLine(line: DeployLine): object {
  const { path, action, state, flowId, executionId, problem, notes, differences } = line;
  return { path, action, state, flowId, executionId, problem, notes, differences };
}

function flowIdOf(item: PlanItem): string | undefined {
  if ('flowId' in item) return item.flowId;
  return 'former' in item ? item.former : undefined;
}
