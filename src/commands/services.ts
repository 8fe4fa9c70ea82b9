import type * as vscode from 'vscode';
import type { Attempt, Delivery } from '../contract/records/delivery.ts';
import type { Device } from '../contract/records/device.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { Flow } from '../contract/records/flow.ts';
import type { FlowAction } from '../contract/records/flowAction.ts';
import type { Mailbox } from '../contract/records/mailbox.ts';
import type { Webhook } from '../contract/records/webhook.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import type { CheckSummary } from '../flow/check/checkSummary.ts';
import type { RememberedDevices } from '../host/addedDevices.ts';
import type { Clients } from '../host/clients.ts';
import type { Connections } from '../host/connections.ts';
import type { Documents } from '../host/documents.ts';
import type { DriftStore } from '../host/driftStore.ts';
import type { FlowDocuments } from '../host/flowDocuments.ts';
import type { FlowLinks } from '../host/flowLinks.ts';
import type { Keys } from '../host/keys.ts';
import type { LocalReceiver } from '../host/localReceiver.ts';
import type { SecretClipboard } from '../host/secretClipboard.ts';
import type { RememberedPendingMailboxes } from '../host/pendingMailboxes.ts';
import type { SandboxProcess } from '../host/sandboxProcess.ts';
import type { SavedPlaces } from '../host/savedPlaces.ts';
import type { ShownRuns } from '../host/shownRuns.ts';
import type { LogAction } from '../protocol/recorder.ts';
import type { StepAction } from '../protocol/flowEditor.ts';
import type { ActionStore } from '../stores/actionStore.ts';
import type { ExecutionFilter, ExecutionStore } from '../stores/executionStore.ts';
import type { RequestStore } from '../stores/requestStore.ts';
import type { TaskStore } from '../stores/taskStore.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { DeviceFilter, DeviceStore } from '../stores/deviceStore.ts';
import type { RememberedWebhooks } from '../host/createdWebhooks.ts';
import type { WebhookSecrets } from '../host/webhookSecrets.ts';
import type { MailboxStore, MessageLists } from '../stores/mailboxStore.ts';
import type { PendingMailboxStore } from '../stores/pendingMailboxStore.ts';
import type { DeliveryLists, WebhookFilter, WebhookStore } from '../stores/webhookStore.ts';
import type { FlowFilter, FlowStore, StepLists } from '../stores/flowStore.ts';
import type { SandboxStore } from '../stores/sandboxStore.ts';
import type { Session } from '../stores/session.ts';
import type { Connection } from '../stores/connection.ts';
import type { Command } from '../manifest.ts';
import type {
  CommandActions,
  CommandKeyedLists,
  CommandList,
  CommandMessages,
  CommandTasks,
} from './commandLists.ts';
import type { CommandSession } from './commandSession.ts';
import type { CommandCatalog, CommandDrift, CommandPendingMailboxes, CommandRuns } from './commandStores.ts';

/**
 * The services of the window. Command handlers do not get the session and stores themselves, but the versions in
 * `Services`.
 */
export interface WindowServices {
  readonly version: string;
  readonly session: Session;
  readonly connections: Connections;
  readonly keys: Keys;
  readonly clients: Clients;
  readonly sandbox: SandboxProcess;
  readonly sandboxStore: SandboxStore;
  readonly documents: Documents;
  /** Returns the parsed and checked flow documents; the first call loads them. */
  readonly openFlowDocuments: () => Promise<FlowDocuments>;
  readonly log: vscode.LogOutputChannel;
  readonly actions: ActionStore;
  readonly catalog: CatalogStore;
  readonly flows: FlowStore;
  readonly steps: StepLists;
  readonly links: FlowLinks;
  readonly drift: DriftStore;
  readonly runs: ShownRuns;
  readonly devices: DeviceStore;
  readonly addedDevices: RememberedDevices;
  /** Returns the selected lines of the devices view; empty while it is hidden. */
  readonly selectedDevices: () => readonly unknown[];
  readonly places: SavedPlaces;
  readonly mailboxes: MailboxStore;
  readonly messages: MessageLists;
  readonly secretClipboard: SecretClipboard;
  readonly pendingMailboxes: PendingMailboxStore;
  readonly intents: RememberedPendingMailboxes;
  readonly webhooks: WebhookStore;
  readonly createdWebhooks: RememberedWebhooks;
  readonly deliveries: DeliveryLists;
  readonly webhookSecrets: WebhookSecrets;
  readonly receiver: LocalReceiver;
  readonly executions: ExecutionStore;
  readonly tasks: TaskStore;
  readonly requests: RequestStore;
  /** Opens a URL in the browser; returns false if declined. */
  readonly openPage: (address: string) => Promise<boolean>;
  /** Prompts for a delivery and verifies its signature. */
  readonly verifyPastedDelivery: () => Promise<void>;
  /** Returns a sentence on whether a delivery attempt is signed with the secret, and the reason if not. */
  readonly judgeAttempt: (attempt: Attempt, secret: string, headerPrefix: string) => Promise<string>;
  readonly language: LanguageApi;
  readonly flowEditors: FlowEditorApi;
  readonly devicePanels: DevicePanelApi;
}

type PerConnection =
  | 'session'
  | 'actions'
  | 'catalog'
  | 'flows'
  | 'steps'
  | 'drift'
  | 'runs'
  | 'devices'
  | 'mailboxes'
  | 'messages'
  | 'pendingMailboxes'
  | 'webhooks'
  | 'deliveries'
  | 'executions'
  | 'tasks'
  | 'devicePanels';

/**
 * The services of a command handler. They belong to the connection that was active when the command began, so that
 * nothing reaches a connection selected meanwhile.
 */
export interface Services extends Omit<WindowServices, PerConnection> {
  readonly session: CommandSession;
  readonly actions: CommandActions;
  readonly catalog: CommandCatalog;
  readonly flows: CommandList<Flow, FlowFilter>;
  readonly steps: CommandKeyedLists<FlowAction>;
  readonly drift: CommandDrift;
  readonly runs: CommandRuns;
  readonly devices: CommandList<Device, DeviceFilter>;
  readonly mailboxes: CommandList<Mailbox, undefined>;
  readonly messages: CommandMessages;
  readonly pendingMailboxes: CommandPendingMailboxes;
  readonly webhooks: CommandList<Webhook, WebhookFilter>;
  readonly deliveries: CommandKeyedLists<Delivery>;
  readonly executions: CommandList<Execution, ExecutionFilter>;
  readonly tasks: CommandTasks;
  readonly devicePanels: CommandPanels;
  /** Runs another command on the same connection, for example from a button. */
  readonly run: (command: Command, argument?: unknown, selection?: unknown) => Promise<unknown>;
  /** Returns the same services for another connection. */
  readonly on: (connection: Connection) => Services;
}

/** The device panels of the command's connection. */
export interface CommandPanels {
  /** ID of the device whose panel is active; undefined if another editor is active. */
  readonly inFront: string | undefined;
  /** Opens the panel of a device. */
  open(deviceId: string): Promise<void>;
  /** Opens the map in the panel of a device. */
  openMap(deviceId: string): Promise<void>;
  /** Prompts for a track and plays it on devices. */
  playTrack(deviceIds: readonly string[]): Promise<void>;
  /** Runs an action on the gestures selected in the active panel. */
  actOnLog(act: LogAction): Promise<void>;
}

/** The operations of the visual flow editor for commands, which must not import its folder. */
export interface FlowEditorApi {
  /** Runs an action on the steps selected in the active visual editor. */
  actOnSteps(action: StepAction): Promise<void>;
  /** Reveals the step or field at an offset of a flow file in its active visual editor, or when that editor opens. */
  reveal(file: vscode.Uri, offset: number): void;
  /** Inserts a step for an action into the active flow file, in either editor. */
  insertAction(action: CatalogAction): Promise<void>;
}

/** The operations of device panels for commands. */
export interface DevicePanelApi {
  /** Returns the ID of the connection's device whose panel is active; undefined if another editor is active. */
  inFrontOf(connection: Connection): string | undefined;
  /** Opens the panel of a device of a connection. */
  open(deviceId: string, connection: Connection): Promise<void>;
  /** Opens the map in the panel of a device of a connection. */
  openMap(deviceId: string, connection: Connection): Promise<void>;
  /** Prompts for a track and plays it on devices of a connection. */
  playTrack(deviceIds: readonly string[], connection: Connection): Promise<void>;
  /** Runs an action on the gestures selected in the active panel. */
  actOnLog(act: LogAction): Promise<void>;
}

/** The operations of the language features for commands. */
export interface LanguageApi {
  /** Checks every flow file of the workspace and shows the problems of those that are not open. */
  checkAll(
    progress: (done: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<CheckSummary & { readonly unread: readonly string[] }>;
}
