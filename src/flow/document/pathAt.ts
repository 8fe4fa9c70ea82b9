import { findNodeAtOffset, getNodePath } from 'jsonc-parser';
import type { PathSegment } from '../template.ts';
import { entryAt, type FlowDocument, fromEnvelopeOffset, listNode } from './flowDocument.ts';

/** Returns the path from the root of a flow to the value at an offset, such as `actions`, 0, `position`. */
export function pathAt(document: FlowDocument, offset: number): readonly PathSegment[] {
  const index = entryAt(document, offset);
  const entry = document.entries[index];
  const start = document.starts[index] ?? 0;
  if (entry && offset < start + entry.text.length) {
    return ['actions', listIndex(document, index), ...pathIn(entry.step.node, offset - start)];
  }
  return pathIn(document.envelope.root, toEnvelopeOffset(document, offset));
}

/** Converts an offset outside of all entries to one in the envelope. */
export function toEnvelopeOffset({ envelope, entries, starts }: FlowDocument, offset: number): number {
  let at = offset;
  for (const index of envelope.entryOffsets.keys()) {
    const start = starts[index] ?? 0;
    if (start >= offset) break;
    at -= (entries[index]?.text.length ?? 1) - 1;
  }
  return at;
}

/** Returns the index of an entry in `actions`, which can also have items that are not entries. */
export function listIndex(document: FlowDocument, index: number): number {
  const start = document.starts[index];
  const nodes = listNode(document.envelope)?.children ?? [];
  // The list nearly always has only entries.
  if (nodes.length === document.entries.length) return index;
  const found = nodes.findIndex(node => fromEnvelopeOffset(document, node.offset) === start);
  return found === -1 ? index : found;
}

function pathIn(root: FlowDocument['envelope']['root'], offset: number): readonly PathSegment[] {
  const node = root && findNodeAtOffset(root, offset, true);
  return node ? getNodePath(node) : [];
}
