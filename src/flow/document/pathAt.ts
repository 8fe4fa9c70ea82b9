import type { PathSegment } from '../template.ts';
import type { FlowDocument } from './flowDocument.ts';
import type { JsonNode } from './jsonTree.ts';

/**
 * Returns the path from the root of a flow to the value at an offset, such as `actions`, 0, `position`, in time that
 * hardly depends on the number of values.
 */
export function pathAt({ root }: FlowDocument, offset: number): readonly PathSegment[] {
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
