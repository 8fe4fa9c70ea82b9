import { findNodeAtOffset, getNodePath } from 'jsonc-parser';
import type { PathSegment } from '../template.ts';
import { entryAt, type FlowDocument, fromSkeleton, listNode } from './flowDocument.ts';

/** The path from the root of a flow to what stands at a place, such as `actions`, 0, `position`. */
export function pathAt(document: FlowDocument, offset: number): readonly PathSegment[] {
  const index = entryAt(document, offset);
  const entry = document.entries[index];
  const start = document.starts[index] ?? 0;
  if (entry && offset < start + entry.text.length) {
    return ['actions', listIndex(document, index), ...pathIn(entry.step.node, offset - start)];
  }
  return pathIn(document.skeleton.root, toSkeleton(document, offset));
}

/** The place in the skeleton of a place that lies in no entry. */
export function toSkeleton({ skeleton, entries, starts }: FlowDocument, offset: number): number {
  let at = offset;
  for (const index of skeleton.places.keys()) {
    const start = starts[index] ?? 0;
    if (start >= offset) break;
    at -= (entries[index]?.text.length ?? 1) - 1;
  }
  return at;
}

/** The place of an entry in the list, which can also hold what is no entry. */
export function listIndex(document: FlowDocument, index: number): number {
  const start = document.starts[index];
  const nodes = listNode(document.skeleton)?.children ?? [];
  // Nearly always the list holds nothing but entries.
  if (nodes.length === document.entries.length) return index;
  const found = nodes.findIndex(node => fromSkeleton(document, node.offset) === start);
  return found === -1 ? index : found;
}

function pathIn(root: FlowDocument['skeleton']['root'], offset: number): readonly PathSegment[] {
  const node = root && findNodeAtOffset(root, offset, true);
  return node ? getNodePath(node) : [];
}
