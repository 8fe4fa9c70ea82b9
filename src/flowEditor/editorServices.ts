import type * as vscode from 'vscode';
import type { Execution } from '../contract/records/execution.ts';
import type { FileDrift } from '../deploy/readDrift.ts';
import type { FlowCoverage } from '../flow/run/coverage.ts';
import type { FlowLink } from '../flow/deploy/flowLink.ts';
import type { Documents } from '../host/documents.ts';
import type { DriftStore } from '../appState/driftStore.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import type { SandboxProcess } from '../appState/sandboxProcess.ts';
import type { ShownRuns } from '../appState/shownRuns.ts';
import type { Recordings } from '../appState/recordings.ts';
import type { StepOutlines } from '../appState/stepOutlines.ts';
import type { TrialChoices } from '../appState/trialChoices.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { CredentialLists, CredentialPackageStore } from '../stores/credentialStore.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { FlowStore } from '../stores/flowStore.ts';
import type { Session } from '../stores/session.ts';
import type { WebhookStore } from '../stores/webhookStore.ts';
import type { Event } from '../util/emitter.ts';
import type { FileAddress } from './flowFile.ts';
import type { LaidRun } from './runOutline.ts';

/** The stores that one flow editor reads: records of the service, and data that the extension keeps for files. */
export interface FlowSources {
  readonly session: Session;
  readonly catalog: CatalogStore;
  readonly flows: FlowStore;
  readonly devices: DeviceStore;
  readonly webhooks: WebhookStore;
  readonly links: Pick<FlowLinks, 'watch' | 'onDidChange'> & {
    of(connectionId: string, file: FileAddress): Promise<FlowLink | undefined>;
  };
  readonly drift: Pick<DriftStore, 'ensure' | 'onDidChange'> & {
    of(file: FileAddress): FileDrift | undefined;
  };
  readonly runs: {
    readonly onDidChange: Event<FileAddress>;
    of(file: FileAddress): LaidRun | undefined;
    coverageOf(file: FileAddress): FlowCoverage | undefined;
    show(file: FileAddress, execution: Execution): void;
    clear(file?: FileAddress): void;
  };
  readonly outlines: Pick<StepOutlines, 'show'>;
  readonly recordings: Pick<Recordings, 'into' | 'onDidChange'>;
  readonly trialChoices: Pick<TrialChoices, 'onDidChange' | 'phoneOf'>;
  readonly documents: Pick<Documents, 'openMarkdown'>;
  readonly sandbox: Pick<SandboxProcess, 'start'>;
}

/** The services that all flow editors use. */
export interface EditorServices extends FlowSources {
  readonly openFlowDocuments: () => Promise<FlowDocuments>;
  readonly outlines: StepOutlines;
  readonly links: FlowLinks;
  readonly drift: DriftStore;
  readonly runs: ShownRuns;
  readonly log: vscode.LogOutputChannel;
  readonly credentialPackages: Pick<CredentialPackageStore, 'refresh' | 'state'>;
  readonly credentials: Pick<CredentialLists, 'of' | 'expire'>;
  /** Remembers the actions used last. */
  readonly memory: vscode.Memento;
}
