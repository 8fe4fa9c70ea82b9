import type { RememberedDevices } from '../appState/addedDevices.ts';
import type { DriftStore } from '../appState/driftStore.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import type { LocalReceiver } from '../appState/localReceiver.ts';
import type { ShownRuns } from '../appState/shownRuns.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { View } from '../manifest.ts';
import { CapabilityStore } from '../stores/capabilityStore.ts';
import type { Stores } from '../stores/openStores.ts';
import type { SandboxStore } from '../stores/sandboxStore.ts';
import type { Session } from '../stores/session.ts';
import type { Disposable } from '../util/disposables.ts';
import { actionView } from './actionView.ts';
import { activityView } from './activityView.ts';
import { type ConnectionSource, connectionSource } from './connectionSource.ts';
import { deviceView } from './deviceView.ts';
import { showFlowLenses } from './flowLenses.ts';
import { flowView } from './flowView.ts';
import { LineTree } from './lineTree.ts';
import { mailboxView } from './mailboxView.ts';
import { showRunsInEditors } from './runDecorations.ts';
import { SandboxStatus } from './sandboxStatus.ts';
import { sandboxView } from './sandboxView.ts';
import { ConnectionStatus } from './statusBar.ts';
import { webhookView } from './webhookView.ts';
import { WorkspaceFlows } from './workspaceFlows.ts';

/** The data sources of the views. */
interface ViewParts extends Stores {
  readonly session: Session;
  readonly sandboxStore: SandboxStore;
  readonly catalog: CatalogStore;
  readonly links: FlowLinks;
  readonly drift: DriftStore;
  readonly addedDevices: RememberedDevices;
  readonly receiver: LocalReceiver;
  readonly runs: ShownRuns;
  readonly openFlowDocuments: () => Promise<FlowDocuments>;
}

/** The names of the tree views. The “Device” view is a page. */
type TreeName = Exclude<keyof typeof View, 'device'>;

/** The registered views. */
export interface Views {
  readonly trees: Readonly<Record<TreeName, LineTree>>;
  readonly sandboxStatus: SandboxStatus;
}

/**
 * Registers the views, status bar items and decorations of flow files. They read nothing until shown; `own` disposes
 * them with the extension.
 */
export function showViews(own: <T extends Disposable>(item: T) => T, parts: ViewParts): Views {
  const { session, sandboxStore, links } = parts;
  const capabilities = own(new CapabilityStore(session));
  const workspace = own(new WorkspaceFlows(links));
  own(new ConnectionStatus(session));
  const deviceName = (id: string): string =>
    parts.catalog.catalog.devices?.find(device => device.id === id)?.name ?? id;
  own(showRunsInEditors(parts.openFlowDocuments, parts.runs, deviceName));
  own(showFlowLenses(parts));
  const tree = (source: ConnectionSource): LineTree => own(new LineTree(connectionSource(session, source)));
  return {
    trees: {
      actions: tree(actionView(parts.actions)),
      flows: tree(flowView({ ...parts, workspace })),
      devices: tree(deviceView(session, parts.devices, parts.addedDevices, capabilities)),
      mailboxes: tree(mailboxView(parts.mailboxes, parts.messages, parts.pendingMailboxes)),
      webhooks: tree(webhookView(parts.webhooks, parts.deliveries, parts.receiver)),
      activity: tree(activityView(parts.executions, parts.tasks, parts.requests)),
      sandbox: own(new LineTree(sandboxView(sandboxStore))),
    },
    sandboxStatus: own(new SandboxStatus(sandboxStore)),
  };
}
