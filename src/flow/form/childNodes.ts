import type { FormNode } from './formNode.ts';

/** Returns a part of a form and all parts below it, with the chosen alternatives of unions. */
export function childNodes(node: FormNode): readonly FormNode[] {
  switch (node.kind) {
    case 'union':
      return [node, ...childNodes(node.content)];
    case 'array':
      return [node, ...node.items.flatMap(childNodes)];
    case 'object':
    case 'map':
      return [node, ...[...node.fields, ...node.others].flatMap(childNodes)];
    case 'text':
    case 'number':
    case 'boolean':
    case 'choice':
    case 'constant':
    case 'json':
      return [node];
  }
}
