import * as vscode from 'vscode';
import type { Flow } from '../contract/records/flow.ts';
import type { FlowAction } from '../contract/records/flowAction.ts';
import type { FileDrift } from '../deploy/readDrift.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import { describeDifference } from '../flow/compare/differenceText.ts';
import { describeFileDrift } from '../host/driftLabels.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { colouredIcon } from './colouredIcon.ts';
import { type Fact, factsTooltip } from './markdown.ts';

const MOST_DIFFERENCES = 5;
const VERIFIED = {
  valid: 'as it is now',
  changed: 'before its trigger or steps were changed',
  never: 'not from this workspace',
} as const;

/**
 * Creates the tree item of a flow, with its health as the icon and its drift, state and last run as the description.
 */
export function flowItem(
  flow: Flow,
  file: vscode.Uri | undefined,
  drift: FileDrift | undefined,
): vscode.TreeItem {
  const now = Date.now();
  const item = new vscode.TreeItem(flow.name, vscode.TreeItemCollapsibleState.Collapsed);
  const state = flow.archivedAt ? 'archived' : flow.enabled ? 'enabled' : 'disabled';
  const ran = flow.lastTriggeredAt ? `ran ${relativeTimestamp(flow.lastTriggeredAt, now)}` : 'never ran';
  const health = flow.status ?? 'unknown';
  item.id = `flow/${flow.id}`;
  item.iconPath = flowIcon(flow);
  item.description = [
    // Exceptions come first, since the sidebar is narrow and the icon shows the normal state.
    ...describeFileDrift(drift),
    ...(state === 'enabled' ? [] : [state]),
    ...(health === 'healthy' ? [] : [health]),
    ran,
  ].join(' · ');
  item.tooltip = factsTooltip(flow.name, flow.description, [
    ['State', state],
    ['Health', health],
    ['Blocked', flow.blockedAt && relativeTimestamp(flow.blockedAt, now)],
    ['Last run', flow.lastTriggeredAt ? relativeTimestamp(flow.lastTriggeredAt, now) : 'never'],
    ['Last failure', flow.lastFailureAt && relativeTimestamp(flow.lastFailureAt, now)],
    ['Reason', flow.lastFailureCode],
    ['Failures in a row', flow.consecutiveFailures],
    ['Devices', flow.deviceIds?.length],
    [
      'Cooldown',
      flow.cooldownSeconds ? `${flow.cooldownSeconds} s per ${flow.cooldownScope ?? 'flow'}` : null,
    ],
    ['Self-healing', flow.selfHealingEnabled],
    ['Changed', flow.updatedAt && relativeTimestamp(flow.updatedAt, now)],
    ['File', file && vscode.workspace.asRelativePath(file)],
    ...driftFacts(drift),
    ['ID', flow.id],
  ]);
  const spoken = [flow.name, 'flow', state, health, ...describeFileDrift(drift), ran];
  item.accessibilityInformation = { label: spoken.join(', ') };
  const marks = [state, health, ...(file ? ['linked'] : []), ...driftMarks(drift)];
  item.contextValue = `flow record ${marks.join(' ')}`;
  return item;
}

/** Creates the tree item of a step, expanded if it has child steps. */
export function stepItem(
  step: FlowAction,
  action: CatalogAction | undefined,
  hasChildren: boolean,
): vscode.TreeItem {
  const name = step.nameOverride ?? action?.name ?? `Action ${step.actionId.slice(0, 8)}`;
  const item = new vscode.TreeItem(
    name,
    hasChildren ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None,
  );
  item.id = `step/${step.id}`;
  item.iconPath = new vscode.ThemeIcon(hasChildren ? 'symbol-structure' : 'symbol-method');
  item.description = [
    step.nameOverride && action ? action.name : action?.method,
    step.continueOnError ? 'continues on error' : '',
  ]
    .filter(Boolean)
    .join(' · ');
  const params = step.overrides?.params ?? {};
  item.tooltip = factsTooltip(name, action?.description, [
    ['Position', step.position],
    ['Method', action?.method],
    ['Continues on error', step.continueOnError],
    ...Object.entries(params).map(([key, value]) => [key, shortJson(value)] as const),
  ]);
  item.accessibilityInformation = { label: `${name}, step ${step.position}` };
  item.contextValue = 'step record';
  return item;
}

/** Creates the tree item of a linked flow of which only the file and ID are known. */
export function linkedFlowItem(
  flowId: string,
  file: vscode.Uri,
  drift: FileDrift | undefined,
): vscode.TreeItem {
  const path = vscode.workspace.asRelativePath(file);
  const item = new vscode.TreeItem(path);
  item.id = `flow/linked/${flowId}/${path}`;
  item.iconPath = new vscode.ThemeIcon('link');
  item.description = [...describeFileDrift(drift), flowId.slice(0, 8)].join(' · ');
  item.tooltip = factsTooltip(path, 'Known from the links of this workspace.', [
    ...driftFacts(drift),
    ['ID', flowId],
  ]);
  item.accessibilityInformation = { label: [path, 'linked flow', ...describeFileDrift(drift)].join(', ') };
  // If the service cannot return the flow either, only operations of the specification are available.
  const bare = drift?.kind === 'unreadable' ? ['bare'] : [];
  item.contextValue = ['flow record linked known', ...bare, ...driftMarks(drift)].join(' ');
  item.command = { title: 'Open', command: 'vscode.open', arguments: [file] };
  return item;
}

function driftMarks(drift: FileDrift | undefined): readonly string[] {
  if (drift?.kind !== 'known') return [];
  const { differences, activation } = drift.drift;
  return [...(differences.length > 0 ? ['drifted'] : []), ...(activation === 'valid' ? [] : ['unverified'])];
}

function driftFacts(drift: FileDrift | undefined): readonly Fact[] {
  switch (drift?.kind) {
    case 'known': {
      const { differences, activation } = drift.drift;
      const shown = differences.slice(0, MOST_DIFFERENCES).map(one => describeDifference(one));
      const more = differences.length - shown.length;
      return [
        ['In sync with the file', differences.length === 0],
        ...shown.map((text): Fact => ['Update changes', text]),
        ['More changes', more > 0 ? more : null],
        ['Verified', VERIFIED[activation]],
      ];
    }
    case 'broken':
      return [['File has errors', drift.refusal]];
    case 'gone':
      return [['On the service', 'no longer exists']];
    default:
      return [];
  }
}

function flowIcon(flow: Flow): vscode.ThemeIcon {
  if (flow.status === 'blocked') return colouredIcon('circle-slash', 'list.errorForeground');
  if (flow.status === 'failing') return colouredIcon('warning', 'list.warningForeground');
  if (!flow.enabled) return new vscode.ThemeIcon('circle-large-outline');
  return colouredIcon('pass-filled', 'testing.iconPassed');
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return '';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
