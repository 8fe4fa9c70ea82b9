import * as vscode from 'vscode';
import { isArchived } from '../contract/enumerations.ts';
import type { Flow } from '../contract/records/flow.ts';
import type { FlowAction } from '../contract/records/flowAction.ts';
import type { FileDrift } from '../deploy/readDrift.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import { counted } from '../util/counted.ts';
import { describeFileDrift } from '../wording/driftLabels.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import type { TooltipFact } from './facts.ts';
import { factsTooltip } from './markdown.ts';
import { themeIcon, treeItem } from './treeItem.ts';

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
  const state = isArchived(flow) ? 'archived' : flow.enabled ? 'enabled' : 'disabled';
  const ran = lastRunText(flow, now);
  const health = flow.status ?? 'unknown';
  return treeItem({
    id: `flow/${flow.id}`,
    label: flow.name,
    icon: flowIcon(flow),
    // Exceptions come first, since the sidebar is narrow and the icon shows the normal state.
    description: [
      ...describeFileDrift(drift),
      state !== 'enabled' && state,
      health !== 'healthy' && health,
      ran,
    ],
    tooltip: factsTooltip(flow.name, flow.description, [
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
    ]),
    spoken: [flow.name, 'flow', state, health, ...describeFileDrift(drift), ran],
    context: ['flow record', state, health, file && 'linked', ...driftMarks(drift)],
    children: 'collapsed',
  });
}

/** Returns the time of the last run of a flow as text. */
export function lastRunText({ lastTriggeredAt }: Flow, now: number): string {
  return lastTriggeredAt ? `ran ${relativeTimestamp(lastTriggeredAt, now)}` : 'never ran';
}

/** Creates the tree item of a step, expanded if it has child steps. */
export function stepItem(
  step: FlowAction,
  action: CatalogAction | undefined,
  hasChildren: boolean,
): vscode.TreeItem {
  const name = step.nameOverride ?? action?.name ?? `Action ${step.actionId.slice(0, 8)}`;
  const params = step.overrides?.params ?? {};
  return treeItem({
    id: `step/${step.id}`,
    label: name,
    icon: themeIcon(hasChildren ? 'symbol-structure' : 'symbol-method'),
    description: [
      step.nameOverride && action ? action.name : action?.method,
      step.continueOnError && 'continues on error',
    ],
    tooltip: factsTooltip(name, action?.description, [
      ['Position', step.position],
      ['Method', action?.method],
      ['Continues on error', step.continueOnError],
      ...Object.entries(params).map(([key, value]) => [key, shortJson(value)] as const),
    ]),
    spoken: [name, `step ${step.position}`],
    context: ['step record'],
    ...(hasChildren ? { children: 'expanded' } : {}),
  });
}

/** Creates the tree item of a linked flow of which only the file and ID are known. */
export function linkedFlowItem(
  flowId: string,
  file: vscode.Uri,
  drift: FileDrift | undefined,
): vscode.TreeItem {
  const path = vscode.workspace.asRelativePath(file);
  return treeItem({
    id: `flow/linked/${flowId}/${path}`,
    label: path,
    icon: themeIcon('link'),
    description: [...describeFileDrift(drift), flowId.slice(0, 8)],
    tooltip: factsTooltip(path, 'Known from the links of this workspace.', [
      ...driftFacts(drift),
      ['ID', flowId],
    ]),
    spoken: [path, 'linked flow', ...describeFileDrift(drift)],
    // If the service cannot return the flow either, only operations of the specification are available.
    context: ['flow record linked known', drift?.kind === 'unreadable' && 'bare', ...driftMarks(drift)],
    command: openFile(file),
  });
}

/** Creates the parent item of the flow files without a flow on this connection. */
export function flowFilesItem(count: number): vscode.TreeItem {
  const description = counted(count, 'file');
  return treeItem({
    id: 'flows/files',
    label: 'Not Created Yet',
    icon: themeIcon('files'),
    description: [description],
    tooltip: 'Flow files in this workspace that are not linked to a flow of this connection',
    spoken: ['Not created yet', description],
    context: ['flowFiles'],
    children: 'collapsed',
  });
}

/** Creates the tree item of a flow file without a flow on this connection; a click opens the file. */
export function flowFileItem(file: vscode.Uri): vscode.TreeItem {
  const path = vscode.workspace.asRelativePath(file);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const item = new vscode.TreeItem(file);
  item.id = `flows/file/${file.toString()}`;
  item.label = path.slice(folder.length);
  item.description = folder;
  item.tooltip = path;
  item.accessibilityInformation = { label: `${path}, flow file, not created yet` };
  item.contextValue = 'flowFile';
  item.command = openFile(file);
  return item;
}

function openFile(file: vscode.Uri): vscode.Command {
  return { title: 'Open', command: 'vscode.open', arguments: [file] };
}

function driftMarks(drift: FileDrift | undefined): readonly string[] {
  if (drift?.kind !== 'known') return [];
  const { differences, activation } = drift.drift;
  return [...(differences.length > 0 ? ['drifted'] : []), ...(activation === 'valid' ? [] : ['unverified'])];
}

function driftFacts(drift: FileDrift | undefined): readonly TooltipFact[] {
  switch (drift?.kind) {
    case 'known': {
      const { differences, activation } = drift.drift;
      const more = differences.length - drift.changes.length;
      return [
        ['In sync with the file', differences.length === 0],
        ...drift.changes.map((text): TooltipFact => ['Update changes', text]),
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
  if (flow.status === 'blocked') return themeIcon('circle-slash', 'list.errorForeground');
  if (flow.status === 'failing') return themeIcon('warning', 'list.warningForeground');
  if (!flow.enabled) return themeIcon('circle-large-outline');
  return themeIcon('pass-filled', 'charts.green');
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return '';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
