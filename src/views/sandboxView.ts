import * as vscode from 'vscode';
import type { ActiveFault } from '../contract/sandbox/fault.ts';
import { isOfScreens } from '../contract/enumerations.ts';
import type { Snapshot } from '../contract/sandbox/state.ts';
import { runCommand } from '../host/commands.ts';
import { explain } from '../wording/explain.ts';
import { Command, View } from '../manifest.ts';
import { FAULT_PRESETS, type FaultPreset, rulesOf } from '../stores/faultPresets.ts';
import { faultText, ruleText } from '../stores/faultText.ts';
import { type SandboxStore, sandboxClockText } from '../stores/sandboxStore.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { infoRow, type Row, recordRow } from './row.ts';
import type { RowSource } from './rowTree.ts';
import { factsTooltip } from './markdown.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/** Creates the source of the “Sandbox” view, available while the sandbox runs. Checkboxes switch faults on and off. */
export function sandboxView(store: SandboxStore): RowSource {
  return {
    onDidChange: store.onDidChange,
    ensure: () => store.ensure(),
    rows: () => {
      const { faults, snapshots } = store.state;
      return [
        { kind: 'clock', item: () => clockItem(store) },
        { kind: 'faults', item: () => faultsItem(faults), children: () => faultRows(faults) },
        {
          kind: 'snapshots',
          item: () => snapshotsItem(snapshots),
          children: () => snapshotRows(snapshots),
        },
        { kind: 'key', item: keyItem },
      ];
    },
    message: () => (store.state.problem ? explain(store.state.problem).summary : ''),
    watch: isWatched => store.watch(View.sandbox, isWatched),
    setChecked: (row, isChecked) => runCommand(Command.switchFault, row, isChecked),
  };
}

function clockItem({ state, clockMoved }: SandboxStore): vscode.TreeItem {
  const { clock } = state;
  const offset = clock ? sandboxClockText(clock) : 'same as this computer';
  return treeItem({
    id: 'sandbox/clock',
    label: 'Clock',
    icon: warningIcon('watch', clockMoved),
    description: [offset],
    tooltip: factsTooltip('Clock of the sandbox', offset, []),
    spoken: ['Clock', offset],
    context: ['clock', clockMoved && 'moved', clock?.frozen ? 'frozen' : 'going'],
  });
}

function faultsItem(faults: readonly ActiveFault[]): vscode.TreeItem {
  const isOn = faults.length > 0;
  const count = isOn ? `${faults.length} on` : 'none on';
  return treeItem({
    id: 'sandbox/faults',
    label: 'Faults',
    icon: warningIcon('bug', isOn),
    description: [count],
    tooltip: 'Faults to simulate. Select a fault to turn it on for every call.',
    spoken: ['Faults', count],
    context: ['faults', isOn && 'on'],
    children: 'expanded',
  });
}

function faultRows(faults: readonly ActiveFault[]): Row[] {
  const known = FAULT_PRESETS.map(preset => presetRow(preset, rulesOf(preset, faults)));
  const names = FAULT_PRESETS.map(({ name }) => name);
  // Rules added by other clients, such as a test.
  const others = faults.filter(({ name }) => !names.includes(name ?? ''));
  return [...known, ...others.map(otherRow)];
}

function presetRow(preset: FaultPreset, rules: readonly ActiveFault[]): Row {
  const { kind, name, icon, rule } = preset;
  const effect = rules.length === 0 ? faultText(rule.fault) : rules.map(ruleText).join('; ');
  const item = (): vscode.TreeItem => faultItem(kind, name, icon, effect, rules, 'preset');
  return { kind: 'fault', record: { id: kind }, item };
}

function otherRow(rule: ActiveFault): Row {
  const name = rule.name ?? 'Fault of another program';
  const item = (): vscode.TreeItem => faultItem(rule.id, name, 'warning', ruleText(rule), [rule], 'other');
  return { kind: 'fault', record: { id: rule.id }, item };
}

function faultItem(
  id: string,
  name: string,
  icon: string,
  effect: string,
  rules: readonly ActiveFault[],
  origin: 'preset' | 'other',
): vscode.TreeItem {
  const isOn = rules.length > 0;
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  const item = treeItem({
    id: `sandbox/faults/${id}`,
    label: name,
    icon: warningIcon(icon, isOn),
    description: [effect],
    tooltip: factsTooltip(
      name,
      isOn ? 'On' : 'Off',
      isOn ? rules.map(rule => [ruleText(rule), usesText(rule)]) : [['Effect', effect]],
    ),
    spoken: [name, 'fault', isOn ? 'on' : 'off', effect],
    context: ['fault', origin],
  });
  item.checkboxState = {
    state: isOn ? Checked : Unchecked,
    tooltip: isOn ? 'Turn off' : 'Turn on',
    accessibilityInformation: { label: name, role: 'checkbox' },
  };
  return item;
}

function usesText({ fault, used }: ActiveFault): string {
  return isOfScreens(fault) ? 'on the screen' : `met ${used} times`;
}

function snapshotsItem({ length }: readonly Snapshot[]): vscode.TreeItem {
  const count = length === 0 ? 'none' : String(length);
  return treeItem({
    id: 'sandbox/snapshots',
    label: 'Snapshots',
    icon: themeIcon('archive'),
    description: [count],
    tooltip: 'States of all sandbox data that can be restored.',
    spoken: ['Snapshots', count],
    context: ['snapshots'],
    children: 'collapsed',
  });
}

function snapshotRows(snapshots: readonly Snapshot[]): Row[] {
  if (snapshots.length === 0) return [infoRow('sandbox/snapshots/none', 'No snapshots yet')];
  return snapshots.map(snapshot => recordRow('snapshot', snapshot, snapshotItem));
}

function snapshotItem({ id, name, takenAt }: Snapshot): vscode.TreeItem {
  const age = relativeTimestamp(takenAt, Date.now());
  return treeItem({
    id: `sandbox/snapshots/${id}`,
    label: name,
    icon: themeIcon('file-zip'),
    description: [age],
    tooltip: factsTooltip(name, undefined, [['Saved', takenAt]]),
    spoken: [name, 'snapshot', `saved ${age}`],
    context: ['snapshot'],
  });
}

const KEY_TOOLTIP =
  'The key that this window uses for the sandbox. A revoked key is refused at once and for good.';

function keyItem(): vscode.TreeItem {
  return treeItem({
    id: 'sandbox/key',
    label: 'API Key',
    icon: themeIcon('key'),
    tooltip: KEY_TOOLTIP,
    spoken: ['API Key', KEY_TOOLTIP],
    context: ['key'],
  });
}

function warningIcon(icon: string, isWarning: boolean): vscode.ThemeIcon {
  return themeIcon(icon, isWarning ? 'list.warningForeground' : undefined);
}
