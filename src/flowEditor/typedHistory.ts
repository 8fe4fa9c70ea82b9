import * as vscode from 'vscode';
import { Disposables } from '../util/disposables.ts';
import { isInFront } from './inFront.ts';
import { TypedRuns } from './typedRuns.ts';

/**
 * Lets undo and redo treat continuous typing as one change. Each keystroke is written to the file at once as a separate
 * change, because VS Code cannot merge a change into the previous one.
 */
export class TypedHistory implements vscode.Disposable {
  readonly #runs = new WeakMap<vscode.TextDocument, TypedRuns>();
  readonly #owned = new Disposables();

  constructor() {
    this.#owned.add(
      vscode.workspace.onDidChangeTextDocument(({ document, reason, contentChanges }) => {
        if (reason !== undefined && contentChanges.length > 0) this.#follow(document, reason);
      }),
    );
  }

  /** Records a change of a document as part of a run of typing. */
  add(document: vscode.TextDocument, run: number, before: string): void {
    const runs = this.#runs.get(document) ?? new TypedRuns();
    this.#runs.set(document, runs);
    runs.add(run, before, document.getText());
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #follow(document: vscode.TextDocument, reason: vscode.TextDocumentChangeReason): void {
    const isUndo = reason === vscode.TextDocumentChangeReason.Undo;
    const runs = this.#runs.get(document);
    const goesOn = isUndo ? runs?.undone(document.getText()) : runs?.redone(document.getText());
    // The command affects the active editor, which must not be another file.
    if (goesOn && isInFront(document, vscode.TabInputText, vscode.TabInputCustom))
      void vscode.commands.executeCommand(isUndo ? 'undo' : 'redo');
  }
}
