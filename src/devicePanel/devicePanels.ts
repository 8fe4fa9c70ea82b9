import * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import { setContext } from '../host/setContext.ts';
import { ContextKey, DEVICE_PANEL, View } from '../manifest.ts';
import type { Connection } from '../stores/connection.ts';
import type { LogAction } from '../protocol/recorder.ts';
import { Disposables } from '../util/disposables.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import { DeviceSessions } from './deviceSessions.ts';
import type { PanelPage } from './panelPage.ts';
import type { PanelServices } from './panelServices.ts';

/** Returns the storage key for the device last chosen on a connection. */
function chosenKey(connectionId: string): string {
  return `devicePanel.chosen ${connectionId}`;
}

/**
 * The device panels in the editor area, one per device, and the view that shows the device chosen last. The first panel
 * loads the modules that panels need.
 */
export class DevicePanels
  implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer, vscode.Disposable
{
  readonly #extension: vscode.Uri;
  readonly #services: PanelServices;
  readonly #owned = new Disposables();
  readonly #sessions: DeviceSessions;
  readonly #panels = new Map<DevicePanelSession, vscode.WebviewPanel>();
  #view: vscode.WebviewView | undefined;
  #inView = new Disposables();
  #shownInView: DevicePanelSession | undefined;

  constructor(extension: vscode.Uri, services: PanelServices) {
    this.#extension = extension;
    this.#services = services;
    this.#sessions = this.#owned.add(new DeviceSessions(services));
    this.#owned.add(vscode.window.registerWebviewViewProvider(View.device, this));
    this.#owned.add(vscode.window.registerWebviewPanelSerializer(DEVICE_PANEL, this));
    this.#owned.add(services.session.onDidChange(() => this.#follow()));
    this.#follow();
  }

  /** Opens or reveals the panel of a device. */
  async open(deviceId: string, connection: Connection): Promise<void> {
    const { PanelPage } = await import('./panelPage.ts');
    const session = await this.#sessions.of(connection, deviceId);
    const shown = this.#panels.get(session);
    if (shown) shown.reveal();
    else {
      const restored = this.#restoredTabs(session.name);
      const column = vscode.ViewColumn.Active;
      const panel = vscode.window.createWebviewPanel(DEVICE_PANEL, session.name, column);
      this.#show(panel, session, PanelPage);
      if (restored.length > 0) await vscode.window.tabGroups.close(restored, true);
    }
    await this.#services.memory.update(chosenKey(connection.id), deviceId);
    this.#follow();
  }

  /** Opens the panel of a device and shows its map. */
  async openMap(deviceId: string, connection: Connection): Promise<void> {
    await this.open(deviceId, connection);
    (await this.session(deviceId, connection)).place.ask();
  }

  /** Lets the user choose a track file and plays it on devices, opening the map of each. */
  async playTrack(deviceIds: readonly string[], connection: Connection): Promise<void> {
    const { chooseTrack } = await import('./place/trackFile.ts');
    const file = await chooseTrack('Play Track on Device');
    if (!file) return;
    for (const deviceId of deviceIds) {
      await this.openMap(deviceId, connection);
      const { place } = await this.session(deviceId, connection);
      place.open(file);
      place.play();
    }
  }

  /** Returns the session of a device, by default of the active connection. */
  session(deviceId: string, connection = this.#services.session.require()): Promise<DevicePanelSession> {
    return this.#sessions.of(connection, deviceId);
  }

  /** Restores a panel after a window reload; closes it if another connection is active. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const { connection } = this.#services.session;
    const { keptDevice } = await import('../protocol/devicePanel.ts');
    if (!keptDevice(kept) || connection?.id !== kept.device.connectionId) {
      panel.dispose();
      return;
    }
    const { PanelPage } = await import('./panelPage.ts');
    const session = await this.#sessions.of(connection, kept.device.id);
    if (this.#panels.has(session)) panel.dispose();
    else this.#show(panel, session, PanelPage);
  }

  /**
   * Returns the restored tabs with the name of a device that VS Code has not deserialized yet, which it does once they
   * are shown.
   */
  #restoredTabs(name: string): readonly vscode.Tab[] {
    // Tabs are identified by label only, and a panel already open may have the same.
    if ([...this.#panels.values()].some(({ title }) => title === name)) return [];
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    return tabs.filter(
      ({ input, label }) =>
        label === name && input instanceof vscode.TabInputWebview && input.viewType.endsWith(DEVICE_PANEL),
    );
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    view.onDidDispose(() => {
      this.#view = undefined;
      this.#leaveView();
    });
    this.#follow();
  }

  /** Returns the device id of the active panel if it belongs to the connection. */
  inFrontOf(connection: Connection): string | undefined {
    const session = this.#inFront;
    return session?.connection.id === connection.id ? session.deviceId : undefined;
  }

  get #inFront(): DevicePanelSession | undefined {
    return [...this.#panels].find(([, panel]) => panel.active)?.[0];
  }

  /** Runs a log command on the selection of the active panel or the visible view, whichever was used last. */
  async actOnLog(act: LogAction): Promise<void> {
    const inView = this.#view?.visible === true ? this.#shownInView : undefined;
    const [session] = [this.#inFront, inView]
      .filter(shown => shown !== undefined)
      .toSorted((first, second) => second.selected.at - first.selected.at);
    if (!session) {
      void dialogs.showInformationMessage('Open a device panel first.');
      return;
    }
    const { actOnLog } = await import('./logActions.ts');
    await actOnLog(session, this.#services, act, session.selected);
  }

  dispose(): void {
    for (const panel of this.#panels.values()) panel.dispose();
    this.#inView.dispose();
    this.#owned.dispose();
  }

  #show(panel: vscode.WebviewPanel, session: DevicePanelSession, Page: typeof PanelPage): void {
    this.#panels.set(session, panel);
    panel.iconPath = {
      light: vscode.Uri.joinPath(this.#extension, 'media', 'device-light.svg'),
      dark: vscode.Uri.joinPath(this.#extension, 'media', 'device-dark.svg'),
    };
    const owned = new Disposables();
    owned.add(new Page(panel, panel.onDidChangeViewState, this.#extension, session, this.#services));
    owned.add(
      session.onDidChange(() => {
        if (panel.title !== session.name) panel.title = session.name;
      }),
    );
    panel.onDidDispose(() => {
      this.#panels.delete(session);
      owned.dispose();
    });
  }

  // The view is visible only if a device was chosen for the active connection.
  #follow(): void {
    const { connection } = this.#services.session;
    const deviceId = connection && this.#services.memory.get<string>(chosenKey(connection.id));
    setContext(ContextKey.deviceChosen, deviceId !== undefined);
    if (this.#view && connection && deviceId !== undefined) {
      void this.#sessions.of(connection, deviceId).then(session => this.#showInView(session));
    }
  }

  async #showInView(session: DevicePanelSession): Promise<void> {
    const { PanelPage } = await import('./panelPage.ts');
    const view = this.#view;
    if (!view || this.#shownInView === session) return;
    this.#leaveView();
    this.#shownInView = session;
    this.#inView.add(
      new PanelPage(view, view.onDidChangeVisibility, this.#extension, session, this.#services),
    );
    const name = (): void => {
      view.description = session.name;
    };
    this.#inView.add(session.onDidChange(name));
    name();
  }

  #leaveView(): void {
    this.#inView.dispose();
    this.#inView = new Disposables();
    this.#shownInView = undefined;
  }
}
