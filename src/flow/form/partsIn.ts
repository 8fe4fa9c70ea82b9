import type { FormNode } from './formNode.ts';

/** Returns a part of a form and all parts below it, with the chosen alternatives of unions. */
export function partsIn(node: FormNode): readonly FormNode[] {
  switch (node.kind) {
    case 'union':
      return [node, ...partsIn(node.content)];
    case 'array':
      return [node, ...node.items.flatMap(partsIn)];
    case 'object':
    case 'map':
      return [node, ...[...node.fields, ...node.others].flatMap(partsIn)];
    case 'text':
    case 'number':
    case 'boolean':
    case 'choice':
    case 'constant':
    case 'json':
      return [node];
  }
}
