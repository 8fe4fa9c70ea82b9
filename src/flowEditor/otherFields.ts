import type { StepModel } from '../flow/document/entryModel.ts';
import { valueOf } from '../flow/document/jsonTree.ts';
import { childSchema, entrySchema } from '../flow/envelopeSchema.ts';
import { isObject } from '../util/isObject.ts';
import { without } from '../util/without.ts';

const STEP_FIELDS = Object.keys(entrySchema.properties);
const OVERRIDE_FIELDS = Object.keys(childSchema.properties.overrides.properties);

/**
 * Returns the fields of a step and its overrides that the step schema does not define, by their paths from the step;
 * undefined if there are none. They are kept and shown, since a service may know more fields.
 */
export function otherFields({ node }: StepModel): Readonly<Record<string, unknown>> | undefined {
  const step = valueOf(node);
  if (!isObject(step)) return undefined;
  const others = without(step, STEP_FIELDS);
  const overrides = isObject(step['overrides']) ? without(step['overrides'], OVERRIDE_FIELDS) : {};
  const all = Object.keys(overrides).length > 0 ? { ...others, overrides } : others;
  return Object.keys(all).length > 0 ? all : undefined;
}
