import { runOrder } from '../document/runOrder.ts';
import type { StepModel } from '../document/stepModel.ts';
import type { FlowDocument, TextEdit } from '../document/flowDocument.ts';
import { keyOf, propertyOf, rangeOf } from '../document/jsonTree.ts';
import { type FlowLocation } from './flowLocation.ts';
import { removeEdit } from './propertyEdits.ts';

/** The edits that renumber steps. */
interface Numbered {
  readonly edits: readonly TextEdit[];
  /** True if the steps run in the same order after the edits. */
  readonly keepsOrder: boolean;
}

/** Returns the position of a new step behind all others of its list. */
export function nextPosition(document: FlowDocument, location: FlowLocation): number {
  const { step } = location;
  const siblings = step && location.path[0] === 'children' ? step.children : siblingsAt(document, location);
  return Math.max(0, ...positionsOf(siblings)) + 1;
}

/** Returns a position with which a step runs where it is written; undefined if its siblings leave none free. */
export function freePosition(document: FlowDocument, location: FlowLocation): number | undefined {
  const siblings = siblingsAt(document, location);
  const index = siblings.findIndex(sibling => sibling === location.step);
  const free = Math.max(index, ...positionsOf(siblings.slice(0, index))) + 1;
  return free < Math.min(...positionsOf(siblings.slice(index + 1))) ? free : undefined;
}

function positionsOf(steps: readonly StepModel[]): readonly number[] {
  return steps.map(({ position }): unknown => position?.value).filter(one => typeof one === 'number');
}

/** Returns the steps of the list that a location is in. */
function siblingsAt(document: FlowDocument, { step, isChild, entry }: FlowLocation): readonly StepModel[] {
  const parent = isChild && step ? parentOf(document.entries[entry], step) : undefined;
  return parent ? parent.children : document.entries;
}

/** Renumbers the siblings of a step from 1 in text order; skips steps without a position. */
export function renumber(document: FlowDocument, location: FlowLocation): Numbered {
  const siblings = siblingsAt(document, location);
  const edits = siblings.flatMap(({ position }, index) =>
    !position || position.value === index + 1 ? [] : [{ ...rangeOf(position), text: String(index + 1) }],
  );
  return { edits, keepsOrder: runOrder(siblings).every((rank, index) => rank === index) };
}

/** Returns the edits that move the children of a child behind it, as its siblings with the next positions. */
export function liftChildren(document: FlowDocument, location: FlowLocation): readonly TextEdit[] {
  const { step, entry, isChild } = location;
  const parent = isChild && step ? parentOf(document.entries[entry], step) : undefined;
  const property = step && keyOf(step.node, 'children')?.parent;
  if (!parent || !property || propertyOf(step.node, 'children')?.type !== 'array') return [];
  const removal = removeEdit(document.text, rangeOf(property));
  const { end } = rangeOf(step.node);
  if (step.children.length === 0) return [removal];
  let next = Math.max(0, ...positionsOf(parent.children));
  const lifted = step.children.map(child => {
    const range = rangeOf(child.node);
    const own = document.text.slice(range.start, range.end);
    const { position } = child;
    next++;
    if (!position) return own;
    const at = position.offset - range.start;
    return own.slice(0, at) + String(next) + own.slice(at + position.length);
  });
  return [removal, { start: end, end, text: `, ${lifted.join(', ')}` }];
}

function parentOf(root: StepModel | undefined, step: StepModel): StepModel | undefined {
  if (!root) return undefined;
  if (root.children.includes(step)) return root;
  for (const child of root.children) {
    const found = parentOf(child, step);
    if (found) return found;
  }
  return undefined;
}
