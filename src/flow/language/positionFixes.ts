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

/** Renumbers the siblings of a step from 1 in text order; skips steps without a position. */
export function renumber(document: FlowDocument, location: FlowLocation): Numbered {
  const { step, isChild, entry } = location;
  const parent = isChild && step ? parentOf(document.entries[entry], step) : undefined;
  const siblings = parent ? parent.children : document.entries;
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
  const used = parent.children.map(child => child.position?.value).filter(value => typeof value === 'number');
  let next = Math.max(0, ...used);
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
