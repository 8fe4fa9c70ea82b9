import type { CatalogAction, FlowCatalog } from '../catalog.ts';
import type { FlowDocument, TextEdit } from '../document/flowDocument.ts';
import { propertyOf } from '../document/jsonTree.ts';
import { applyEdit } from '../edit/applyEdit.ts';
import type { FlowEdit, StepPath } from '../edit/flowEdit.ts';
import { newStep } from '../form/newStep.ts';
import type { FlowLocation } from './flowLocation.ts';

const REPEATING = ['repeat', 'for each', 'loop'] as const;

/** Finds an action that repeats its children, which a step can be wrapped in to make `item` available. */
export function repeatingAction(catalog: FlowCatalog): CatalogAction | undefined {
  const found = REPEATING.flatMap(words => catalog.searchActions(words, 10));
  return found.toSorted((one, other) => one.name.length - other.name.length)[0];
}

/** Returns the edits that wrap an entry in a new step; none for an entry with children. */
export function wrapEntry(
  document: FlowDocument,
  location: FlowLocation,
  action: CatalogAction,
): readonly TextEdit[] {
  if (!location.step || location.isChild || propertyOf(location.step.node, 'children')) return [];
  const steps = [[location.step.at]] as const;
  return editsOf(document, { kind: 'wrapSteps', steps, step: newStep(action) });
}

/** Returns the edits that move a child with its own children behind its parent, as an entry. */
export function splitChild(document: FlowDocument, location: FlowLocation): readonly TextEdit[] {
  const path = childPath(document, location);
  return path ? editsOf(document, { kind: 'shiftSteps', steps: [path], direction: 'out' }) : [];
}

/** Returns the path of a child; undefined for steps of any other depth. */
function childPath(document: FlowDocument, { step, entry, isChild }: FlowLocation): StepPath | undefined {
  const parent = document.entries[entry];
  return isChild && step && parent?.children.includes(step) ? [parent.at, step.at] : undefined;
}

function editsOf({ text }: FlowDocument, edit: FlowEdit): readonly TextEdit[] {
  const outcome = applyEdit(text, edit);
  return outcome.kind === 'edits' ? outcome.edits : [];
}
