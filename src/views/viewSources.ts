import type { AppUploads } from '../appState/appUploads.ts';
import type { RememberedDevices } from '../appState/addedDevices.ts';
import type { DriftStore } from '../appState/driftStore.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import type { LocalReceiver } from '../appState/localReceiver.ts';
import type { View } from '../manifest.ts';
import type { AgentCallStore } from '../stores/agentCallStore.ts';
import { CapabilityStore } from '../stores/capabilityStore.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Stores } from '../stores/openStores.ts';
import type { RequestStore } from '../stores/requestStore.ts';
import type { SandboxStore } from '../stores/sandboxStore.ts';
import type { Session } from '../stores/session.ts';
import type { Own } from '../util/disposables.ts';
import { actionView } from './actionView.ts';
import { activityView } from './activityView.ts';
import { appView } from './appView.ts';
import { type ConnectionSource, connectionSource } from './connectionSource.ts';
import { deviceView } from './deviceView.ts';
import { flowView } from './flowView.ts';
import { credentialView } from './credentialView.ts';
import type { RowSource } from './rowTree.ts';
import { mailboxView } from './mailboxView.ts';
import { sandboxView } from './sandboxView.ts';
import { webhookView } from './webhookView.ts';
import { WorkspaceFlows } from './workspaceFlows.ts';

/** The names of the tree views. */
export type TreeName = keyof typeof View;

/** The data that the tree views show. */
export interface ViewData extends Stores {
  readonly session: Session;
  readonly sandboxStore: SandboxStore;
  readonly catalog: CatalogStore;
  readonly links: FlowLinks;
  readonly drift: DriftStore;
  readonly addedDevices: RememberedDevices;
  readonly receiver: LocalReceiver;
  readonly agentCalls: AgentCallStore;
  readonly requests: RequestStore;
  readonly uploads: AppUploads;
}

/** Creates the sources of the tree views; `own` disposes what they need. */
export function viewSources(own: Own, data: ViewData): Readonly<Record<TreeName, RowSource>> {
  const { session } = data;
  const capabilities = own(new CapabilityStore(session));
  const workspace = own(new WorkspaceFlows(data.links));
  const connected = (source: ConnectionSource): RowSource => connectionSource(session, source);
  return {
    actions: connected(actionView(data.actions)),
    flows: connected(flowView({ ...data, workspace })),
    devices: connected(deviceView(session, data.devices, data.addedDevices, capabilities, data.tasks)),
    apps: connected(appView(session, data.apps, data.versions, data.uploads)),
    credentials: connected(credentialView(data.credentialPackages, data.credentials)),
    mailboxes: connected(
      mailboxView(data.mailboxes, data.messages, data.messageMarks, data.pendingMailboxes),
    ),
    webhooks: connected(webhookView(data.webhooks, data.deliveries, data.receiver)),
    activity: connected(
      activityView(data.executions, data.tasks, data.requests, data.agentCalls, data.catalog, session),
    ),
    sandbox: sandboxView(data.sandboxStore),
  };
}
