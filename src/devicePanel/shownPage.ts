import * as vscode from 'vscode';
import { type Disposable, Disposables } from '../util/disposables.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import { PanelPage } from './panelPage.ts';
import type { PanelServices } from './panelServices.ts';

/** The common part of a webview panel and a webview view. */
export interface PagePlace {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
}

/**
 * Shows a device in a panel or view until disposed. Screenshots are taken while it is visible and the window has the
 * focus; `changed` fires when the visibility may have changed.
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
