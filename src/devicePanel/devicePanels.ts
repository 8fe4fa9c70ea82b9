import * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import { setContext } from '../host/commands.ts';
import { ContextKey, DEVICE_PANEL, View } from '../manifest.ts';
import type { Connection } from '../stores/connection.ts';
import type { LogAction, RecordingAction } from '../protocol/recorder.ts';
import { Disposables } from '../util/disposables.ts';
import type { ElementChoice, PickRequest } from '../flow/record/elementChoices.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import { DeviceSessions } from './deviceSessions.ts';
import type { PageServices, PanelPage } from './panelPage.ts';
import type { PanelServices } from './panelServices.ts';
import type { Recorder } from './recorder.ts';

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
  /** Undefined until the first recording. */
  #recorder: Recorder | undefined;
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
    const { recordings } = services;
    this.#owned.add(
      recordings.onDidChange(() => setContext(ContextKey.recording, recordings.current !== undefined)),
    );
    this.#follow();
  }

  /** Opens or reveals the panel of a device. */
  async open(deviceId: string, connection: Connection): Promise<void> {
    await this.#open(deviceId, connection, vscode.ViewColumn.Active);
  }

  /** Shows the panel of a device beside the active editor, which keeps the focus; an open panel stays where it is. */
  async openBeside(deviceId: string, connection: Connection): Promise<void> {
    await this.#open(deviceId, connection, vscode.ViewColumn.Beside);
  }

  /**
   * Shows the panel of a device beside the active editor and lets the user pick an element there; undefined if the user
   * cancels or closes the panel.
   */
  async pick(
    deviceId: string,
    connection: Connection,
    request: PickRequest,
  ): Promise<ElementChoice | undefined> {
    const session = await this.#open(deviceId, connection, vscode.ViewColumn.Beside);
    const panel = this.#panels.get(session);
    // The user may have closed it already.
    if (!panel) return undefined;
    panel.reveal();
    return session.pick(request);
  }

  async #open(
    deviceId: string,
    connection: Connection,
    viewColumn: vscode.ViewColumn.Active | vscode.ViewColumn.Beside,
  ): Promise<DevicePanelSession> {
    const isBeside = viewColumn === vscode.ViewColumn.Beside;
    const { PanelPage } = await import('./panelPage.ts');
    const session = await this.#sessions.of(connection, deviceId);
    const shown = this.#panels.get(session);
    if (shown) {
      // In the group of the active editor, the panel would cover it.
      const covers = shown.viewColumn === vscode.window.tabGroups.activeTabGroup.viewColumn;
      shown.reveal(isBeside && covers ? viewColumn : undefined, isBeside);
    } else {
      const restored = this.#restoredTabs(session.name);
      const column = { viewColumn, preserveFocus: isBeside };
      const panel = vscode.window.createWebviewPanel(DEVICE_PANEL, session.name, column);
      this.#show(panel, session, PanelPage);
      if (restored.length > 0) await vscode.window.tabGroups.close(restored, true);
    }
    await this.#services.memory.update(chosenKey(connection.id), deviceId);
    this.#follow();
    return session;
  }

  /** Opens the panel of a device beside the active editor and records the device into a flow file. */
  async record(deviceId: string, connection: Connection, file?: vscode.Uri): Promise<void> {
    const session = await this.#open(deviceId, connection, vscode.ViewColumn.Beside);
    if (await this.#startRecording(session, file)) this.#panels.get(session)?.reveal();
  }

  /** Acts on the recording in progress, if there is one. */
  async actOnRecording(act: Exclude<RecordingAction, 'start'>): Promise<void> {
    await this.#recorder?.[act]();
  }

  async #startRecording(session: DevicePanelSession, file?: vscode.Uri): Promise<boolean> {
    const target = await this.#services.fileToRecord(session.deviceId, file);
    if (!target) return false;
    const { catalog } = this.#services;
    if (catalog.state.count === 0) await catalog.refresh();
    const { Recorder } = await import('./recorder.ts');
    const { recorderWindow } = await import('./recorderWindow.ts');
    this.#recorder ??= this.#owned.add(new Recorder(recorderWindow(this.#services)));
    await this.#recorder.start(session, target);
    return true;
  }

  /** Carries out a request of a page about the recording of its device. */
  async #answerRecording(session: DevicePanelSession, act: RecordingAction): Promise<void> {
    if (act === 'start') await this.#startRecording(session);
    else await this.actOnRecording(act);
  }

  /** Opens the panel of a device and shows its map. */
  async openMap(deviceId: string, connection: Connection): Promise<void> {
    (await this.#open(deviceId, connection, vscode.ViewColumn.Active)).place.ask();
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
    // A disposed panel cannot be used, and its tab may be closed at any time.
    const closed = new AbortController();
    panel.onDidDispose(() => closed.abort());
    const { connection } = this.#services.session;
    const { keptDevice } = await import('../protocol/devicePanel.ts');
    if (!keptDevice(kept) || connection?.id !== kept.device.connectionId) {
      panel.dispose();
      return;
    }
    const { PanelPage } = await import('./panelPage.ts');
    const session = await this.#sessions.of(connection, kept.device.id);
    if (closed.signal.aborted || this.#panels.has(session)) panel.dispose();
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

  #pageServices(session: DevicePanelSession): PageServices {
    return {
      ...this.#services,
      record: act => this.#answerRecording(session, act),
      screenRecordings: this.#sessions.screenRecordingsOf(session),
    };
  }

  #show(panel: vscode.WebviewPanel, session: DevicePanelSession, Page: typeof PanelPage): void {
    this.#panels.set(session, panel);
    panel.iconPath = {
      light: vscode.Uri.joinPath(this.#extension, 'media', 'device-light.svg'),
      dark: vscode.Uri.joinPath(this.#extension, 'media', 'device-dark.svg'),
    };
    const owned = new Disposables();
    owned.add(
      new Page(panel, panel.onDidChangeViewState, this.#extension, session, this.#pageServices(session)),
    );
    owned.add(
      session.onDidChange(() => {
        if (panel.title !== session.name) panel.title = session.name;
      }),
    );
    panel.onDidDispose(() => {
      this.#panels.delete(session);
      session.picker.cancel();
      if (this.#shownInView !== session) this.#stopRecording(session);
      owned.dispose();
    });
  }

  #stopRecording(session: DevicePanelSession): void {
    if (this.#recorder?.device === session) void this.#recorder.stop();
  }

  // The view is visible only if a device was chosen for the active connection.
  #follow(): void {
    const { connection } = this.#services.session;
    const recorded = this.#recorder?.device;
    if (recorded && recorded.connection.id !== connection?.id) void this.#recorder?.stop();
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
      new PanelPage(view, view.onDidChangeVisibility, this.#extension, session, this.#pageServices(session)),
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
