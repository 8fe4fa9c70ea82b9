import type * as vscode from 'vscode';
import type { Device } from '../contract/records/device.ts';
import { deviceName, deviceTypeLabel } from '../flow/recordNames.ts';
import { deviceCondition, isUsableState } from '../wording/deviceLabels.ts';
import { explain } from '../wording/explain.ts';
import { commandItem } from '../host/commands.ts';
import { Command } from '../manifest.ts';
import type { DeviceCapabilities } from '../stores/capabilityStore.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { factsTooltip } from './markdown.ts';
import type { Thumbnail } from './thumbnail.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/** The capabilities that `when` clauses of the device menu check. */
const NEEDED = ['agent', 'geo', 'stop'];

/** The source of a device: the list of the service, a user who added its ID, or a flow file. */
export type DeviceOrigin = 'listed' | 'added' | 'file';

const ORIGIN_TEXTS = { listed: 'state unknown', added: 'added by ID', file: 'used in a flow file' } as const;

/** A device as the view shows it. */
interface ShownDevice {
  readonly device: Device;
  readonly origin: DeviceOrigin;
  readonly capabilities: DeviceCapabilities | undefined;
  /** The instruction of the task that runs on it, if known. */
  readonly task: string | undefined;
  /** The error if the device could not be read. */
  readonly failure: Error | undefined;
}

function stateOf({ device, origin, failure }: ShownDevice): string {
  return failure ? 'could not be read' : (device.state ?? ORIGIN_TEXTS[origin]);
}

/**
 * Creates the tree item of a device, with its state as the icon and its task, or else its state and type, as the
 * description. Its tooltip is created on demand.
 */
export function deviceItem(shown: ShownDevice): vscode.TreeItem {
  const { device, origin, capabilities, failure, task } = shown;
  const name = deviceName(device);
  const type = deviceTypeLabel(device.type);
  const state = stateOf(shown);
  // Without any details from the service, only operations that every service offers are available (spec 4.8, 4.9).
  const isBare = origin !== 'listed' && device.state == null && capabilities === undefined;
  const busy = device.activeTaskId ? (task ?? 'running a task') : '';
  const row = { kind: 'device', record: device } as const;
  return treeItem({
    id: `device/${device.id}`,
    label: name,
    icon: failure ? themeIcon('warning', 'list.warningForeground') : deviceIcon(device),
    description: busy === '' ? [state, type] : [busy, type],
    spoken: [name, 'device', state, type, busy],
    context: [
      'device record',
      isUsableState(device.state) && 'usable',
      device.state === 'stopped' && 'stopped',
      device.activeTaskId && 'busy',
      origin === 'added' && 'added',
      isBare && 'bare',
      // Unknown capabilities count as present.
      ...NEEDED.filter(name => capabilities?.[name] !== false),
    ],
    command: isBare
      ? undefined
      : commandItem('Open Device Panel', Command.openDevicePanel, { ...row, isPreview: true }),
  });
}

/** Creates the tooltip of a device, with a picture of its screen if there is one. */
export function deviceTooltip(shown: ShownDevice, screen: Thumbnail | undefined): vscode.MarkdownString {
  const { device, capabilities, failure, task } = shown;
  const now = Date.now();
  const text = failure ? explain(failure).summary : device.stateMessage;
  const tooltip = factsTooltip(deviceName(device), text, [
    ['State', stateOf(shown)],
    ['Type', deviceTypeLabel(device.type)],
    ['Running task', device.activeTaskId && (task ?? device.activeTaskId)],
    ['Tasks', device.taskCount],
    ['Not supported', lacking(capabilities).join(', ')],
    ['Provider', device.providerId],
    ['Assigned', device.assignedAt && relativeTimestamp(device.assignedAt, now)],
    ['Ends', device.terminatesAt && relativeTimestamp(device.terminatesAt, now)],
    ['Created', device.createdAt && relativeTimestamp(device.createdAt, now)],
    ['ID', device.id],
  ]);
  if (screen)
    tooltip.appendMarkdown(`\n\n![Screen](${screen.address}|width=${screen.width},height=${screen.height})`);
  return tooltip;
}

function lacking(capabilities: DeviceCapabilities = {}): string[] {
  return Object.entries(capabilities).flatMap(([name, can]) => (can === false ? [name] : []));
}

function deviceIcon({ state, activeTaskId }: Device): vscode.ThemeIcon {
  if (activeTaskId) return themeIcon('sync', 'charts.blue');
  switch (deviceCondition(state)) {
    case 'usable':
      return themeIcon('device-mobile', 'charts.green');
    case 'changing':
      return themeIcon('loading~spin');
    case 'unreachable':
      return themeIcon('warning', 'list.warningForeground');
    case 'terminated':
      return themeIcon('circle-slash', 'list.errorForeground');
    case 'stopped':
    case 'unknown':
      return themeIcon('device-mobile');
  }
}
