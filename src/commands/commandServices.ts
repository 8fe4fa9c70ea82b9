import type * as vscode from 'vscode';
import type { ActionChoices } from '../appState/actionChoices.ts';
import type { Attempt } from '../contract/records/delivery.ts';
import type { ArgumentsOf } from '../contributions/commands.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import type { ChosenStep } from '../flow/edit/chosenStep.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import type { ElementChoice, PickRequest } from '../flow/record/elementChoices.ts';
import type { PathSegment } from '../flow/template.ts';
import type { CheckSummary } from '../flow/check/checkSummary.ts';
import type { Clients } from '../appState/clients.ts';
import type { Connections } from '../appState/connections.ts';
import type { Documents } from '../host/documents.ts';
import type { DriftStore } from '../appState/driftStore.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import type { Keys } from '../appState/keys.ts';
import type { LocalReceiver } from '../appState/localReceiver.ts';
import type { RememberedRecords } from '../appState/remembered.ts';
import type { SandboxProcess } from '../appState/sandboxProcess.ts';
import type { SavedPlaces } from '../appState/savedPlaces.ts';
import type { SecretClipboard } from '../appState/secretClipboard.ts';
import type { Recordings } from '../appState/recordings.ts';
import type { StepOutlines } from '../appState/stepOutlines.ts';
import type { ShownRuns } from '../appState/shownRuns.ts';
import type { ConnectionSecrets } from '../appState/connectionSecrets.ts';
import type { Command } from '../manifest.ts';
import type { StepAction } from '../protocol/flowEditor.ts';
import type { LogAction, RecordingAction } from '../protocol/recorder.ts';
import type { AppUploads } from '../appState/appUploads.ts';
import type { AgentCallStore } from '../stores/agentCallStore.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Connection } from '../stores/connection.ts';
import type { ListStore } from '../stores/listStore.ts';
import type { Stores } from '../stores/openStores.ts';
import type { SandboxStore } from '../stores/sandboxStore.ts';
import type { Session } from '../stores/session.ts';
import { CommandActions, CommandKeyedLists, CommandList, CommandTasks } from './commandLists.ts';
import { CommandSession } from './commandSession.ts';
import { CommandCatalog, CommandDrift, CommandPendingMailboxes, CommandRuns } from './commandStores.ts';

/**
 * The services of the window. Command handlers do not get the session and stores themselves, but the versions in
 * `Services`.
 */
export interface WindowServices extends Stores, RememberedRecords {
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
  readonly actionChoices: ActionChoices;
  readonly catalog: CatalogStore;
  readonly links: FlowLinks;
  readonly drift: DriftStore;
  readonly runs: ShownRuns;
  /** Returns the selected lines of the devices view; empty while it is hidden. */
  readonly selectedDevices: () => readonly unknown[];
  readonly places: SavedPlaces;
  readonly secretClipboard: SecretClipboard;
  readonly webhookSecrets: ConnectionSecrets;
  readonly receiver: LocalReceiver;
  /** Opens a URL in the browser; returns false if declined. */
  readonly openPage: (address: string) => Promise<boolean>;
  /** Prompts for a delivery and verifies its signature. */
  readonly verifyPastedDelivery: () => Promise<void>;
  /** Returns a sentence on whether a delivery attempt is signed with the secret, and the reason if not. */
  readonly judgeAttempt: (attempt: Attempt, secret: string, headerPrefix: string) => Promise<string>;
  readonly language: LanguageApi;
  readonly outlines: StepOutlines;
  readonly recordings: Recordings;
  readonly agentCalls: AgentCallStore;
  readonly uploads: AppUploads;
  readonly flowEditors: FlowEditorApi;
  readonly devicePanels: DevicePanelApi;
  readonly deviceGrids: DeviceGridApi;
  readonly traceViewers: TraceViewerApi;
}

type Params = Readonly<Record<string, unknown>>;

/** The operations of the visual flow editor for commands, which must not import its folder. */
export interface FlowEditorApi {
  /** Runs an action on the steps selected in the active visual editor. */
  actOnSteps(action: StepAction): Promise<void>;
  /** Returns the step shown in the active visual editor, after what was typed there is in the file. */
  stepInFront(): Promise<{ readonly file: vscode.Uri; readonly step: StepPath } | undefined>;
  /** Reveals the step or field at an offset of a flow file in its active visual editor, or when that editor opens. */
  reveal(file: vscode.Uri, offset: number): void;
  /** Changes the parameters that a step overrides; throws if its path may lead to another step now. */
  changeParams(
    file: vscode.Uri,
    step: ChosenStep,
    change: (params: Params) => Params | undefined,
  ): Promise<void>;
  /** Focuses the field of a parameter in the editor of a file. */
  showField(file: vscode.Uri, step: StepPath, path: readonly PathSegment[]): Promise<void>;
  /** Inserts a step for an action into the active flow file, in either editor. */
  insertAction(action: CatalogAction): Promise<void>;
}

/** The operations of device panels for commands. */
interface DevicePanelApi {
  /** Returns the ID of the connection's device whose panel is active; undefined if another editor is active. */
  inFrontOf(connection: Connection): string | undefined;
  /** Opens the panel of a device of a connection. */
  open(deviceId: string, connection: Connection): Promise<void>;
  /** Shows the panel of a device of a connection beside the active editor, which keeps the focus. */
  openBeside(deviceId: string, connection: Connection): Promise<void>;
  /** Lets the user pick an element in the panel of a device of a connection; undefined on cancel. */
  pick(deviceId: string, connection: Connection, request: PickRequest): Promise<ElementChoice | undefined>;
  /** Opens the panel of a device of a connection and records it into a flow file. */
  record(deviceId: string, connection: Connection, file?: vscode.Uri): Promise<void>;
  /** Acts on the recording in progress. */
  actOnRecording(act: Exclude<RecordingAction, 'start'>): Promise<void>;
  /** Opens the map in the panel of a device of a connection. */
  openMap(deviceId: string, connection: Connection): Promise<void>;
  /** Prompts for a track and plays it on devices of a connection. */
  playTrack(deviceIds: readonly string[], connection: Connection): Promise<void>;
  /** Runs an action on the gestures selected in the active panel. */
  actOnLog(act: LogAction): Promise<void>;
}

/** The operations of device grids for commands. */
interface DeviceGridApi {
  /** Opens or reveals the grid of some devices of a connection. */
  open(deviceIds: readonly string[], connection: Connection): Promise<void>;
}

/** The operations of trace viewers for commands. */
interface TraceViewerApi {
  /** Opens the evidence of a run, at a step of a flow file if one is given. */
  showRun(
    run: RunToShow & { readonly connectionId: string },
    step?: { readonly text: string; readonly path: StepPath; readonly label: string },
  ): Promise<void>;
}

/** A run whose evidence is shown. */
interface RunToShow {
  readonly executionId: string;
  /** True for a trial run, which only the sandbox knows. */
  readonly isTrial: boolean;
  readonly flowName: string | undefined;
}

/** The operations of the language features for commands. */
interface LanguageApi {
  /** Checks every flow file of the workspace and shows the problems of those that are not open. */
  checkAll(
    progress: (done: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<CheckSummary & { readonly unread: readonly string[] }>;
}

type BoundServices = ReturnType<typeof bindServices>;

/**
 * The services of command handlers. They belong to the connection that was active when the command began, so that
 * nothing reaches a connection selected meanwhile.
 */
export interface Services extends Omit<WindowServices, keyof BoundServices>, BoundServices {
  /** Runs another command on the same connection, for example from a button. */
  readonly run: <C extends Command>(command: C, ...given: ArgumentsOf<C>) => Promise<void>;
  /** Returns the same services for another connection. */
  readonly on: (connection: Connection) => Services;
}

/** Returns the services of a command bound to a connection; `run` runs other commands on it. */
export function servicesOn(
  connection: Connection | undefined,
  window: WindowServices,
  run: (
    connection: Connection | undefined,
    window: WindowServices,
    command: Command,
    given: readonly unknown[],
  ) => Promise<void>,
): Services {
  return {
    ...window,
    ...bindServices(new CommandSession(window.session, connection), window),
    run: (command, ...given) => run(connection, window, command, given),
    on: other => servicesOn(other, window, run),
  };
}

function bindServices(session: CommandSession, window: WindowServices) {
  const list = <T extends { readonly id: string }, F>(store: ListStore<T, F>): CommandList<T, F> =>
    new CommandList(session, store);
  const { devicePanels, deviceGrids, traceViewers } = window;
  return {
    session,
    actions: new CommandActions(session, window.actions),
    catalog: new CommandCatalog(session, window.catalog),
    flows: list(window.flows),
    steps: new CommandKeyedLists(session, window.steps),
    drift: new CommandDrift(session, window.drift),
    runs: new CommandRuns(session, window.runs),
    devices: list(window.devices),
    apps: list(window.apps),
    versions: new CommandKeyedLists(session, window.versions),
    credentialPackages: list(window.credentialPackages),
    credentials: new CommandKeyedLists(session, window.credentials),
    mailboxes: list(window.mailboxes),
    messages: new CommandKeyedLists(session, window.messages),
    pendingMailboxes: new CommandPendingMailboxes(session, window.pendingMailboxes),
    webhooks: list(window.webhooks),
    deliveries: new CommandKeyedLists(session, window.deliveries),
    executions: list(window.executions),
    tasks: new CommandTasks(session, window.tasks),
    devicePanels: {
      /** Returns the ID of the device whose panel is active; undefined if another editor is active. */
      inFront: () => session.connection && devicePanels.inFrontOf(session.connection),
      open: (id: string) => devicePanels.open(id, session.require()),
      openBeside: (id: string) => devicePanels.openBeside(id, session.require()),
      pick: (id: string, request: PickRequest) => devicePanels.pick(id, session.require(), request),
      record: (id: string, file?: vscode.Uri) => devicePanels.record(id, session.require(), file),
      actOnRecording: (act: Exclude<RecordingAction, 'start'>) => devicePanels.actOnRecording(act),
      openMap: (id: string) => devicePanels.openMap(id, session.require()),
      playTrack: (ids: readonly string[]) => devicePanels.playTrack(ids, session.require()),
      actOnLog: (act: LogAction) => devicePanels.actOnLog(act),
    },
    deviceGrids: {
      open: (ids: readonly string[]) => deviceGrids.open(ids, session.require()),
    },
    traceViewers: {
      showRun: (run: RunToShow, step?: Parameters<TraceViewerApi['showRun']>[1]) =>
        traceViewers.showRun({ ...run, connectionId: session.require().id }, step),
    },
  };
}
