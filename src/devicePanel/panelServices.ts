import type * as vscode from 'vscode';
import type { SandboxProcess } from '../host/sandboxProcess.ts';
import type { SavedPlaces } from '../host/savedPlaces.ts';
import type { NewStep } from '../flow/edit/gesture.ts';
import type { CatalogueStore } from '../stores/catalogueStore.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { Session } from '../stores/session.ts';

/** The services that a device session uses. */
export interface DeviceServices {
  readonly session: Session;
  readonly devices: Pick<DeviceStore, 'byId'>;
  readonly places: SavedPlaces;
}

/** The services that device panels use. */
export interface PanelServices extends DeviceServices {
  readonly sandbox: SandboxProcess;
  readonly devices: DeviceStore;
  readonly catalogue: CatalogueStore;
  readonly log: vscode.LogOutputChannel;
  /** Remembers how often pictures are taken and which device was chosen last. */
  readonly memory: vscode.Memento;
  /**
   * Puts steps that were done on a device into a flow file that the person chooses. Answers the name of the file;
   * undefined where nothing was done.
   */
  readonly insertSteps: (steps: readonly NewStep[], deviceId: string) => Promise<string | undefined>;
}
