import { findNodeAtOffset, getLocation } from 'jsonc-parser';
import type { StepModel } from '../document/stepModel.ts';
import { entryAt, type FlowDocument } from '../document/flowDocument.ts';
import { type JsonNode, sourceOf } from '../document/jsonTree.ts';
import type { PathSegment } from '../template.ts';

/** A location in a flow file. */
export interface FlowLocation {
  /** The step that contains it; undefined in the settings. */
  readonly step: StepModel | undefined;
  /** The index of the entry that contains it; -1 in the settings. */
  readonly entry: number;
  /** True if the step is the child of another. */
  readonly isChild: boolean;
  /** The path from the step, or from the flow, to the value or name. */
  readonly path: readonly PathSegment[];
  readonly isKey: boolean;
  /** The innermost value or name at the location. */
  readonly node: JsonNode | undefined;
}

/** Locates an offset in the document, even if the text around it is incomplete. */
export function locationAt(document: FlowDocument, offset: number): FlowLocation {
  const { text, root, entries } = document;
  const index = entryAt(document, offset);
  const entry = entries[index];
  if (!entry || !holds(entry.node, offset))
    return { ...locate(text, 0, root, offset), step: undefined, entry: -1, isChild: false };
  const inside = locate(sourceOf(text, entry.node), entry.node.offset, entry.node, offset);
  let step = entry;
  let { path } = inside;
  while (path[0] === 'children' && typeof path[1] === 'number') {
    const child = step.children.find(({ node }) => holds(node, offset));
    if (!child) break;
    step = child;
    path = path.slice(2);
  }
  return { ...inside, path, step, entry: index, isChild: step !== entry };
}

/** Locates an offset in a part of the document that begins at `start` and contains the value `root`. */
function locate(
  part: string,
  start: number,
  root: JsonNode | undefined,
  offset: number,
): Pick<FlowLocation, 'path' | 'isKey' | 'node'> {
  const { path, isAtPropertyKey } = getLocation(part, offset - start);
  const found = root && findNodeAtOffset(root, offset, true);
  const isValue =
    found !== undefined && found.type !== 'object' && found.type !== 'array' && found.type !== 'property';
  // The parser takes what follows an empty object in a list for a name.
  const isKey = isAtPropertyKey && typeof path.at(-1) !== 'number';
  return { path, isKey, node: isValue ? found : undefined };
}

function holds(node: JsonNode, offset: number): boolean {
  return offset > node.offset && offset < node.offset + node.length;
}
