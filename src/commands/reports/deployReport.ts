import type { DeployOutcome } from '../../deploy/applyItem.ts';
import { describeDifference, type NameOf } from '../../flow/compare/differenceText.ts';
import { type PlanItem, formatPlan } from '../../flow/deploy/planItem.ts';
import { explain } from '../../wording/explain.ts';
import { code } from '../../util/markdown.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { table } from './markdownTable.ts';

/** The result for one planned file; without outcome and error, it was not started. */
export interface ReportedDeployment {
  readonly item: PlanItem;
  readonly outcome?: DeployOutcome | undefined;
  readonly error?: Error | undefined;
}

const RESULTS: Readonly<Record<DeployOutcome['result'], string>> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  recreated: 'recreated',
  stepsKept: 'not updated',
};

/** Formats a batch of deployments as Markdown: one table row per file, then the planned changes. */
export function deployReport(
  connection: string,
  deployments: readonly ReportedDeployment[],
  nameOf?: NameOf,
): string {
  const rows = deployments.map(deployment => [
    { code: deployment.item.path },
    resultOf(deployment),
    detailOf(deployment),
    { code: deployment.outcome?.flowId ?? ('flowId' in deployment.item ? deployment.item.flowId : '') },
  ]);
  return markdownDocument([
    `# Flow files on ${escapeLine(connection)}`,
    `Planned: ${formatPlan(deployments.map(({ item }) => item))}.`,
    summaryOf(deployments),
    table(['File', 'Result', 'Details', 'Flow'], rows),
    ...changesOf(
      deployments.map(({ item }) => item),
      nameOf,
    ),
  ]);
}

function summaryOf(deployments: readonly ReportedDeployment[]): string {
  const count = (...results: readonly string[]): number =>
    deployments.filter(deployment => results.includes(resultOf(deployment))).length;
  const [refused, failed] = [count('has errors'), count('failed', 'not started')];
  const done =
    failed > 0
      ? `${failed} of ${deployments.length} not done. Run the command again to continue.`
      : refused + count('unchanged') === deployments.length
        ? 'Nothing needed to change.'
        : 'All done.';
  if (refused === 0) return done;
  return `${done} ${refused === 1 ? 'One file with errors was' : `${refused} files with errors were`} skipped.`;
}

/** Formats the changes of a plan as Markdown; empty if there are none. */
function changesOf(items: readonly PlanItem[], nameOf: NameOf | undefined): string[] {
  const changed = items.flatMap(item =>
    item.action === 'refused' || item.differences.length === 0
      ? []
      : [
          `### ${code(item.path)}`,
          item.differences
            .map(difference => `- ${escapeLine(describeDifference(difference, nameOf))}`)
            .join('\n'),
        ],
  );
  return changed.length === 0 ? [] : ['## Changes', ...changed];
}

function resultOf({ item, outcome, error }: ReportedDeployment): string {
  if (outcome) return RESULTS[outcome.result];
  if (item.action === 'refused') return 'has errors';
  return error === undefined ? 'not started' : 'failed';
}

function detailOf({ item, outcome, error }: ReportedDeployment): string {
  if (item.action === 'refused') return item.refusal;
  if (error !== undefined) return explain(error).summary;
  if (outcome?.result === 'stepsKept') return 'This service cannot replace the steps of a flow.';
  return item.reason ?? '';
}
