import type { CatalogueAction, FlowCatalogue } from '../catalogue.ts';
import type { FlowDocument, TextEdit } from '../document/flowDocument.ts';
import { propertyOf } from '../document/jsonTree.ts';
import { listIndex } from '../document/pathAt.ts';
import { applyEdit } from '../edit/applyEdit.ts';
import type { FlowGesture, StepPath } from '../edit/gesture.ts';
import { newStep } from '../form/newStep.ts';
import type { FlowPlace } from './place.ts';

const REPEATING = ['repeat', 'for each', 'loop'] as const;

/** The action that a step can be wrapped in, so that it has an item of its own in each round. */
export function repeatingAction(catalogue: FlowCatalogue): CatalogueAction | undefined {
  const found = REPEATING.flatMap(words => catalogue.searchActions(words, 10));
  return found.toSorted((one, other) => one.name.length - other.name.length)[0];
}

/** The edits that put a new step in the place of an entry, which becomes its child; none for one with children. */
export function wrapEntry(
  document: FlowDocument,
  place: FlowPlace,
  action: CatalogueAction,
): readonly TextEdit[] {
  if (!place.step || place.isChild || propertyOf(place.step.node, 'children')) return [];
  const steps = [[listIndex(document, place.entry)]] as const;
  return editsOf(document, { kind: 'wrapSteps', steps, step: newStep(action) });
}

/** The edits that make a child with children of its own an entry, behind the one that it stands in. */
export function splitChild(document: FlowDocument, place: FlowPlace): readonly TextEdit[] {
  const path = childPath(document, place);
  return path ? editsOf(document, { kind: 'shiftSteps', steps: [path], direction: 'out' }) : [];
}

/** The place of a child; undefined for what stands deeper still, or is no child. */
function childPath(document: FlowDocument, { step, entry, isChild }: FlowPlace): StepPath | undefined {
  const parent = document.entries[entry]?.step;
  if (!isChild || !step || !parent) return undefined;
  const child = propertyOf(parent.node, 'children')?.children?.indexOf(step.node) ?? -1;
  return child === -1 ? undefined : [listIndex(document, entry), child];
}

function editsOf({ text }: FlowDocument, gesture: FlowGesture): readonly TextEdit[] {
  const outcome = applyEdit(text, gesture);
  return outcome.kind === 'edits' ? outcome.edits : [];
}
