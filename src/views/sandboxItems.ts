import * as vscode from 'vscode';
import type { ActiveFault } from '../contract/sandbox/fault.ts';
import type { Snapshot } from '../contract/sandbox/state.ts';
import { clockText } from '../stores/clockText.ts';
import { FAULT_PRESETS, type FaultPreset, faultText, rulesOf, ruleText } from '../stores/faultPresets.ts';
import type { SandboxStore } from '../stores/sandboxStore.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { infoLine, type Line } from './line.ts';
import { factsTooltip } from './markdown.ts';

/** Returns the lines of the “Sandbox” view: clock, faults, snapshots and API key. */
export function sandboxLines(store: SandboxStore): Line[] {
  const { faults, snapshots } = store.state;
  return [
    { kind: 'clock', item: () => clockItem(store) },
    { kind: 'faults', item: () => faultsItem(faults), children: () => faultLines(faults) },
    { kind: 'snapshots', item: () => snapshotsItem(snapshots), children: () => snapshotLines(snapshots) },
    { kind: 'key', item: keyItem },
  ];
}

/** Returns the number of active faults as text; empty if there are none. */
export function faultCount(faults: readonly ActiveFault[]): string {
  if (faults.length === 0) return '';
  return faults.length === 1 ? '1 fault' : `${faults.length} faults`;
}

function clockItem({ state, clockMoved }: SandboxStore): vscode.TreeItem {
  const { clock } = state;
  const words = clock ? clockText(clock) : 'same as this computer';
  const item = new vscode.TreeItem('Clock');
  item.id = 'sandbox/clock';
  item.description = words;
  item.iconPath = new vscode.ThemeIcon('watch', warning(clockMoved));
  item.tooltip = factsTooltip('Clock of the sandbox', words, []);
  item.accessibilityInformation = { label: `Clock, ${words}` };
  item.contextValue = ['clock', clockMoved ? 'moved' : '', clock?.frozen ? 'frozen' : 'going']
    .filter(Boolean)
    .join(' ');
  return item;
}

function faultsItem(faults: readonly ActiveFault[]): vscode.TreeItem {
  const on = faults.length > 0;
  const words = on ? `${faults.length} on` : 'none on';
  const item = new vscode.TreeItem('Faults', vscode.TreeItemCollapsibleState.Expanded);
  item.id = 'sandbox/faults';
  item.description = words;
  item.iconPath = new vscode.ThemeIcon('bug', warning(on));
  item.tooltip = 'Faults to simulate. Select a fault to turn it on for every call.';
  item.accessibilityInformation = { label: `Faults, ${words}` };
  item.contextValue = on ? 'faults on' : 'faults';
  return item;
}

function faultLines(faults: readonly ActiveFault[]): Line[] {
  const known = FAULT_PRESETS.map(preset => presetLine(preset, rulesOf(preset, faults)));
  const names = FAULT_PRESETS.map(({ name }) => name);
  // Rules added by other clients, such as a test.
  const others = faults.filter(({ name }) => !names.includes(name ?? ''));
  return [...known, ...others.map(otherLine)];
}

function presetLine(preset: FaultPreset, rules: readonly ActiveFault[]): Line {
  const { kind, name, icon, rule } = preset;
  const words = rules.length === 0 ? faultText(rule.fault) : rules.map(ruleText).join('; ');
  const item = (): vscode.TreeItem => faultItem(kind, name, icon, words, rules);
  return { kind: 'fault', record: { id: kind }, item };
}

function otherLine(rule: ActiveFault): Line {
  const name = rule.name ?? 'Fault of another program';
  return {
    kind: 'fault',
    record: { id: rule.id },
    item: () => faultItem(rule.id, name, 'warning', ruleText(rule), [rule], 'other'),
  };
}

function faultItem(
  id: string,
  name: string,
  icon: string,
  words: string,
  rules: readonly ActiveFault[],
  context = 'preset',
): vscode.TreeItem {
  const on = rules.length > 0;
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  const item = new vscode.TreeItem(name);
  item.id = `sandbox/faults/${id}`;
  item.description = words;
  item.iconPath = new vscode.ThemeIcon(icon, warning(on));
  item.tooltip = factsTooltip(name, on ? 'On' : 'Off', [
    ...(on ? rules : []).map(rule => [ruleText(rule), `met ${rule.used} times`] as const),
    ...(on ? [] : [['Effect', words] as const]),
  ]);
  const label = `${name}, fault, ${on ? 'on' : 'off'}, ${words}`;
  item.accessibilityInformation = { label };
  item.checkboxState = {
    state: on ? Checked : Unchecked,
    tooltip: on ? 'Turn off' : 'Turn on',
    accessibilityInformation: { label: name, role: 'checkbox' },
  };
  item.contextValue = `fault ${context}`;
  return item;
}

function snapshotsItem(snapshots: readonly Snapshot[]): vscode.TreeItem {
  const item = new vscode.TreeItem('Snapshots', vscode.TreeItemCollapsibleState.Collapsed);
  item.id = 'sandbox/snapshots';
  item.description = snapshots.length === 0 ? 'none' : String(snapshots.length);
  item.iconPath = new vscode.ThemeIcon('archive');
  item.tooltip = 'States of all sandbox data that can be restored.';
  item.accessibilityInformation = { label: `Snapshots, ${item.description}` };
  item.contextValue = 'snapshots';
  return item;
}

function snapshotLines(snapshots: readonly Snapshot[]): Line[] {
  if (snapshots.length === 0) return [infoLine('sandbox/snapshots/none', 'No snapshots yet')];
  return snapshots.map(snapshot => ({
    kind: 'snapshot',
    record: snapshot,
    item: () => snapshotItem(snapshot),
  }));
}

function snapshotItem({ id, name, takenAt }: Snapshot): vscode.TreeItem {
  const age = relativeTimestamp(takenAt, Date.now());
  const item = new vscode.TreeItem(name);
  item.id = `sandbox/snapshots/${id}`;
  item.description = age;
  item.iconPath = new vscode.ThemeIcon('file-zip');
  item.tooltip = factsTooltip(name, undefined, [['Saved', takenAt]]);
  item.accessibilityInformation = { label: `${name}, snapshot, saved ${age}` };
  item.contextValue = 'snapshot';
  return item;
}

function keyItem(): vscode.TreeItem {
  const item = new vscode.TreeItem('API Key');
  item.id = 'sandbox/key';
  item.iconPath = new vscode.ThemeIcon('key');
  item.tooltip =
    'The key that this window uses for the sandbox. A revoked key is refused at once and for good.';
  item.contextValue = 'key';
  return item;
}

function warning(on: boolean): vscode.ThemeColor | undefined {
  return on ? new vscode.ThemeColor('list.warningForeground') : undefined;
}
