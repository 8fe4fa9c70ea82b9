import type * as vscode from 'vscode';
import type { ActionChoices } from '../appState/actionChoices.ts';
import type { OperationId } from '../contract/operations.ts';
import type { DeliveryAttempt } from '../contract/records/delivery.ts';
import type { ArgumentsOf } from '../contributions/commands.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import type { ChosenStep } from '../flow/edit/chosenStep.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import type { DeviceGesture } from '../flow/record/deviceGesture.ts';
import type { ElementChoice, PickRequest } from '../flow/record/elementChoices.ts';
import type { PathSegment } from '../flow/template.ts';
import type { ExpectationFile, UnnamedExpectation } from '../flowTest/addExpectation.ts';
import type { Trace } from '../flow/trace/traceFile.ts';
import type { CheckSummary } from '../flow/check/checkSummary.ts';
import type { Clients } from '../appState/clients.ts';
import type { Connections } from '../appState/connections.ts';
import type { Documents } from '../host/documents.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import type { Keys } from '../appState/keys.ts';
import type { LocalReceiver } from '../appState/localReceiver.ts';
import type { RunHistory } from '../appState/runHistory.ts';
import type { RememberedRecords } from '../appState/remembered.ts';
import type { SandboxProcess } from '../appState/sandboxProcess.ts';
import type { Scope, Scopes } from '../appState/scopes.ts';
import type { ServicePhones } from '../appState/servicePhones.ts';
import type { SavedPlaces } from '../appState/savedPlaces.ts';
import type { SecretClipboard } from '../appState/secretClipboard.ts';
import type { Recordings } from '../appState/recordings.ts';
import type { StepOutlines } from '../appState/stepOutlines.ts';
import type { ConnectionSecrets } from '../appState/connectionSecrets.ts';
import type { Command } from '../manifest.ts';
import type { StepAction } from '../protocol/flowEditor.ts';
import type { LogAction, RecordingAction } from '../protocol/recorder.ts';
import type { AppUploads } from '../appState/appUploads.ts';
import type { AgentCallStore } from '../stores/agentCallStore.ts';
import type { KeptCatalogs } from '../stores/catalogStore.ts';
import type { Connection } from '../stores/connection.ts';
import type { RequestStore } from '../stores/requestStore.ts';
import type { SandboxStore } from '../stores/sandboxStore.ts';
import type { Session } from '../stores/session.ts';
import type { Client } from '../client/client.ts';
import { mayHaveTakenEffect } from '../client/takenEffect.ts';

type Method = (...given: readonly unknown[]) => Promise<unknown>;

/** The services of the window, which do not depend on the connection. */
export interface WindowServices extends RememberedRecords {
  readonly version: string;
  readonly scopes: Scopes;
  readonly connections: Connections;
  readonly keys: Keys;
  readonly clients: Clients;
  readonly sandbox: SandboxProcess;
  readonly sandboxStore: SandboxStore;
  readonly documents: Documents;
  /** Returns the parsed and checked flow documents; the first call loads them. */
  readonly openFlowDocuments: () => Promise<FlowDocuments>;
  /** Returns the phones of other connections that were added to the sandbox; the first call loads them. */
  readonly openServicePhones: () => Promise<ServicePhones>;
  readonly log: vscode.LogOutputChannel;
  readonly actionChoices: ActionChoices;
  /** The stored catalogs, and the actions of a new sandbox. */
  readonly catalogs: Pick<KeptCatalogs, 'read'>;
  readonly links: FlowLinks;
  /** Returns the selected rows of the devices view; empty while it is hidden. */
  readonly selectedDevices: () => readonly unknown[];
  readonly places: SavedPlaces;
  readonly workspaceState: vscode.Memento;
  readonly secretClipboard: SecretClipboard;
  readonly webhookSecrets: ConnectionSecrets;
  readonly receiver: LocalReceiver;
  /** Opens a URL in the browser; returns false if declined. */
  readonly openPage: (address: string) => Promise<boolean>;
  /** Prompts for a delivery and verifies its signature. */
  readonly verifyPastedDelivery: () => Promise<void>;
  /** Returns a sentence on whether a delivery attempt is signed with the secret, and the reason if not. */
  readonly judgeAttempt: (attempt: DeliveryAttempt, secret: string, headerPrefix: string) => Promise<string>;
  readonly language: LanguageApi;
  readonly outlines: StepOutlines;
  readonly recordings: Recordings;
  readonly history: RunHistory;
  readonly agentCalls: AgentCallStore;
  readonly requests: RequestStore;
  readonly uploads: AppUploads;
  readonly flowEditors: FlowEditorApi;
  readonly devicePanels: DevicePanelApi;
  readonly deviceGrids: DeviceGridApi;
  readonly traceViewers: TraceViewerApi;
  readonly flowTests: FlowTestApi;
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

/** The device of the active panel. */
interface DeviceInFront {
  readonly deviceId: string;
  /** The display that is shown; the first is 0. */
  readonly screen: { readonly display: number };
  /** Performs a gesture as the buttons of the panel do: it is logged, recorded, and mirrored. */
  perform(gesture: DeviceGesture): Promise<void>;
}

/** The operations of device panels for commands; the devices are those of a scope. */
interface DevicePanelApi {
  /** Returns the device of the scope whose panel is active; undefined if another editor is active. */
  inFrontOf(scope: Scope): DeviceInFront | undefined;
  /** Returns the IDs of the devices of the scope whose panels can be seen. */
  shownIn(scope: Scope): readonly string[];
  /** Opens the panel of a device, as a preview if the next click may replace it. */
  open(deviceId: string, scope: Scope, isPreview?: boolean): Promise<void>;
  /** Shows the panel of a device beside the active editor, which keeps the focus. */
  openBeside(deviceId: string, scope: Scope): Promise<void>;
  /** Lets the user pick an element in the panel of a device; undefined on cancel. */
  pick(deviceId: string, scope: Scope, request: PickRequest): Promise<ElementChoice | undefined>;
  /** Opens the panel of a device and records it into a flow file. */
  record(deviceId: string, scope: Scope, file?: vscode.Uri): Promise<void>;
  /** Acts on the recording in progress. */
  actOnRecording(act: Exclude<RecordingAction, 'start'>): Promise<void>;
  /** Opens the map in the panel of a device. */
  openMap(deviceId: string, scope: Scope): Promise<void>;
  /** Prompts for a track and plays it on devices. */
  playTrack(deviceIds: readonly string[], scope: Scope): Promise<void>;
  /** Runs an action on the gestures selected in the active panel. */
  actOnLog(act: LogAction): Promise<void>;
}

/** The operations of device grids for commands. */
interface DeviceGridApi {
  /** Opens or reveals the grid of some devices of a scope. */
  open(deviceIds: readonly string[], scope: Scope): Promise<void>;
}

/** The operations of trace viewers for commands. */
interface TraceViewerApi {
  /** Opens the evidence of a run, at a step of a flow file, or compared with another run. */
  showRun(
    run: RunToShow,
    wish?:
      | { readonly name: string; readonly trace: Trace }
      | { readonly text: string; readonly path: StepPath; readonly label: string },
  ): Promise<void>;
}

/** A run whose evidence is shown. */
interface RunToShow {
  readonly connectionId: string;
  readonly executionId: string;
  /** True for a trial run, which only the sandbox knows. */
  readonly isTrial: boolean;
  readonly flowName: string | undefined;
}

/** The operations of the Test Explorer for commands. */
interface FlowTestApi {
  /** Runs the tests of a flow file, and asks which of their pictures to accept. */
  acceptPictures(file: vscode.Uri): Promise<void>;
  /** Adds an expectation to the test of a flow file. */
  expect(wanted: UnnamedExpectation, given: ExpectationFile<vscode.Uri>): Promise<void>;
}

/** The operations of the language features for commands. */
interface LanguageApi {
  /** Checks every flow file of the workspace and shows the problems of those that are not open. */
  checkAll(
    progress: (done: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<CheckSummary & { readonly unread: readonly string[] }>;
}

/** The session of the scope in which a command began. */
export type CommandSession = Pick<Session, 'connection' | 'state' | 'isActive' | 'require' | 'client'>;

/**
 * The services of command handlers. Session and stores belong to the scope that was current when the command began, so
 * that nothing reaches a connection selected meanwhile.
 */
export interface Services extends WindowServices, Omit<Scope, 'session'> {
  readonly scope: Scope;
  readonly session: CommandSession;
  /** The operations called so far that succeeded or may have taken effect, including reads. */
  readonly mayHaveDone: ReadonlySet<OperationId>;
  /** Runs another command in the same scope, for example from a button. */
  readonly run: <C extends Command>(command: C, ...given: ArgumentsOf<C>) => Promise<void>;
  /** Returns the same services for another connection. */
  readonly on: (connection: Connection) => Services;
}

/** Runs a command in a scope. */
export type RunInScope = (
  scope: Scope,
  window: WindowServices,
  command: Command,
  given: readonly unknown[],
) => Promise<void>;

/** Returns the services of a command in a scope; `run` runs other commands in it. */
export function servicesIn(scope: Scope, window: WindowServices, run: RunInScope): Services {
  const mayHaveDone = new Set<OperationId>();
  const { session } = scope;
  return {
    ...window,
    ...scope,
    scope,
    session: {
      get connection() {
        return session.connection;
      },
      get state() {
        return session.state;
      },
      get isActive() {
        return session.isActive;
      },
      require: () => session.require(),
      client: async () => notingCalls(await session.client(), id => mayHaveDone.add(id)),
    },
    mayHaveDone,
    run: (command, ...given) => run(scope, window, command, given),
    on: other => servicesIn(window.scopes.of(other), window, run),
  };
}

/** Wraps a client so that `note` is called for each operation that succeeded or may have taken effect. */
function notingCalls(client: Client, note: (id: OperationId) => void): Client {
  const methods = Object.entries(client) as [OperationId, Method][];
  const noting = methods.map(([id, method]): [OperationId, Method] => [
    id,
    async (...given) => {
      try {
        const reply = await method(...given);
        note(id);
        return reply;
      } catch (error) {
        if (mayHaveTakenEffect(error)) note(id);
        throw error;
      }
    },
  ]);
  return Object.fromEntries(noting) as Client;
}
