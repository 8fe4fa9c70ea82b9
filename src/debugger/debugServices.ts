import type * as vscode from 'vscode';
import type { Clients } from '../appState/clients.ts';
import type { DebuggedTests } from '../appState/debuggedTests.ts';
import type { Scope, Scopes } from '../appState/scopes.ts';
import type { ShownRuns } from '../appState/shownRuns.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { Session } from '../stores/session.ts';

/** The services of the window that debugging uses. */
export interface DebugServices {
  readonly session: Session;
  readonly scopes: Pick<Scopes, 'of'>;
  readonly clients: Clients;
  readonly catalog: CatalogStore;
  readonly devices: DeviceStore;
  readonly runs: ShownRuns;
  readonly debuggedTests: DebuggedTests;
  /** The visual editors, which other folders must not import. */
  readonly flowEditors: { reveal(file: vscode.Uri, offset: number): void };
  readonly devicePanels: { openBeside(deviceId: string, scope: Scope): Promise<void> };
}
