import type * as vscode from 'vscode';
import type { Device } from '../contract/records/device.ts';
import { deviceName, deviceTypeLabel } from '../flow/namedReferences.ts';
import { deviceCondition, isUsableState } from '../wording/deviceLabels.ts';
import { explain } from '../wording/explain.ts';
import { commandItem } from '../host/commands.ts';
import { Command } from '../manifest.ts';
import type { DeviceCapabilities } from '../stores/capabilityStore.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { factsTooltip } from './markdown.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/** The capabilities that `when` clauses of the device menu check. */
const NEEDED = ['agent', 'geo', 'stop'];

/** The source of a device: the list of the service, a user who added its ID, or a flow file. */
export type DeviceOrigin = 'listed' | 'added' | 'file';

const ORIGIN_TEXTS = { listed: 'state unknown', added: 'added by ID', file: 'used in a flow file' } as const;

/**
 * Creates the tree item of a device, with its state as the icon and its state and type as the description. `failure` is
 * the error if the device could not be read.
 */
export function deviceItem(
  device: Device,
  origin: DeviceOrigin,
  capabilities: DeviceCapabilities | undefined,
  failure?: Error,
): vscode.TreeItem {
  const now = Date.now();
  const name = deviceName(device);
  const type = deviceTypeLabel(device.type);
  const state = failure ? 'could not be read' : (device.state ?? ORIGIN_TEXTS[origin]);
  // Without any details from the service, only operations that every service offers are available (spec 4.8, 4.9).
  const isBare = origin !== 'listed' && device.state == null && capabilities === undefined;
  const busy = device.activeTaskId ? 'running a task' : '';
  const line = { kind: 'device', record: device } as const;
  return treeItem({
    id: `device/${device.id}`,
    label: name,
    icon: failure ? themeIcon('warning', 'list.warningForeground') : deviceIcon(device),
    description: [state, type, busy],
    tooltip: factsTooltip(name, failure ? explain(failure).summary : device.stateMessage, [
      ['State', state],
      ['Type', type],
      ['Running task', device.activeTaskId],
      ['Tasks', device.taskCount],
      ['Not supported', lacking(capabilities).join(', ')],
      ['Provider', device.providerId],
      ['Assigned', device.assignedAt && relativeTimestamp(device.assignedAt, now)],
      ['Ends', device.terminatesAt && relativeTimestamp(device.terminatesAt, now)],
      ['Created', device.createdAt && relativeTimestamp(device.createdAt, now)],
      ['ID', device.id],
    ]),
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
    command: isBare ? undefined : commandItem('Open Device Panel', Command.openDevicePanel, line),
  });
}

function lacking(capabilities: DeviceCapabilities = {}): string[] {
  return Object.entries(capabilities).flatMap(([name, can]) => (can === false ? [name] : []));
}

function deviceIcon({ state, activeTaskId }: Device): vscode.ThemeIcon {
  if (activeTaskId) return themeIcon('sync', 'charts.blue');
  switch (deviceCondition(state)) {
    case 'usable':
      return themeIcon('device-mobile', 'testing.iconPassed');
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
