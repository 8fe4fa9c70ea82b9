import * as vscode from 'vscode';
import { DEVICE_PANEL } from '../manifest.ts';
import { Disposables } from '../util/disposables.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import type { PanelPage } from './panelPage.ts';
import type { PanelServices } from './panelServices.ts';

/** Time between two pictures unless the person chose another, in milliseconds. */
const EVERY_MS = 2000;

/** The panels of devices in the editor area, one for each; what they need is loaded by the first one. */
export class DevicePanels implements vscode.Disposable {
  readonly #extension: vscode.Uri;
  readonly #services: PanelServices;
  readonly #owned = new Disposables();
  readonly #sessions = new Map<string, DevicePanelSession>();
  readonly #panels = new Map<DevicePanelSession, vscode.WebviewPanel>();

  constructor(extension: vscode.Uri, services: PanelServices) {
    this.#extension = extension;
    this.#services = services;
  }

  /** Shows the panel of a device of the active connection. Throws NotConnectedError where there is none. */
  async open(deviceId: string): Promise<void> {
    const { PanelPage } = await import('./panelPage.ts');
    const session = await this.session(deviceId);
    const shown = this.#panels.get(session);
    if (shown) shown.reveal();
    else this.#show(session, PanelPage);
  }

  /** Shows the map in the panel of a device of the active connection. */
  async openMap(deviceId: string): Promise<void> {
    await this.open(deviceId);
    (await this.session(deviceId)).place.ask();
  }

  /** Has the person choose a track, and plays it on devices of the active connection, whose panels show it. */
  async playTrack(deviceIds: readonly string[]): Promise<void> {
    const { chooseTrack } = await import('./place/trackFile.ts');
    const file = await chooseTrack('Play Track on Device');
    if (!file) return;
    for (const deviceId of deviceIds) {
      await this.openMap(deviceId);
      const { place } = await this.session(deviceId);
      place.open(file);
      place.play();
    }
  }

  /** What is known and done of a device of the active connection, made when it is asked for first. */
  async session(deviceId: string): Promise<DevicePanelSession> {
    const connection = this.#services.session.require();
    const key = `${connection.id} ${deviceId}`;
    const { DevicePanelSession } = await import('./devicePanelSession.ts');
    const { RATE_KEY } = await import('./panelPage.ts');
    const known = this.#sessions.get(key);
    if (known) return known;
    const everyMs = this.#services.memory.get<number>(RATE_KEY, EVERY_MS);
    const session = this.#owned.add(new DevicePanelSession(connection, deviceId, this.#services, everyMs));
    this.#sessions.set(key, session);
    return session;
  }

  dispose(): void {
    for (const panel of this.#panels.values()) panel.dispose();
    this.#owned.dispose();
  }

  #show(session: DevicePanelSession, Page: typeof PanelPage): void {
    const panel = vscode.window.createWebviewPanel(DEVICE_PANEL, session.name, vscode.ViewColumn.Active);
    this.#panels.set(session, panel);
    const owned = new Disposables();
    owned.add(new Page(panel.webview, this.#extension, session, this.#services));
    owned.add(
      session.onDidChange(() => {
        if (panel.title !== session.name) panel.title = session.name;
      }),
    );
    const watch = (): void => session.watch(panel.visible && vscode.window.state.focused);
    owned.add(panel.onDidChangeViewState(watch));
    owned.add(vscode.window.onDidChangeWindowState(watch));
    panel.onDidDispose(() => {
      this.#panels.delete(session);
      session.watch(false);
      owned.dispose();
    });
    watch();
  }
}
