import type { TextEdit } from '../document/flowDocument.ts';

/** A change that mends a diagnostic. */
export interface QuickFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** Whether it is certain to be meant, so that it can be done to every diagnostic at once. */
  readonly preferred: boolean;
}

/** A remedy of some edits. */
export function fix(title: string, edits: readonly TextEdit[], preferred: boolean): QuickFix {
  return { title, edits, preferred };
}

/** A remedy that is one of several or changes much, where there is any. */
export function offer(title: string, edits: readonly TextEdit[]): readonly QuickFix[] {
  return edits.length > 0 ? [fix(title, edits, false)] : [];
}
