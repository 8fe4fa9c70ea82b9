import * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import { Disposables } from '../util/disposables.ts';
import { commandItem } from '../host/commandItem.ts';
import { Command, DOCUMENT_SCHEME, FLOW_EDITOR } from '../manifest.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import { FLOW_FILES } from '../host/findFlowFiles.ts';
import type { NewStep } from '../flow/edit/flowEdit.ts';
import type { StepAction } from '../protocol/flowEditor.ts';
import type { EditorServices } from './editorServices.ts';
import type { FlowSession } from './flowSession.ts';

/** Opens flow files in the visual editor. The first editor loads the modules that editors need. */
export class FlowEditors implements vscode.CustomTextEditorProvider, vscode.Disposable {
  readonly #extension: vscode.Uri;
  readonly #services: EditorServices;
  readonly #owned = new Disposables();
  readonly #open = new Map<vscode.WebviewPanel, FlowSession>();
  /** The position that the next active visual editor of a file reveals. */
  #wanted: { readonly file: vscode.Uri; readonly offset: number } | undefined;

  constructor(extension: vscode.Uri, services: EditorServices) {
    this.#extension = extension;
    this.#services = services;
    this.#owned.add(
      vscode.window.registerCustomEditorProvider(FLOW_EDITOR, this, {
        supportsMultipleEditorsPerDocument: true,
      }),
    );
    const provideCodeLenses = ({ uri }: vscode.TextDocument): vscode.CodeLens[] => lensesOf(uri);
    this.#owned.add(
      vscode.languages.registerCodeLensProvider({ pattern: FLOW_FILES }, { provideCodeLenses }),
    );
  }

  async resolveCustomTextEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void> {
    const closed = new AbortController();
    panel.onDidDispose(() => {
      closed.abort();
      this.#open.get(panel)?.dispose();
      this.#open.delete(panel);
    });
    const { prepareFlowSession } = await import('./openFlowSession.ts');
    const open = await prepareFlowSession(document, this.#services);
    if (closed.signal.aborted) return;
    this.#open.set(panel, open(panel.webview, this.#extension));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.#open.get(panel)?.hidden();
      this.#revealWanted();
    });
    this.#revealWanted();
  }

  /** Runs a menu command on the selected steps of the active visual editor. */
  async actOnSteps(action: StepAction): Promise<void> {
    const session = this.#inFront();
    if (session) {
      await session.actOnSteps(action);
      return;
    }
    void dialogs.showInformationMessage('Open a flow in the visual editor and select a step first.');
  }

  /**
   * Reveals the step or setting at an offset of a file in its visual editor, now or as soon as that editor is active.
   */
  reveal(file: vscode.Uri, offset: number): void {
    this.#wanted = { file, offset };
    this.#revealWanted();
  }

  /** Inserts a step for an action into the active flow file, in either editor. */
  async insertAction(action: CatalogAction): Promise<void> {
    const session = this.#inFront();
    if (session) {
      await session.insertAction(action);
      return;
    }
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.uri.path.endsWith('.flow.json')) {
      const { insertIntoText } = await import('./insertIntoText.ts');
      await insertIntoText(await this.#services.openFlowDocuments(), editor, action);
      return;
    }
    void dialogs.showInformationMessage('Open a *.flow.json file first; the step is put into it.');
  }

  /**
   * Inserts recorded steps into an open flow file that the user chooses, or into a new one. Returns the file name, or
   * undefined on cancel.
   */
  async insertSteps(steps: readonly NewStep[], deviceId: string): Promise<string | undefined> {
    const { chooseTarget, insertIntoFile, openNewFlow } = await import('./insertSteps.ts');
    const target = await chooseTarget(steps.length);
    if (!target) return undefined;
    const { uri } = target;
    if (!uri) {
      await openNewFlow(steps, deviceId);
      return 'a new flow file; choose its trigger there';
    }
    const session = [...this.#open.values()].find(candidate => candidate.uri.toString() === uri.toString());
    const documents = await this.#services.openFlowDocuments();
    const reply = await (session ? session.insertSteps(steps) : insertIntoFile(documents, uri, steps));
    if (reply.kind === 'done') return uri.path.slice(uri.path.lastIndexOf('/') + 1);
    throw new Error(
      reply.kind === 'refused' ? reply.sentence : 'The file has changed; insert the steps again.',
    );
  }

  dispose(): void {
    this.#owned.dispose();
    for (const session of this.#open.values()) session.dispose();
  }

  #revealWanted(): void {
    const session = this.#inFront();
    if (!this.#wanted || !session?.isSessionOf(this.#wanted.file)) return;
    session.reveal(this.#wanted.offset);
    this.#wanted = undefined;
  }

  #inFront(): FlowSession | undefined {
    return [...this.#open].find(([panel]) => panel.active)?.[1];
  }
}

// Earlier versions and responses of the service are read-only, so they have no lens.
function lensesOf(uri: vscode.Uri): vscode.CodeLens[] {
  const isFixed = vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false;
  if (isFixed || uri.scheme === DOCUMENT_SCHEME) return [];
  const command = commandItem('Open in Visual Editor', Command.openFlowVisually, uri);
  return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
}
