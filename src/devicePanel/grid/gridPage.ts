import * as vscode from 'vscode';
import { openPage, type WebviewPage } from '../../host/page.ts';
import { deviceGridProtocol, type GridRequest, type GridState } from '../../protocol/deviceGrid.ts';
import { type Disposable, Disposables } from '../../util/disposables.ts';
import { explain } from '../../wording/explain.ts';
import { actOnScreenStatus } from '../actOnScreenStatus.ts';
import type { GridSession } from './gridSession.ts';

/**
 * The webview of a device grid: sends it the states of the session and answers its requests. Screenshots are taken while
 * it is visible and the window has the focus.
 */
export class GridPage implements Disposable {
  readonly #session: GridSession;
  readonly #openPanel: (deviceId: string) => Promise<void>;
  readonly #owned = new Disposables();
  readonly #page: WebviewPage<GridState>;

  /** Takes ownership of the session. `openPanel` opens the panel of a device. */
  constructor(
    panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    session: GridSession,
    openPanel: (deviceId: string) => Promise<void>,
  ) {
    this.#session = this.#owned.add(session);
    this.#openPanel = openPanel;
    const page = { name: 'deviceGrid', title: 'Device Grid' };
    this.#page = this.#owned.add(
      openPage<GridRequest, GridState>(panel.webview, extension, page, deviceGridProtocol, {
        answer: request => this.#answer(request),
        explain: error => explain(error).summary,
      }),
    );
    this.#owned.add(session.onDidChange(() => this.#show()));
    const watch = (): void => session.watch(panel.visible && vscode.window.state.focused);
    this.#owned.add(panel.onDidChangeViewState(watch));
    this.#owned.add(vscode.window.onDidChangeWindowState(watch));
    watch();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #show(): void {
    this.#page.show(this.#session.state);
  }

  async #answer(request: GridRequest): Promise<unknown> {
    const session = this.#session;
    switch (request.kind) {
      case 'open':
        this.#show();
        break;
      case 'see':
        session.see(request.ids);
        break;
      case 'picture':
        return session.fetch(request.id, request.number);
      case 'perform':
        return session.perform(request.id, request.gesture);
      case 'act':
        await actOnScreenStatus(session.session(request.id), request.act);
        session.readAgain(request.id);
        break;
      case 'openPanel':
        return this.#openPanel(session.session(request.id).deviceId);
      case 'actOnAll':
        session.actOnAll(request.on);
        break;
      case 'rejoin':
        session.rejoin();
        break;
    }
    return undefined;
  }
}
