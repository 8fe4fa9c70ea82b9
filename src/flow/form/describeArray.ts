import type { ArrayNode, FormPart } from './formNode.ts';
import { resolveAlternatives } from './resolveAlternatives.ts';
import { shapeOf } from './shape.ts';
import { type Describing, isFolded, type FormLocation, locationIn } from './formLocation.ts';
import { startValue } from './startValue.ts';
import { bound, isFlagged, itemIn, type Parts, tupleLength } from '../schema/appliedSchemas.ts';
import { listOf, withoutUndefined } from '../../util/isObject.ts';

/** Describes a list with its items and the missing items of its tuple. */
export function describeArray(
  context: Describing,
  location: FormLocation,
  parts: Parts,
  part: FormPart,
): ArrayNode {
  const { form, describe } = context;
  const value = listOf(location.value?.value);
  const folded = isFolded(context, location, parts);
  const tuple = tupleLength(parts);
  const minItems = bound(parts, 'minItems', 'max');
  const maxItems = bound(parts, 'maxItems', 'min');
  const count = Math.max(value.length, folded ? 0 : tuple);
  const items = Array.from({ length: count }, (_, index) => {
    const { located, refused } = itemIn(parts, index);
    const itemLocation = locationIn(location, parts, index, { located, required: index < (minItems ?? 0) });
    const isDescribed = located.length > 0 && !refused;
    return describe({ ...itemLocation, loose: !isDescribed, unknown: refused });
  });
  const next = itemIn(parts, value.length);
  const canAdd = !next.refused && value.length < (maxItems ?? Number.POSITIVE_INFINITY);
  const unique = isFlagged(parts, 'uniqueItems');
  const item = resolveAlternatives(form, {
    ...locationIn(location, parts, count, { ...next, required: false }),
    value: undefined,
  });
  const shape = shapeOf(form, item);
  return {
    ...part,
    kind: 'array',
    items,
    tuple,
    ...(canAdd ? { addition: { start: startValue(form, next.located) } } : {}),
    ...(unique && tuple === 0 && shape.kind === 'choice' ? { options: shape.options } : {}),
    ...withoutUndefined({ minItems, maxItems }),
    unique,
    folded,
  };
}
