import type { FlowCatalog } from '../catalog.ts';
import { dataScope } from '../data/dataScope.ts';
import { allSteps } from '../data/flowSteps.ts';
import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import { type FlowDocument, stepModelAt, type TextEdit } from '../document/flowDocument.ts';
import { rangeOf } from '../document/jsonTree.ts';
import type { StepPath } from '../edit/flowEdit.ts';
import { renumberKey } from '../stepKeys.ts';
import { fix, offerFix, type QuickFix } from './quickFix.ts';

/** Offers to give the step that an expression reads the key that it is read by. */
export function giveKey(
  document: FlowDocument,
  { data }: FlowDiagnostic,
  catalog: FlowCatalog,
): readonly QuickFix[] {
  const key = data?.missing ?? '';
  const step = dataScope(document, [], { catalog }).stepWith(key);
  const edits = step ? keyInsertion(document, step.path, key) : [];
  return edits.length === 0 ? [] : [fix(`Give step ${step?.number ?? ''} the key “${key}”`, edits, true)];
}

/** Offers another key for a step whose key an earlier one has. */
export function useFreeKey(document: FlowDocument, range: TextRange): readonly QuickFix[] {
  const taken = new Set(allSteps(document).flatMap(({ facts }) => facts.key ?? []));
  const key = renumberKey(String(JSON.parse(document.text.slice(range.start, range.end))), taken);
  return offerFix(`Use the key “${key}”`, [{ ...range, text: JSON.stringify(key) }]);
}

/** Returns the edit that writes the key of a step, or inserts it after its action; none for a step with neither. */
export function keyInsertion(document: FlowDocument, path: StepPath, key: string): readonly TextEdit[] {
  const step = stepModelAt(document, path);
  // A key that is null or of another form counts as none.
  if (step?.key) return [{ ...rangeOf(step.key), text: JSON.stringify(key) }];
  const property = step?.actionId?.parent;
  if (!property) return [];
  const { text } = document;
  const end = property.offset + property.length;
  const [, space] =
    /^\s*,(\s*)/.exec(text.slice(end)) ?? /([^\S\n]*|\s*)$/.exec(text.slice(0, property.offset)) ?? [];
  return [{ start: end, end, text: `,${space === '' ? ' ' : (space ?? ' ')}"key": ${JSON.stringify(key)}` }];
}
