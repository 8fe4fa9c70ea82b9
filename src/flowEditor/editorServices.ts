import type * as vscode from 'vscode';
import type { Documents } from '../host/documents.ts';
import type { DriftStore } from '../host/driftStore.ts';
import type { FlowLinks } from '../host/flowLinks.ts';
import type { SandboxProcess } from '../host/sandboxProcess.ts';
import type { ShownRuns } from '../host/shownRuns.ts';
import type { CatalogueStore } from '../stores/catalogueStore.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { FlowStore } from '../stores/flowStore.ts';
import type { Session } from '../stores/session.ts';
import type { WebhookStore } from '../stores/webhookStore.ts';
import type { TypedHistory } from './typedHistory.ts';

/** What an editor of a flow works with. */
export interface EditorServices {
  readonly session: Session;
  readonly catalogue: CatalogueStore;
  readonly flows: FlowStore;
  readonly devices: DeviceStore;
  readonly webhooks: WebhookStore;
  readonly links: FlowLinks;
  readonly drift: DriftStore;
  readonly runs: ShownRuns;
  readonly documents: Documents;
  readonly sandbox: SandboxProcess;
  readonly log: vscode.LogOutputChannel;
  /** Remembers the actions used last. */
  readonly memory: vscode.Memento;
  /** Knows what was typed in one go. */
  readonly typed: TypedHistory;
}
