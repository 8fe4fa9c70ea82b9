import { candidates, sampleValue } from '../language/sampleValue.ts';
import type { Located } from '../schema/resources.ts';
import type { FormSchema } from './formSchema.ts';
import { bound, impliedType, itemIn, propertyIn, requiredIn, typesIn } from './traits.ts';

const MAX_DEPTH = 6;
const MAX_PARTS = 200;

/**
 * A value to begin with: what the schema fixes, sets by default or shows, else the smallest of its type with what it
 * needs. Of several forms the first is taken, but for those that are decided already.
 */
export function startValue(
  form: FormSchema,
  located: readonly Located[],
  decided: ReadonlySet<unknown> = new Set(),
): unknown {
  let left = MAX_PARTS;
  return start(located, decided, 0);

  function start(schemas: readonly Located[], handled: ReadonlySet<unknown>, depth: number): unknown {
    const { parts, unions } = form.read(schemas, undefined);
    const [known] = candidates(parts.map(({ schema }) => schema));
    if (known !== undefined) return known;
    const deep = depth >= MAX_DEPTH || --left < 0;
    const union = unions.find(({ list }) => !handled.has(list));
    const [branch] = union?.branches ?? [];
    if (union && branch && !deep) {
      return start([...schemas, branch], new Set([...handled, union.list]), depth + 1);
    }
    const type = typesIn(parts)?.find(one => one !== 'null') ?? impliedType(parts);
    const required = requiredIn(parts, {});
    if (type === 'object') {
      const names = deep ? [] : [...required];
      return Object.fromEntries(
        names.map(name => [name, start(propertyIn(parts, name).located, new Set(), depth + 1)]),
      );
    }
    if (type === 'array') {
      const least = deep ? 0 : Math.min(bound(parts, 'minItems', 'max') ?? 0, MAX_PARTS);
      return Array.from({ length: least }, (_, index) =>
        start(itemIn(parts, index).located, new Set(), depth + 1),
      );
    }
    const named = type === undefined ? [] : [{ type }];
    return sampleValue(form.schema, [...named, ...parts.map(({ schema }) => schema)]);
  }
}
