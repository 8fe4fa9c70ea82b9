import type { FlowCatalog } from '../catalog.ts';
import type { DiagnosticCode, FlowDiagnostic } from '../document/diagnostic.ts';
import type { FlowDocument, TextEdit } from '../document/flowDocument.ts';
import { quickFixesFor } from './quickFixes.ts';

/** Codes whose fixes always need a choice and are the most expensive to compute. */
const NEVER_SURE: readonly DiagnosticCode[] = ['nested-children', 'template-scope'];

/**
 * Returns the edits of all fixes that are almost certainly right; none inserts a value that is not determined by the
 * schema. Fixes that would touch one another are left for the next run.
 */
export function fixAll(
  document: FlowDocument,
  diagnostics: readonly FlowDiagnostic[],
  catalog: FlowCatalog,
): readonly TextEdit[] {
  const accepted: TextEdit[] = [];
  for (const diagnostic of diagnostics) {
    if (NEVER_SURE.includes(diagnostic.code)) continue;
    const fixes = quickFixesFor(document, diagnostic, catalog);
    const fix = fixes.find(({ preferred }) => preferred);
    if (fix?.edits.every(edit => accepted.every(other => areApart(edit, other)))) accepted.push(...fix.edits);
  }
  return accepted;
}

/** True if two edits neither overlap nor touch, or both are insertions. */
function areApart(first: TextEdit, second: TextEdit): boolean {
  const areInsertions = first.start === first.end && second.start === second.end;
  return areInsertions || first.end < second.start || second.end < first.start;
}
