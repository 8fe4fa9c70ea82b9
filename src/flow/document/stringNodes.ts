import { isUuid } from '../../util/isUuid.ts';
import type { PathSegment } from '../template.ts';
import type { JsonNode } from './jsonTree.ts';

type PlacedNode = readonly [node: JsonNode, path: readonly PathSegment[]];

/** Returns the strings in a value that are UUIDs, with the paths to them. */
export function uuidNodes(node: JsonNode | undefined): readonly PlacedNode[] {
  return stringNodes(node).filter(([{ value }]) => isUuid(String(value)));
}

/** Returns the strings in a value with the paths to them. */
export function stringNodes(
  node: JsonNode | undefined,
  path: readonly PathSegment[] = [],
): readonly PlacedNode[] {
  if (!node) return [];
  if (node.type === 'string') return [[node, path]];
  const children = node.children ?? [];
  if (node.type === 'array') return children.flatMap((child, index) => stringNodes(child, [...path, index]));
  if (node.type !== 'object') return [];
  return children.flatMap(({ children: [key, value] = [] }) =>
    stringNodes(value, [...path, String(key?.value)]),
  );
}
