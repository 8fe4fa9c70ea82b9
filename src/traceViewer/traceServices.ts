import type * as vscode from 'vscode';
import type { Clients } from '../appState/clients.ts';
import type { Connections } from '../appState/connections.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { RunHistory } from '../appState/runHistory.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import type { SandboxProcess } from '../appState/sandboxProcess.ts';
import type { TraceRun } from '../contract/sandbox/traces.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import type { Scopes } from '../appState/scopes.ts';
import type { OtherRun } from './comparedTraces.ts';
import type { RepairServices } from './traceRepairs.ts';

/** The services that trace viewers use. */
export interface TraceServices extends RepairServices {
  readonly scopes: Pick<Scopes, 'of' | 'isCurrent'>;
  readonly clients: Pick<Clients, 'openSandbox'>;
  readonly sandbox: Pick<SandboxProcess, 'isRunning'>;
  readonly connections: Pick<Connections, 'all' | 'withId'>;
  readonly links: Pick<FlowLinks, 'all'>;
  readonly history: RunHistory;
  readonly openFlowDocuments: () => Promise<FlowDocuments>;
  /** Lets the user choose another run of a flow and reads it; undefined if the user cancels. */
  readonly chooseRun: (run: TraceRun) => Promise<OtherRun | undefined>;
  /** Reveals the step at an offset of a flow file in its visual editor. */
  readonly flowEditors: { reveal(file: vscode.Uri, offset: number): void };
}

/** A step of a flow file whose evidence is shown. */
export interface WantedStep {
  /** The text of the file. */
  readonly text: string;
  readonly path: StepPath;
  /** The number of the step in words. */
  readonly label: string;
}
