import * as vscode from 'vscode';
import { DEVICE_GRID } from '../../manifest.ts';
import { MAX_TILES } from '../../protocol/gridLimit.ts';
import { Disposables } from '../../util/disposables.ts';
import type { DeviceScope, PanelServices } from '../panelServices.ts';
import type { DevicePanels } from '../devicePanels.ts';
import type { GridPage } from './gridPage.ts';
import type { GridSession } from './gridSession.ts';

/** An open grid with its tab. */
interface OpenGrid {
  readonly panel: vscode.WebviewPanel;
  readonly session: GridSession;
}

/** The grids of devices in the editor area, one for each set of devices. The first one loads the modules that grids need. */
export class DeviceGrids implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #extension: vscode.Uri;
  readonly #scopes: PanelServices['scopes'];
  readonly #devicePanels: Pick<DevicePanels, 'session' | 'open'>;
  readonly #owned = new Disposables();
  readonly #grids = new Map<string, OpenGrid>();

  constructor(
    extension: vscode.Uri,
    scopes: PanelServices['scopes'],
    devicePanels: Pick<DevicePanels, 'session' | 'open'>,
  ) {
    this.#extension = extension;
    this.#scopes = scopes;
    this.#devicePanels = devicePanels;
    this.#owned.add(vscode.window.registerWebviewPanelSerializer(DEVICE_GRID, this));
  }

  /** Opens or reveals the grid of some devices, at most `MAX_TILES`. */
  async open(deviceIds: readonly string[], scope: DeviceScope): Promise<void> {
    const { GridPage } = await import('./gridPage.ts');
    const session = await this.#createSession(deviceIds, scope);
    const shown = this.#grids.get(keyOf(session));
    if (shown) {
      session.dispose();
      shown.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(DEVICE_GRID, titleOf(session), vscode.ViewColumn.Active);
    this.#show(panel, session, scope, GridPage);
  }

  /** Returns the session of the active grid; undefined if another editor is active. */
  get inFront(): GridSession | undefined {
    return [...this.#grids.values()].find(({ panel }) => panel.active)?.session;
  }

  /** Restores a grid after a window reload; closes it if another connection is active or its devices are shown already. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    // A disposed panel cannot be used, and its tab may be closed at any time.
    const closed = new AbortController();
    panel.onDidDispose(() => closed.abort());
    const scope = this.#scopes.current;
    const { keptGrid } = await import('../../protocol/deviceGrid.ts');
    const isKept = keptGrid(kept) && kept.deviceIds.length > 0 && kept.deviceIds.length <= MAX_TILES;
    if (!isKept || scope.session.connection?.id !== kept.connectionId) {
      panel.dispose();
      return;
    }
    const { GridPage } = await import('./gridPage.ts');
    const session = await this.#createSession(kept.deviceIds, scope);
    if (!closed.signal.aborted && !this.#grids.has(keyOf(session))) {
      this.#show(panel, session, scope, GridPage);
      return;
    }
    session.dispose();
    panel.dispose();
  }

  dispose(): void {
    for (const { panel } of this.#grids.values()) panel.dispose();
    this.#owned.dispose();
  }

  async #createSession(deviceIds: readonly string[], scope: DeviceScope): Promise<GridSession> {
    const { GridSession } = await import('./gridSession.ts');
    const ids = [...new Set(deviceIds)];
    const sessions = await Promise.all(ids.map(id => this.#devicePanels.session(id, scope)));
    return new GridSession(scope.session, sessions);
  }

  #show(panel: vscode.WebviewPanel, session: GridSession, scope: DeviceScope, Page: typeof GridPage): void {
    const key = keyOf(session);
    this.#grids.set(key, { panel, session });
    panel.iconPath = {
      light: vscode.Uri.joinPath(this.#extension, 'media', 'device-light.svg'),
      dark: vscode.Uri.joinPath(this.#extension, 'media', 'device-dark.svg'),
    };
    panel.title = titleOf(session);
    const openPanel = (id: string): Promise<void> => this.#devicePanels.open(id, scope);
    const page = new Page(panel, this.#extension, session, openPanel);
    panel.onDidDispose(() => {
      this.#grids.delete(key);
      page.dispose();
    });
  }
}

function keyOf({ kept }: GridSession): string {
  return [kept.connectionId, ...kept.deviceIds.toSorted()].join(' ');
}

function titleOf({ state: { tiles } }: GridSession): string {
  const [only, ...more] = tiles;
  return `Grid: ${only && more.length === 0 ? only.name : `${tiles.length} Devices`}`;
}
