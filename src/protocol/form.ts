import type { FormKind, FormNode } from '../flow/form/formNode.ts';
import { flag, listOf, object, oneOf, type Shape, text } from './shape.ts';

const KINDS: readonly FormKind[] = [
  'text',
  'number',
  'boolean',
  'choice',
  'constant',
  'object',
  'map',
  'array',
  'union',
  'json',
];

const part = object({
  kind: oneOf(...KINDS),
  pointer: text,
  label: text,
  required: flag,
  nullable: flag,
  origin: oneOf('own', 'inherited', 'absent'),
});

/** A form node with its descendants; only the members that the rendered structure depends on are checked. */
export const formNode: Shape<FormNode> = (value): value is FormNode => {
  if (!part(value)) return false;
  const { fields, others, items, content } = value as Readonly<Record<string, unknown>>;
  switch (value.kind) {
    case 'object':
    case 'map':
      return listOf(formNode)(fields) && listOf(formNode)(others);
    case 'array':
      return listOf(formNode)(items);
    case 'union':
      return formNode(content);
    case 'text':
    case 'number':
    case 'boolean':
    case 'choice':
    case 'constant':
    case 'json':
      return true;
  }
};
