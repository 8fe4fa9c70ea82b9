import * as vscode from 'vscode';
import { Disposables } from '../util/disposables.ts';
import { TRACE_VIEWER } from '../manifest.ts';
import type { OtherRun } from './comparedTraces.ts';
import type { ShownRunTrace } from './runAddress.ts';
import type { ShownTrace } from './shownTrace.ts';
import type { TraceServices, WantedStep } from './traceServices.ts';
import type { TraceSession } from './traceSession.ts';

/** Opens traces. The first one loads the modules that viewers need. */
export class TraceViewers extends Disposables implements vscode.CustomReadonlyEditorProvider<ShownTrace> {
  readonly #extension: vscode.Uri;
  readonly #services: TraceServices;
  readonly #open = new Map<vscode.WebviewPanel, TraceSession>();
  /** The step that the next viewer of a trace shows, or the run that it compares with. */
  #wanted: { readonly uri: string; readonly wish: WantedStep | OtherRun } | undefined;

  constructor(extension: vscode.Uri, services: TraceServices) {
    super();
    this.#extension = extension;
    this.#services = services;
    const options = { supportsMultipleEditorsPerDocument: true };
    this.add(vscode.window.registerCustomEditorProvider(TRACE_VIEWER, this, options));
  }

  async openCustomDocument(uri: vscode.Uri): Promise<ShownTrace> {
    const { openShownTrace } = await import('./openShownTrace.ts');
    return openShownTrace(uri, this.#services);
  }

  async resolveCustomEditor(document: ShownTrace, panel: vscode.WebviewPanel): Promise<void> {
    const { TraceSession } = await import('./openShownTrace.ts');
    const session = new TraceSession(document, panel.webview, this.#extension, this.#services);
    this.#open.set(panel, session);
    panel.onDidChangeViewState(() => session.setVisible(panel.visible));
    panel.onDidDispose(() => {
      this.#open.delete(panel);
      session.dispose();
    });
    if (this.#wanted?.uri === document.uri.toString()) this.#showWanted(session);
  }

  /**
   * Opens the evidence of a run, which may be in progress, or reveals the viewer that shows it; at a step, or compared
   * with another run.
   */
  async showRun(run: ShownRunTrace, wish?: WantedStep | OtherRun): Promise<void> {
    const { runAddress, viewColumnOf } = await import('./openShownTrace.ts');
    const uri = runAddress(run);
    this.#wanted = wish && { uri: uri.toString(), wish };
    await vscode.commands.executeCommand('vscode.openWith', uri, TRACE_VIEWER, viewColumnOf(uri));
    const shown = [...this.#open].find(([panel, session]) => panel.active && session.uri === uri.toString());
    if (shown) this.#showWanted(shown[1]);
  }

  #showWanted(session: TraceSession): void {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (!wanted) return;
    void ('trace' in wanted.wish ? session.compareWith(wanted.wish) : session.showStep(wanted.wish));
  }
}
