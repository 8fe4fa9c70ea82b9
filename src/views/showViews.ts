import type { RememberedDevices } from '../host/addedDevices.ts';
import type { DriftStore } from '../host/driftStore.ts';
import type { FlowDocuments } from '../host/flowDocuments.ts';
import type { FlowLinks } from '../host/flowLinks.ts';
import type { LocalReceiver } from '../host/localReceiver.ts';
import type { ShownRuns } from '../host/shownRuns.ts';
import type { ActionStore } from '../stores/actionStore.ts';
import type { ExecutionStore } from '../stores/executionStore.ts';
import type { RequestStore } from '../stores/requestStore.ts';
import type { TaskStore } from '../stores/taskStore.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { CapabilityStore } from '../stores/capabilityStore.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { FlowStore, StepLists } from '../stores/flowStore.ts';
import type { MailboxStore, MessageLists } from '../stores/mailboxStore.ts';
import type { PendingMailboxStore } from '../stores/pendingMailboxStore.ts';
import type { SandboxStore } from '../stores/sandboxStore.ts';
import type { Session } from '../stores/session.ts';
import type { DeliveryLists, WebhookStore } from '../stores/webhookStore.ts';
import type { Disposable } from '../util/disposables.ts';
import { ActionTree } from './actionTree.ts';
import { ActivityView } from './activityView.ts';
import { deviceView } from './deviceView.ts';
import { showFlowLenses } from './flowLenses.ts';
import { FlowView } from './flowView.ts';
import { LineTree } from './lineTree.ts';
import { MailboxView } from './mailboxView.ts';
import { showRunsInEditors } from './runDecorations.ts';
import { SandboxStatus } from './sandboxStatus.ts';
import { SandboxTree } from './sandboxTree.ts';
import { ConnectionStatus } from './statusBar.ts';
import { WebhookView } from './webhookView.ts';

/** The data sources of the views. */
export interface ViewParts {
  readonly session: Session;
  readonly sandboxStore: SandboxStore;
  readonly actions: ActionStore;
  readonly catalog: CatalogStore;
  readonly flows: FlowStore;
  readonly steps: StepLists;
  readonly links: FlowLinks;
  readonly drift: DriftStore;
  readonly devices: DeviceStore;
  readonly addedDevices: RememberedDevices;
  readonly mailboxes: MailboxStore;
  readonly messages: MessageLists;
  readonly pendingMailboxes: PendingMailboxStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryLists;
  readonly receiver: LocalReceiver;
  readonly executions: ExecutionStore;
  readonly tasks: TaskStore;
  readonly requests: RequestStore;
  readonly runs: ShownRuns;
  readonly openFlowDocuments: () => Promise<FlowDocuments>;
}

/** The registered views. */
export interface Views {
  readonly actionTree: ActionTree;
  readonly flowTree: LineTree;
  readonly deviceTree: LineTree;
  readonly mailboxTree: LineTree;
  readonly webhookTree: LineTree;
  readonly activityTree: LineTree;
  readonly sandboxTree: SandboxTree;
  readonly sandboxStatus: SandboxStatus;
}

/**
 * Registers the views, status bar items and decorations of flow files. They read nothing until shown; `own` disposes
 * them with the extension.
 */
export function showViews(own: <T extends Disposable>(item: T) => T, parts: ViewParts): Views {
  const { session, sandboxStore, devices, addedDevices, executions, tasks, requests } = parts;
  const capabilities = own(new CapabilityStore(session));
  const mailboxView = own(new MailboxView(parts.mailboxes, parts.messages, parts.pendingMailboxes));
  const webhookView = own(new WebhookView(parts.webhooks, parts.deliveries, parts.receiver));
  own(new ConnectionStatus(session));
  const deviceName = (id: string): string =>
    parts.catalog.catalog.devices?.find(one => one.id === id)?.name ?? id;
  own(showRunsInEditors(parts.openFlowDocuments, parts.runs, deviceName));
  own(showFlowLenses(parts));
  return {
    actionTree: own(new ActionTree(session, parts.actions)),
    flowTree: own(new LineTree(session, own(new FlowView(session, parts)))),
    deviceTree: own(new LineTree(session, deviceView(session, devices, addedDevices, capabilities))),
    mailboxTree: own(new LineTree(session, mailboxView)),
    webhookTree: own(new LineTree(session, webhookView)),
    activityTree: own(new LineTree(session, own(new ActivityView(executions, tasks, requests)))),
    sandboxTree: own(new SandboxTree(sandboxStore)),
    sandboxStatus: own(new SandboxStatus(sandboxStore)),
  };
}
