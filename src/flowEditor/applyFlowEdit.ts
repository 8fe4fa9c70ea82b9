import { applyInOrder } from '../flow/edit/applyEdit.ts';
import type { FlowEdit, StepPath } from '../flow/edit/flowEdit.ts';
import type { EditReply } from '../protocol/flowEditor.ts';
import type { EditableText } from './flowFile.ts';

export const READ_ONLY = 'This file is read-only, so nothing was changed.';

/** A file that edits change, and its visual editor if it has one. */
export interface EditedFile {
  readonly file: EditableText;
  readonly isEditable?: () => boolean;
  /** Returns the edits that first give keys to the steps that other edits read. */
  readonly giveKeys?: (edits: readonly FlowEdit[]) => readonly FlowEdit[];
  /**
   * Selects the steps of an edit at their future paths ahead of the change, so that the new text and the new selection are
   * shown together; returns a function that reverts this.
   */
  readonly follow?: (steps: readonly StepPath[]) => () => void;
}

/**
 * Applies edits, one after the other, to a version of a file as one undoable edit; returns `stale` if the file has another
 * one. Selects the steps that the last edit adds, or else a given one at its future path.
 */
export async function applyFlowEdits(
  { file, isEditable, giveKeys, follow }: EditedFile,
  base: number,
  all: readonly FlowEdit[],
  selected?: StepPath,
): Promise<EditReply> {
  if (isEditable?.() === false) return { kind: 'refused', sentence: READ_ONLY };
  if (base !== file.version) return { kind: 'stale' };
  const outcome = applyInOrder(file.text, [...(giveKeys?.(all) ?? []), ...all]);
  if (outcome.kind === 'refused') return outcome;
  const { edits, steps } = outcome;
  if (edits.length > 0) {
    const revert = follow?.(steps.length === 0 && selected ? [selected] : steps);
    if (!(await file.replace(edits))) {
      revert?.();
      // VS Code also refuses a change if the document has changed in the meantime.
      return base === file.version ? { kind: 'refused', sentence: READ_ONLY } : { kind: 'stale' };
    }
  }
  return { kind: 'done', version: file.version, steps };
}
