import { candidates, sampleValue } from '../language/sampleValue.ts';
import type { Located } from '../schema/resources.ts';
import type { FormSchema } from './formSchema.ts';
import {
  bound,
  impliedType,
  itemIn,
  namesIn,
  propertyIn,
  requiredIn,
  tupleLength,
  typesIn,
} from './traits.ts';

const MAX_DEPTH = 6;
const MAX_PARTS = 200;

/**
 * A value to begin with: what the schema fixes, sets by default or shows, else the smallest of its type with what it
 * needs, or where it `isWhole` with all that its schema names. Of several forms the first is taken, but for those that
 * are decided already.
 */
export function startValue(
  form: FormSchema,
  located: readonly Located[],
  decided: ReadonlySet<unknown> = new Set(),
  isWhole = false,
): unknown {
  let left = MAX_PARTS;
  return start(located, decided, 0);

  function start(schemas: readonly Located[], handled: ReadonlySet<unknown>, depth: number): unknown {
    const { parts, unions } = form.read(schemas, undefined);
    const [value] = candidates(parts.map(({ schema }) => schema));
    if (value !== undefined) return value;
    const deep = depth >= MAX_DEPTH || --left < 0;
    const union = unions.find(({ list }) => !handled.has(list));
    const [branch] = union?.branches ?? [];
    if (union && branch && !deep) {
      return start([...schemas, branch], new Set([...handled, union.list]), depth + 1);
    }
    const type = typesIn(parts)?.find(one => one !== 'null') ?? impliedType(parts);
    const required = requiredIn(parts, {});
    if (type === 'object') {
      const known = isWhole && depth === 0 ? namesIn(parts) : [];
      const named = known.filter(name => !propertyIn(parts, name).refused);
      const names = deep ? [] : new Set([...named, ...required]);
      return Object.fromEntries(
        [...names].map(name => [name, start(propertyIn(parts, name).located, new Set(), depth + 1)]),
      );
    }
    if (type === 'array') {
      const tuple = isWhole && depth === 0 ? tupleLength(parts) : 0;
      const most = Math.max(tuple, bound(parts, 'minItems', 'max') ?? 0);
      const least = deep ? 0 : Math.min(most, MAX_PARTS);
      return Array.from({ length: least }, (_, index) =>
        start(itemIn(parts, index).located, new Set(), depth + 1),
      );
    }
    const named = type === undefined ? [] : [{ type }];
    return sampleValue(form.schema, [...named, ...parts.map(({ schema }) => schema)]);
  }
}
