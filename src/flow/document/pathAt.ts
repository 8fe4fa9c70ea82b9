import type { PathSegment } from '../template.ts';
import { entryAt, type FlowDocument, fromEnvelopeOffset, listNode } from './flowDocument.ts';
import type { JsonNode } from './jsonTree.ts';

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

/** Returns the path to the innermost value at an offset, in time that hardly depends on the number of values. */
function pathIn(root: JsonNode | undefined, offset: number): readonly PathSegment[] {
  const path: PathSegment[] = [];
  let node = root && contains(root, offset) ? root : undefined;
  while (node) {
    const { type, children = [] }: JsonNode = node;
    const index = firstEndingAt(children, offset);
    const child = children[index];
    if (!child || !contains(child, offset)) break;
    if (type === 'property') path.push(String(children[0]?.value));
    else if (type === 'array') path.push(index);
    node = child;
  }
  return path;
}

function contains(node: JsonNode, offset: number): boolean {
  return node.offset <= offset && offset <= node.offset + node.length;
}

/** Returns the index of the first of some nodes that ends at an offset or after it. */
function firstEndingAt(nodes: readonly JsonNode[], offset: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const node = nodes[middle];
    if (node && node.offset + node.length < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
