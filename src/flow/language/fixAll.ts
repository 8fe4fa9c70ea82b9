import type { FlowCatalogue } from '../catalogue.ts';
import type { DiagnosticCode, FlowDiagnostic } from '../document/diagnostic.ts';
import type { FlowDocument, TextEdit } from '../document/flowDocument.ts';
import { quickFixesFor } from './quickFixes.ts';

/** What is never mended without a choice, and costs more to look into than anything else. */
const NEVER_SURE: readonly DiagnosticCode[] = ['nested-children', 'template-scope'];

/**
 * The edits that mend every diagnostic whose remedy is certain; none puts in a value that nobody wrote. Remedies that would touch one another
 * wait for the next time.
 */
export function fixAll(
  document: FlowDocument,
  diagnostics: readonly FlowDiagnostic[],
  catalogue: FlowCatalogue,
): readonly TextEdit[] {
  const accepted: TextEdit[] = [];
  for (const diagnostic of diagnostics) {
    if (NEVER_SURE.includes(diagnostic.code)) continue;
    const fix = quickFixesFor(document, diagnostic, catalogue).find(one => one.preferred);
    if (fix?.edits.every(edit => accepted.every(other => areApart(edit, other)))) accepted.push(...fix.edits);
  }
  return accepted;
}

/** Whether two edits neither overlap nor touch; insertions at one place follow one another. */
function areApart(one: TextEdit, other: TextEdit): boolean {
  const isInsertion = one.start === one.end && other.start === other.end;
  return isInsertion || one.end < other.start || other.end < one.start;
}
