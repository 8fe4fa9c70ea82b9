import { isUuid } from '../../util/isUuid.ts';
import type { PathSegment } from '../template.ts';
import type { JsonNode } from './jsonTree.ts';

/** Returns the strings in a value that are UUIDs, with the paths to them. */
export function uuidNodes(
  node: JsonNode | undefined,
  path: readonly PathSegment[] = [],
): readonly (readonly [node: JsonNode, path: readonly PathSegment[]])[] {
  if (!node) return [];
  if (node.type === 'string') return isUuid(String(node.value)) ? [[node, path]] : [];
  const children = node.children ?? [];
  if (node.type === 'array') return children.flatMap((child, index) => uuidNodes(child, [...path, index]));
  if (node.type !== 'object') return [];
  return children.flatMap(({ children: [key, value] = [] }) =>
    uuidNodes(value, [...path, String(key?.value)]),
  );
}
