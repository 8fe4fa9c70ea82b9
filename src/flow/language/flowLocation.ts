import { findNodeAtOffset, getLocation } from 'jsonc-parser';
import type { TextRange } from '../document/diagnostic.ts';
import type { StepModel } from '../document/entryModel.ts';
import { entryAt, type FlowDocument, fromEnvelopeOffset } from '../document/flowDocument.ts';
import { type JsonNode } from '../document/jsonTree.ts';
import { toEnvelopeOffset } from '../document/pathAt.ts';
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
  /** Converts an offset in the tree of `node` to one in the document. */
  readonly toText: (offset: number) => number;
}

/** Locates an offset in the document, even if the text around it is incomplete. */
export function locationAt(document: FlowDocument, offset: number): FlowLocation {
  const index = entryAt(document, offset);
  const entry = document.entries[index];
  const start = document.starts[index] ?? 0;
  if (entry && offset > start && offset < start + entry.text.length) {
    const inside = locate(entry.text, entry.step.node, offset - start);
    let step = entry.step;
    let { path } = inside;
    while (path[0] === 'children' && typeof path[1] === 'number') {
      const node = step.children.find(child => holds(child.node, offset - start));
      if (!node) break;
      step = node;
      path = path.slice(2);
    }
    const toText = (at: number): number => at + start;
    return { ...inside, path, step, entry: index, isChild: step !== entry.step, toText };
  }
  const inside = locate(document.envelope.text, document.envelope.root, toEnvelopeOffset(document, offset));
  const toText = (at: number): number => fromEnvelopeOffset(document, at);
  return { ...inside, step: undefined, entry: -1, isChild: false, toText };
}

/** Returns the range of a node in the document. */
export function textRangeOf(place: Pick<FlowLocation, 'toText'>, node: JsonNode): TextRange {
  return { start: place.toText(node.offset), end: place.toText(node.offset + node.length) };
}

function locate(
  text: string,
  root: JsonNode | undefined,
  offset: number,
): Pick<FlowLocation, 'path' | 'isKey' | 'node'> {
  const { path, isAtPropertyKey } = getLocation(text, offset);
  const found = root && findNodeAtOffset(root, offset, true);
  const isValue =
    found !== undefined && found.type !== 'object' && found.type !== 'array' && found.type !== 'property';
  return { path, isKey: isAtPropertyKey, node: isValue ? found : undefined };
}

function holds(node: JsonNode, offset: number): boolean {
  return offset > node.offset && offset < node.offset + node.length;
}
