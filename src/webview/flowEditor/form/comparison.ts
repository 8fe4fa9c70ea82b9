import { areComparisons } from '../../../flow/comparisons.ts';
import type { FormNode } from '../../../flow/form/formNode.ts';

/** The fields of an object that compare a value: the value, the operator, and what it is compared with. */
export interface Comparison {
  readonly left: FormNode;
  readonly operator: FormNode;
  /** Undefined for an operator that takes nothing, such as “exists”. */
  readonly right: FormNode | undefined;
}

/** Finds the fields that compare a value: an operator between them has only words of comparisons as options. */
export function findComparison(fields: readonly FormNode[]): Comparison | undefined {
  const at = fields.findIndex(isOperator);
  const [left, operator, right] = at < 1 ? [] : fields.slice(at - 1, at + 2);
  return left && operator && { left, operator, right };
}

function isOperator(field: FormNode): boolean {
  if (field.kind !== 'choice') return false;
  return areComparisons(field.options.filter(({ wrong }) => !wrong).map(({ value }) => value));
}
