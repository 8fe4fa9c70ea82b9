import type { ArrayNode, FormPart } from './formNode.ts';
import { settle } from './settle.ts';
import { shapeOf } from './shape.ts';
import { type Describing, isFolded, type Site, siteIn } from './site.ts';
import { startValue } from './startValue.ts';
import { bound, flagged, itemIn, type Parts, tupleLength } from './traits.ts';

/** Describes a list with its items and the missing items of its tuple. */
export function describeArray(
  { form, describe }: Describing,
  site: Site,
  parts: Parts,
  part: FormPart,
): ArrayNode {
  const value: readonly unknown[] = Array.isArray(site.value?.value) ? site.value.value : [];
  const folded = isFolded(site, parts);
  const tuple = tupleLength(parts);
  const least = bound(parts, 'minItems', 'max');
  const most = bound(parts, 'maxItems', 'min');
  const count = Math.max(value.length, folded ? 0 : tuple);
  const items = Array.from({ length: count }, (_, index) => {
    const { located, refused } = itemIn(parts, index);
    const own = siteIn(site, parts, index, { located, required: index < (least ?? 0) });
    const isDescribed = located.length > 0 && !refused;
    return describe({ ...own, loose: !isDescribed, unknown: refused });
  });
  const next = itemIn(parts, value.length);
  const canAdd = !next.refused && value.length < (most ?? Number.POSITIVE_INFINITY);
  const unique = flagged(parts, 'uniqueItems');
  const item = settle(form, {
    ...siteIn(site, parts, count, { ...next, required: false }),
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
    ...(least === undefined ? {} : { minItems: least }),
    ...(most === undefined ? {} : { maxItems: most }),
    unique,
    folded,
  };
}
