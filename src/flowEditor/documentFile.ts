import * as vscode from 'vscode';
import type { FlowDiagnostic, TextRange } from '../flow/document/diagnostic.ts';
import type { FlowDocument, TextEdit } from '../flow/document/flowDocument.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { isInCustomEditor } from '../host/activeTab.ts';
import { documentEdit } from '../host/editDocument.ts';
import type { Event } from '../util/emitter.ts';
import type { EditableText, FlowFile } from './flowFile.ts';

/** The text of a VS Code document. */
export class DocumentText implements EditableText {
  protected readonly document: vscode.TextDocument;

  constructor(document: vscode.TextDocument) {
    this.document = document;
  }

  get text(): string {
    return this.document.getText();
  }

  get version(): number {
    return this.document.version;
  }

  async replace(edits: readonly TextEdit[]): Promise<boolean> {
    return vscode.workspace.applyEdit(documentEdit(this.document, edits));
  }
}

/** A VS Code document as the file of a visual editor. */
export class DocumentFile extends DocumentText implements FlowFile {
  readonly #documents: FlowDocuments;

  readonly onDidChange: Event<void> = listener =>
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document === this.document && contentChanges.length > 0) listener();
    });

  readonly onDidAddFindings: Event<void> = listener =>
    this.#documents.onDidAddFindings(document => {
      if (document === this.document) listener();
    });

  // Only the active text editor has a cursor that the user moves; the others follow this editor.
  readonly onDidMoveCursor: Event<number> = listener =>
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections: [selection] }) => {
      if (textEditor.document !== this.document || textEditor !== vscode.window.activeTextEditor) return;
      if (selection) listener(this.document.offsetAt(selection.active));
    });

  readonly onWillSave: FlowFile['onWillSave'] = listener =>
    vscode.workspace.onWillSaveTextDocument(event => {
      if (event.document !== this.document) return;
      const isAfterDelay = event.reason === vscode.TextDocumentSaveReason.AfterDelay;
      listener({ isAfterDelay, waitUntil: work => event.waitUntil(work) });
    });

  constructor(document: vscode.TextDocument, documents: FlowDocuments) {
    super(document);
    this.#documents = documents;
  }

  get uri(): vscode.Uri {
    return this.document.uri;
  }

  get shownPath(): string {
    return vscode.workspace.asRelativePath(this.document.uri);
  }

  get flow(): FlowDocument {
    return this.#documents.parse(this.document);
  }

  get diagnostics(): readonly FlowDiagnostic[] {
    return this.#documents.check(this.document);
  }

  get isDirty(): boolean {
    return this.document.isDirty;
  }

  get isInFront(): boolean {
    return isInCustomEditor(this.uri);
  }

  override async replace(edits: readonly TextEdit[]): Promise<boolean> {
    const isDone = await vscode.workspace.applyEdit(documentEdit(this.document, edits));
    if (isDone && this.#hasMissedAutoSave && !this.document.isUntitled) void this.document.save();
    return isDone;
  }

  // Text that is written because its field loses the focus comes too late for auto save on focus change.
  get #hasMissedAutoSave(): boolean {
    const mode = vscode.workspace.getConfiguration('files', this.uri).get('autoSave');
    if (mode === 'onFocusChange') return !this.isInFront;
    return mode === 'onWindowChange' && !vscode.window.state.focused;
  }

  moveCursor({ start, end }: TextRange, isThere: (offset: number) => boolean): void {
    const { document } = this;
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document !== document || editor === vscode.window.activeTextEditor) continue;
      if (isThere(document.offsetAt(editor.selection.active))) continue;
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      editor.selection = new vscode.Selection(range.start, range.start);
      editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  isEditable(): Promise<boolean> {
    return isEditable(this.document);
  }
}

/** Moves the cursor of a text editor to an offset, and reveals it. */
export function revealOffset(editor: vscode.TextEditor, offset: number): void {
  const position = editor.document.positionAt(offset);
  editor.selection = new vscode.Selection(position, position);
  const range = new vscode.Range(position, position);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/**
 * Returns true if VS Code lets the user change a file. VS Code does not expose to extensions that settings, permissions
 * or the user make a file read-only, but saving an unchanged document reports it and writes nothing. A changed document
 * counts as editable and is not saved.
 */
export async function isEditable(document: vscode.TextDocument): Promise<boolean> {
  if (vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false) return false;
  return document.isUntitled || document.isDirty || document.save();
}
