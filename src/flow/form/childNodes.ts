import type { FormNode } from './formNode.ts';

/** Returns the form nodes directly below a node; of a union, its chosen content. */
export function childNodes(node: FormNode): readonly FormNode[] {
  switch (node.kind) {
    case 'union':
      return [node.content];
    case 'array':
      return node.items;
    case 'object':
    case 'map':
      return [...node.fields, ...node.others];
    case 'text':
    case 'number':
    case 'boolean':
    case 'choice':
    case 'constant':
    case 'json':
      return [];
  }
}

/** Returns a form node and all nodes below it, parents first. */
export function nodesWithin(node: FormNode): readonly FormNode[] {
  return [node, ...childNodes(node).flatMap(nodesWithin)];
}
