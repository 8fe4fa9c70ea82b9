import * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import { Disposables } from '../util/disposables.ts';
import { plainText } from '../util/plainText.ts';
import { commandItem } from '../host/commands.ts';
import { Command, DOCUMENT_SCHEME, FLOW_EDITOR } from '../manifest.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import { FLOW_FILES } from '../host/flowFiles.ts';
import type { ChosenStep } from '../flow/edit/chosenStep.ts';
import type { NewStep, StepPath } from '../flow/edit/flowEdit.ts';
import type { PathSegment } from '../flow/template.ts';
import type { StepAction } from '../protocol/flowEditor.ts';
import type { ShownRecording } from '../protocol/recorder.ts';
import type { RecordedFile } from '../appState/recordings.ts';
import type { EditorServices } from './editorServices.ts';
import type { FlowSession } from './flowSession.ts';
import { counted } from '../util/counted.ts';

type Params = Readonly<Record<string, unknown>>;

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
    this.#owned.add(
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (services.outlines.isWatched && textEditor.document.uri.path.endsWith('.flow.json'))
          void this.#outline(textEditor);
      }),
    );
    this.#owned.add(
      services.runs.onDidChange(({ path }) => {
        const editor = vscode.window.activeTextEditor;
        if (services.outlines.isWatched && editor?.document.uri.path === path) void this.#outline(editor);
      }),
    );
    const provideCodeLenses = (document: vscode.TextDocument): vscode.CodeLens[] =>
      lensesOf(document, services.recordings.into(document.uri)?.shown);
    const onDidChangeCodeLenses = services.recordings.onDidChange;
    this.#owned.add(
      vscode.languages.registerCodeLensProvider(
        { pattern: FLOW_FILES },
        { provideCodeLenses, onDidChangeCodeLenses },
      ),
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

  /** Opens a file in the visual editor of the first group; resolves once its page has loaded. */
  async open(file: vscode.Uri): Promise<void> {
    const viewColumn = vscode.ViewColumn.One;
    await vscode.commands.executeCommand('vscode.openWith', file, FLOW_EDITOR, {
      viewColumn,
      preview: false,
    });
    await [...this.#open.values()].find(session => session.isSessionOf(file))?.loaded;
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

  /** Returns the step shown in the active visual editor, after what was typed there is in the file. */
  async stepInFront(): Promise<{ readonly file: vscode.Uri; readonly step: StepPath } | undefined> {
    const [panel, session] = [...this.#open].find(([{ active }]) => active) ?? [];
    const step = await session?.shownStep();
    const file = panel && session ? vscode.Uri.parse(session.uri.toString()) : undefined;
    return file && step ? { file, step } : undefined;
  }

  /**
   * Reveals the step or setting at an offset of a file in its visual editor, now or as soon as that editor is active.
   */
  reveal(file: vscode.Uri, offset: number): void {
    this.#wanted = { file, offset };
    this.#revealWanted();
  }

  /**
   * Changes the parameters that a step overrides, as one undoable edit. Throws if its path may lead to another step now,
   * or if the file is read-only.
   */
  async changeParams(
    file: vscode.Uri,
    step: ChosenStep,
    change: (params: Params) => Params | undefined,
  ): Promise<void> {
    const { changeParams } = await import('./changeParams.ts');
    await changeParams(await this.#services.openFlowDocuments(), file, step, change);
  }

  /** Focuses the field of a parameter in the visual editor of a file, or shows it in its text editor. */
  async showField(file: vscode.Uri, step: StepPath, path: readonly PathSegment[]): Promise<void> {
    const [panel, session] = [...this.#open].find(([, open]) => open.isSessionOf(file)) ?? [];
    if (session) {
      // Without its column, it would move to the active one and cover the device panel.
      panel?.reveal(panel.viewColumn);
      session.revealParam(step, path);
      return;
    }
    const { showInText } = await import('./changeParams.ts');
    await showInText(await this.#services.openFlowDocuments(), file, step, path);
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
      await openNewFlow(steps, deviceId, '');
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

  /**
   * Returns the flow file that a device is recorded into: a given one, or one in sight, or one that the user chooses.
   * Undefined on cancel.
   */
  async fileToRecord(deviceId: string, given?: vscode.Uri): Promise<RecordedFile | undefined> {
    const { chooseFileToRecord, flowInSight, recordedFile } = await import('./fileToRecord.ts');
    const file =
      given ?? flowInSight() ?? (await chooseFileToRecord(deviceId, this.#services.catalog.catalog));
    if (!file) return undefined;
    const documents = await this.#services.openFlowDocuments();
    return recordedFile(
      documents,
      file,
      () => [...this.#open.values()].find(session => session.isSessionOf(file))?.stepFile,
    );
  }

  dispose(): void {
    this.#owned.dispose();
    for (const session of this.#open.values()) session.dispose();
  }

  async #outline(editor: vscode.TextEditor): Promise<void> {
    const { outlineAtCursor } = await import('./outlineAtCursor.ts');
    await outlineAtCursor(this, editor, this.#services);
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
function lensesOf(document: vscode.TextDocument, recording: ShownRecording | undefined): vscode.CodeLens[] {
  const { uri } = document;
  const isFixed = vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false;
  if (isFixed || uri.scheme === DOCUMENT_SCHEME) return [];
  const isBlank = document.getText().trim() === '';
  const commands = [
    ...(recording ? recordingItems(recording) : []),
    ...(isBlank ? [commandItem('From Template…', Command.fillFlow, uri)] : []),
    ...(isBlank && !recording ? [commandItem('Record', Command.recordDevice, uri)] : []),
    ...(isBlank ? [] : [commandItem('$(play) Run', Command.runFlow, uri)]),
    commandItem('Open in Visual Editor', Command.openFlowVisually, uri),
  ];
  return commands.map(command => new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command));
}

function recordingItems({ device, steps, offers }: ShownRecording): vscode.Command[] {
  const count = counted(steps, 'step');
  return [
    commandItem(`$(record) Recording on ${plainText(device)}, ${count}: Stop`, Command.stopRecording),
    ...(steps > 0 ? [commandItem('Undo Last Step', Command.undoRecordedStep)] : []),
    ...(steps > 0 ? [commandItem('Change Selector…', Command.changeSelector)] : []),
    ...(offers > 0 ? [commandItem('Use Typed Values…', Command.useTypedValues)] : []),
  ];
}
