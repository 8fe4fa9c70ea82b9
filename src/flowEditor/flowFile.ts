import type { FlowDiagnostic, TextRange } from '../flow/document/diagnostic.ts';
import type { FlowDocument, TextEdit } from '../flow/document/flowDocument.ts';
import type { Disposable } from '../util/disposables.ts';
import type { Event } from '../util/emitter.ts';

/** The address of a file; compatible with `vscode.Uri`. */
export interface FileAddress {
  readonly path: string;
  toString(): string;
}

export interface EditableText {
  readonly text: string;
  readonly version: number;
  /** Applies edits of this version as one undoable change; returns false if VS Code refuses them. */
  replace(edits: readonly TextEdit[]): Promise<boolean>;
}

/** A file that is about to be saved. */
export interface Saving {
  /** True for a save that follows a change automatically after a delay. */
  readonly isAfterDelay: boolean;
  /** Delays the save until a promise settles. */
  readonly waitUntil: (work: Promise<void>) => void;
}

/** The parts of a document that a visual editor uses. */
export interface FlowFile extends EditableText {
  readonly uri: FileAddress;
  /** Path relative to the workspace, for display. */
  readonly shownPath: string;
  /** The current version, parsed. */
  readonly flow: FlowDocument;
  /** The diagnostics of the current version. */
  readonly diagnostics: readonly FlowDiagnostic[];
  /** True while the text differs from the saved file. */
  readonly isDirty: boolean;
  /** True while the active editor is a visual editor of this file. */
  readonly isInFront: boolean;
  /** Fires on each change of the text. */
  readonly onDidChange: Event<void>;
  /** Fires when a service added diagnostics to the current version. */
  readonly onDidAddFindings: Event<void>;
  /** Fires before a save. */
  readonly onWillSave: (listener: (saving: Saving) => void) => Disposable;
  /** Fires with the new offset when the user moves the cursor in a text editor of the file. */
  readonly onDidMoveCursor: Event<number>;
  /** Moves the cursor of each text editor that shows the file beside, unless `isThere` is true for its offset. */
  moveCursor(range: TextRange, isThere: (offset: number) => boolean): void;
  /** Returns true if the user can change the file. */
  isEditable(): Promise<boolean>;
}
