import type * as vscode from 'vscode';
import type { SandboxProcess } from '../host/sandboxProcess.ts';
import type { SavedPlaces } from '../host/savedPlaces.ts';
import type { NewStep } from '../flow/edit/gesture.ts';
import type { CatalogueStore } from '../stores/catalogueStore.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { Session } from '../stores/session.ts';

/** What panels of devices work with. */
export interface PanelServices {
  readonly session: Session;
  readonly sandbox: SandboxProcess;
  readonly devices: DeviceStore;
  readonly catalogue: CatalogueStore;
  readonly log: vscode.LogOutputChannel;
  /** Remembers how often pictures are taken and which device was chosen last. */
  readonly memory: vscode.Memento;
  readonly places: SavedPlaces;
  /**
   * Puts steps that were done on a device into a flow file that the person chooses. Answers the name of the file;
   * undefined where nothing was done.
   */
  readonly insertSteps: (steps: readonly NewStep[], deviceId: string) => Promise<string | undefined>;
}
