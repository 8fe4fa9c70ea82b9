import type * as vscode from 'vscode';
import type { SandboxProcess } from '../appState/sandboxProcess.ts';
import type { SavedPlaces } from '../appState/savedPlaces.ts';
import type { NewStep } from '../flow/edit/flowEdit.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
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
  readonly catalog: CatalogStore;
  readonly log: vscode.LogOutputChannel;
  /** Stores the screenshot interval, the device chosen last and the actions chosen for recorded gestures. */
  readonly memory: vscode.Memento;
  /** Inserts recorded steps into a flow file that the user chooses. Returns the file name, or undefined on cancel. */
  readonly insertSteps: (steps: readonly NewStep[], deviceId: string) => Promise<string | undefined>;
}
