import type * as vscode from 'vscode';
import type { SavedPlaces } from '../host/savedPlaces.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { Session } from '../stores/session.ts';

/** What panels of devices work with. */
export interface PanelServices {
  readonly session: Session;
  readonly devices: DeviceStore;
  readonly log: vscode.LogOutputChannel;
  /** Remembers how often pictures are taken and which device was chosen last. */
  readonly memory: vscode.Memento;
  readonly places: SavedPlaces;
}
