import * as vscode from 'vscode';
import { type Disposable, Disposables } from '../util/disposables.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import { PanelPage } from './panelPage.ts';
import type { PanelServices } from './panelServices.ts';

/** A panel or a view as far as a page needs it. */
export interface PagePlace {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
}

/**
 * Shows a device in a panel or a view until it is disposed of; pictures are taken while the place is visible and the
 * window has the focus. `changed` tells that the place may have become visible or hidden.
 */
export function showPage(
  place: PagePlace,
  changed: vscode.Event<unknown>,
  extension: vscode.Uri,
  session: DevicePanelSession,
  services: PanelServices,
): Disposable {
  const owned = new Disposables();
  owned.add({ dispose: () => session.watch(place, false) });
  owned.add(new PanelPage(place.webview, extension, session, services));
  const watch = (): void => session.watch(place, place.visible && vscode.window.state.focused);
  owned.add(changed(watch));
  owned.add(vscode.window.onDidChangeWindowState(watch));
  watch();
  return owned;
}
