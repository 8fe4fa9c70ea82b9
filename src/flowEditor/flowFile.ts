import type { TextEdit } from '../flow/document/flowDocument.ts';
import type { Disposable } from '../util/disposables.ts';
import type { Event } from '../util/emitter.ts';

/** The address of a file; the one of VS Code fits. */
export interface FileAddress {
  readonly path: string;
  toString(): string;
}

/** A text that gestures change. */
export interface EditableText {
  readonly text: string;
  /** Puts edits of the text in, as one step that can be undone; whether that was let. */
  replace(edits: readonly TextEdit[]): Promise<boolean>;
}

/** A file that is about to be saved. */
export interface Saving {
  /** True for a save that follows a change automatically after a delay. */
  readonly isAfterDelay: boolean;
  /** Holds the saving up until something is done. */
  readonly waitUntil: (work: Promise<void>) => void;
}

/** The document of a visual editor, as far as the editor needs it. */
export interface FlowFile extends EditableText {
  readonly uri: FileAddress;
  /** Its path as the window shows it. */
  readonly shownPath: string;
  readonly version: number;
  /** True while the text differs from the saved file. */
  readonly isDirty: boolean;
  /** True while the active editor is a visual editor of this file. */
  readonly isInFront: boolean;
  /** Tells of each new text. */
  readonly onDidChange: Event<void>;
  /** Tells that it is about to be saved. */
  readonly onWillSave: (listener: (saving: Saving) => void) => Disposable;
  /** Reads whether it can be changed. */
  isEditable(): Promise<boolean>;
  /** Notes that a run of typing has changed the text `before` into the present one, so that undo takes it as one. */
  addTyped(run: number, before: string): void;
}
