import type * as vscode from 'vscode';
import type { ActionChoices } from '../appState/actionChoices.ts';
import type { SandboxProcess } from '../appState/sandboxProcess.ts';
import type { RecordedFile, Recordings } from '../appState/recordings.ts';
import type { Scopes } from '../appState/scopes.ts';
import type { ShownRuns } from '../appState/shownRuns.ts';
import type { StepOutlines } from '../appState/stepOutlines.ts';
import type { SavedPlaces } from '../appState/savedPlaces.ts';
import type { NewStep } from '../flow/edit/flowEdit.ts';
import type { ExpectationFile, UnnamedExpectation } from '../flowTest/addExpectation.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Documents } from '../host/documents.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { Session } from '../stores/session.ts';

/** The scope of the connection that a device belongs to. */
export interface DeviceScope {
  readonly session: Session;
  readonly devices: Pick<DeviceStore, 'byId'>;
}

/** The services that a device session uses. */
export interface DeviceServices {
  readonly places: SavedPlaces;
  readonly outlines: StepOutlines;
  readonly recordings: Recordings;
}

/** The services that device panels use. */
export interface PanelServices extends DeviceServices {
  /** The session of whichever connection is active. */
  readonly session: Session;
  readonly scopes: Pick<Scopes, 'current'>;
  readonly sandbox: SandboxProcess;
  readonly devices: DeviceStore;
  readonly catalog: CatalogStore;
  readonly runs: Pick<ShownRuns, 'of' | 'onDidChange'>;
  readonly documents: Documents;
  readonly log: vscode.LogOutputChannel;
  readonly actionChoices: ActionChoices;
  /** Stores the screenshot interval. */
  readonly memory: vscode.Memento;
  readonly flowEditors: FlowEditorApi;
  readonly flowTests: FlowTestApi;
}

/** The tests of flows, which other folders must not import. */
interface FlowTestApi {
  /** Adds an expectation to the test of a flow file, or of one that the user chooses. */
  expect(wanted: UnnamedExpectation, given?: ExpectationFile<vscode.Uri>): Promise<void>;
}

/** The visual editors, which other folders must not import. */
interface FlowEditorApi {
  /** Inserts recorded steps into a flow file that the user chooses. Returns the file name, or undefined on cancel. */
  insertSteps(steps: readonly NewStep[], deviceId: string): Promise<string | undefined>;
  /** Returns the flow file that a device is recorded into: a given one, or one in sight or chosen; undefined on cancel. */
  fileToRecord(deviceId: string, file?: vscode.Uri): Promise<RecordedFile | undefined>;
}
