import type { FormNode } from '../flow/form/formNode.ts';
import { anyOf, flag, arrayOf, object, oneOf, type Guard, text } from './shape.ts';

const common = {
  pointer: text,
  label: text,
  required: flag,
  nullable: flag,
  origin: oneOf('own', 'inherited', 'absent'),
};

/** A form node with its descendants; only the members that the rendered structure depends on are checked. */
export const formNode: Guard<FormNode> = (value): value is FormNode => node(value);

const nodes = arrayOf(formNode);

const node = anyOf(
  object({ kind: oneOf('text', 'number', 'boolean', 'choice', 'constant', 'json'), ...common }),
  object({ kind: oneOf('object', 'map'), ...common, fields: nodes, others: nodes }),
  object({ kind: oneOf('array'), ...common, items: nodes }),
  object({ kind: oneOf('union'), ...common, content: formNode }),
);
