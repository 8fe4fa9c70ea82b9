import * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import { setContext } from '../host/commands.ts';
import { ContextKey, DEVICE_PANEL } from '../manifest.ts';
import type { LogAction, PanelFreeAction, RecordingAction } from '../protocol/recorder.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { ElementChoice, PickRequest } from '../flow/record/elementChoices.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import { DeviceSessions } from './deviceSessions.ts';
import type { PageServices, PanelPage } from './panelPage.ts';
import type { DeviceScope, PanelServices } from './panelServices.ts';
import type { Recorder } from './recorder.ts';

/** The device panels in the editor area, one per device. The first panel loads the modules that panels need. */
export class DevicePanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #extension: vscode.Uri;
  readonly #services: PanelServices;
  readonly #owned = new Disposables();
  readonly #sessions: DeviceSessions;
  readonly #panels = new Map<DevicePanelSession, vscode.WebviewPanel>();
  readonly #activated = this.#owned.add(new Emitter<string>());
  /** Fires with the ID of a device of the active connection when its panel becomes the active editor. */
  readonly onDidActivate = this.#activated.event;
  /** The session of a panel that a click opened and nobody has used, which the next click replaces. */
  #preview: DevicePanelSession | undefined;
  /** Undefined until the first recording. */
  #recorder: Recorder | undefined;

  constructor(extension: vscode.Uri, services: PanelServices) {
    this.#extension = extension;
    this.#services = services;
    this.#sessions = this.#owned.add(new DeviceSessions(services));
    this.#owned.add(vscode.window.registerWebviewPanelSerializer(DEVICE_PANEL, this));
    this.#owned.add(services.session.onDidChange(() => this.#endRecording()));
    const { recordings } = services;
    this.#owned.add(
      recordings.onDidChange(() => setContext(ContextKey.recording, recordings.current !== undefined)),
    );
  }

  /**
   * Opens or reveals the panel of a device. As a preview, it replaces the one that was opened so before, unless that is
   * used: a gesture or a second click keeps it, like a file.
   */
  async open(deviceId: string, scope: DeviceScope, isPreview = false): Promise<void> {
    const former = isPreview && this.#preview !== this.#recorder?.device ? this.#preview : undefined;
    const replaced = former && this.#panels.get(former);
    const isAllowed = vscode.workspace.getConfiguration('workbench.editor').get('enablePreview') !== false;
    const isNew = !this.#panels.has(await this.#sessions.of(scope, deviceId));
    const session = await this.#open(deviceId, scope, replaced?.viewColumn ?? vscode.ViewColumn.Active);
    if (!isPreview || !isAllowed || !isNew) {
      if (this.#preview === session) this.#preview = undefined;
      return;
    }
    this.#preview = session;
    replaced?.dispose();
  }

  /** Shows the panel of a device beside the active editor, which keeps the focus; an open panel stays where it is. */
  async openBeside(deviceId: string, scope: DeviceScope): Promise<void> {
    await this.#open(deviceId, scope, vscode.ViewColumn.Beside);
  }

  /**
   * Shows the panel of a device beside the active editor and lets the user pick an element there; undefined if the user
   * cancels or closes the panel.
   */
  async pick(deviceId: string, scope: DeviceScope, request: PickRequest): Promise<ElementChoice | undefined> {
    const session = await this.#open(deviceId, scope, vscode.ViewColumn.Beside);
    const panel = this.#panels.get(session);
    // The user may have closed it already.
    if (!panel) return undefined;
    panel.reveal();
    return session.pick(request);
  }

  async #open(
    deviceId: string,
    scope: DeviceScope,
    viewColumn: vscode.ViewColumn,
  ): Promise<DevicePanelSession> {
    const isBeside = viewColumn === vscode.ViewColumn.Beside;
    const { PanelPage } = await import('./panelPage.ts');
    const session = await this.#sessions.of(scope, deviceId);
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
    return session;
  }

  /** Opens the panel of a device beside the active editor and records the device into a flow file. */
  async record(deviceId: string, scope: DeviceScope, file?: vscode.Uri): Promise<void> {
    const session = await this.#open(deviceId, scope, vscode.ViewColumn.Beside);
    if (await this.#startRecording(session, file)) this.#panels.get(session)?.reveal();
  }

  /** Acts on the recording in progress, if there is one. */
  async actOnRecording(act: PanelFreeAction): Promise<void> {
    await this.#recorder?.[act]();
  }

  async #startRecording(session: DevicePanelSession, file?: vscode.Uri): Promise<boolean> {
    const target = await this.#services.flowEditors.fileToRecord(session.deviceId, file);
    if (!target) return false;
    const { catalog } = this.#services;
    if (catalog.state.count === 0) await catalog.refresh();
    const { askBeginning } = await import('./askBeginning.ts');
    const beginning = (await target.isEmpty()) ? await askBeginning(session, this.#services) : 'asItIs';
    if (beginning === undefined) return false;
    const { Recorder } = await import('./recorder.ts');
    const { recorderWindow } = await import('./recorderWindow.ts');
    this.#recorder ??= this.#owned.add(new Recorder(recorderWindow(this.#services)));
    await this.#recorder.start(session, target, beginning === 'asItIs' ? undefined : beginning);
    return true;
  }

  /** Carries out a request of a page about the recording of its device. */
  async #answerRecording(session: DevicePanelSession, act: RecordingAction): Promise<void> {
    if (act === 'start') await this.#startRecording(session);
    else if (act === 'check' || act === 'wait') {
      const recorder = this.#recorder;
      if (recorder?.device !== session) return;
      const { addToRecording } = await import('./recordCheck.ts');
      await addToRecording(session, this.#services, recorder, act);
    } else await this.actOnRecording(act);
  }

  /** Opens the panel of a device and shows its map. */
  async openMap(deviceId: string, scope: DeviceScope): Promise<void> {
    (await this.#open(deviceId, scope, vscode.ViewColumn.Active)).place.ask();
  }

  /** Lets the user choose a track file and plays it on devices, opening the map of each. */
  async playTrack(deviceIds: readonly string[], scope: DeviceScope): Promise<void> {
    const { chooseTrack } = await import('./place/trackFile.ts');
    const file = await chooseTrack('Play Track on Device');
    if (!file) return;
    for (const deviceId of deviceIds) {
      await this.openMap(deviceId, scope);
      const { place } = await this.session(deviceId, scope);
      place.open(file);
      place.play();
    }
  }

  /** Returns the session of a device, by default of the active connection. */
  session(deviceId: string, scope: DeviceScope = this.#services.scopes.current): Promise<DevicePanelSession> {
    return this.#sessions.of(scope, deviceId);
  }

  /** Restores a panel after a window reload; closes it if another connection is active. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    // A disposed panel cannot be used, and its tab may be closed at any time.
    const closed = new AbortController();
    panel.onDidDispose(() => closed.abort());
    const scope = this.#services.scopes.current;
    const { keptDevice } = await import('../protocol/devicePanel.ts');
    if (!keptDevice(kept) || scope.session.connection?.id !== kept.device.connectionId) {
      panel.dispose();
      return;
    }
    const { PanelPage } = await import('./panelPage.ts');
    const session = await this.#sessions.of(scope, kept.device.id);
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

  /** Returns the session of the active panel if it belongs to the connection of the scope. */
  inFrontOf({ session: { connection } }: DeviceScope): DevicePanelSession | undefined {
    const session = this.#inFront;
    return session?.connection.id === connection?.id ? session : undefined;
  }

  /** Returns the IDs of the devices of a scope whose panels can be seen. */
  shownIn({ session: { connection } }: DeviceScope): readonly string[] {
    return [...this.#panels]
      .filter(([session, panel]) => panel.visible && session.connection.id === connection?.id)
      .map(([{ deviceId }]) => deviceId);
  }

  get #inFront(): DevicePanelSession | undefined {
    return [...this.#panels].find(([, panel]) => panel.active)?.[0];
  }

  /** Runs a log command on the selection of the active panel. */
  async actOnLog(act: LogAction): Promise<void> {
    const session = this.#inFront;
    if (!session) {
      void dialogs.showInformationMessage('Open a device panel first.');
      return;
    }
    const { actOnLog } = await import('./logActions.ts');
    await actOnLog(session, this.#services, act, session.selected);
  }

  dispose(): void {
    for (const panel of this.#panels.values()) panel.dispose();
    this.#owned.dispose();
  }

  #pageServices(session: DevicePanelSession): PageServices {
    return {
      ...this.#services,
      record: act => this.#answerRecording(session, act),
      recorder: () => (this.#recorder?.device === session ? this.#recorder : undefined),
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
    owned.add(new Page(panel, this.#extension, session, this.#pageServices(session)));
    owned.add(
      session.onDidChange(() => {
        if (panel.title !== session.name) panel.title = session.name;
      }),
    );
    owned.add(
      session.onDidPerform(() => {
        if (this.#preview === session) this.#preview = undefined;
      }),
    );
    const follow = (): void => {
      const isCurrent = session.connection.id === this.#services.session.connection?.id;
      if (panel.active && isCurrent) this.#activated.fire(session.deviceId);
    };
    owned.add(panel.onDidChangeViewState(follow));
    follow();
    panel.onDidDispose(() => {
      this.#panels.delete(session);
      if (this.#preview === session) this.#preview = undefined;
      session.picker.cancel();
      if (this.#recorder?.device === session) void this.#recorder.stop();
      owned.dispose();
    });
  }

  /** Stops the recording of a device of another connection than the active one. */
  #endRecording(): void {
    const recorded = this.#recorder?.device;
    if (recorded && recorded.connection.id !== this.#services.session.connection?.id)
      void this.#recorder?.stop();
  }
}
