import type { TextEdit } from '../document/flowDocument.ts';

export interface QuickFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** True if the fix is almost certainly right, so that it can be applied to all diagnostics at once. */
  readonly preferred: boolean;
}

export function fix(title: string, edits: readonly TextEdit[], preferred: boolean): QuickFix {
  return { title, edits, preferred };
}

/** Returns a fix that is not preferred; none if there are no edits. */
export function offerFix(title: string, edits: readonly TextEdit[]): readonly QuickFix[] {
  return edits.length > 0 ? [fix(title, edits, false)] : [];
}
