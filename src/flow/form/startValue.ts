import { candidates, plainSample } from '../schema/sampleValue.ts';
import type { Located } from '../schema/resources.ts';
import type { Alternatives, SchemaReader } from '../schema/schemaReader.ts';
import {
  bound,
  impliedType,
  itemIn,
  namesIn,
  type Parts,
  propertyIn,
  requiredIn,
  tupleLength,
  typesIn,
} from '../schema/appliedSchemas.ts';

const MAX_DEPTH = 12;
const MAX_PARTS = 200;

/**
 * Returns an initial value: the constant, default, first option or example, else the smallest value of its type. An
 * object has its required properties and, if `isWhole`, all in its schema. Of unresolved alternatives it uses the
 * first.
 */
export function startValue(
  form: SchemaReader,
  located: readonly Located[],
  decided: ReadonlySet<unknown> = new Set(),
  isWhole = false,
): unknown {
  let left = MAX_PARTS;
  const trail = new Set(decided);
  return start(located, decided, 0);

  function start(schemas: readonly Located[], handled: ReadonlySet<unknown>, depth: number): unknown {
    const { parts, unions } = form.read(schemas, undefined);
    const [value] = candidates(parts.map(({ schema }) => schema));
    if (value !== undefined) return value;
    const deep = depth >= MAX_DEPTH || --left < 0;
    const union = unions.find(({ list }) => !handled.has(list));
    const branch = union && branchOf(form, union, trail.has(union.list));
    if (union && branch && !deep) {
      const isNew = !trail.has(union.list);
      trail.add(union.list);
      const branchValue = start([...schemas, branch], new Set([...handled, union.list]), depth);
      if (isNew) trail.delete(union.list);
      return branchValue;
    }
    const type = typesIn(parts)?.find(candidate => candidate !== 'null') ?? impliedType(parts);
    const required = requiredIn(parts, {});
    if (type === 'object') {
      const known = isWhole && depth === 0 ? namesIn(parts) : [];
      const named = known.filter(name => !propertyIn(parts, name).refused);
      const names = deep ? [] : new Set([...named, ...required]);
      const value = Object.fromEntries(
        [...names].map(name => [name, start(propertyIn(parts, name).located, new Set(), depth + 1)]),
      );
      return deep ? value : addRequired(schemas, value, depth);
    }
    if (type === 'array') {
      const tuple = isWhole && depth === 0 ? tupleLength(parts) : 0;
      const most = Math.max(tuple, bound(parts, 'minItems', 'max') ?? 0);
      const least = deep ? 0 : Math.min(most, MAX_PARTS);
      const asked = deep ? [] : containedIn(parts);
      return Array.from({ length: Math.max(least, asked.length) }, (_, index) =>
        start([...(asked[index] ?? []), ...itemIn(parts, index).located], new Set(), depth + 1),
      );
    }
    const named = type === undefined ? [] : [{ type }];
    return plainSample([...named, ...parts.map(({ schema }) => schema)]);
  }

  // Adds properties that become required by others that are present, such as through a condition.
  function addRequired(
    schemas: readonly Located[],
    initial: Readonly<Record<string, unknown>>,
    depth: number,
  ): Readonly<Record<string, unknown>> {
    let value = initial;
    for (let round = 0; round < MAX_DEPTH; round++) {
      const { parts } = form.read(schemas, value);
      const missing = [...requiredIn(parts, value)].filter(
        name => !Object.hasOwn(value, name) && !propertyIn(parts, name).refused,
      );
      if (missing.length === 0) break;
      const more = missing.map(
        name => [name, start(propertyIn(parts, name).located, new Set(), depth + 1)] as const,
      );
      value = { ...value, ...Object.fromEntries(more) };
    }
    return value;
  }
}

/**
 * Returns an initial value for one of several alternatives. It considers the surrounding schemas unless that makes it
 * invalid.
 */
export function branchStart(
  form: SchemaReader,
  branch: Located,
  located: readonly Located[],
  decided: ReadonlySet<unknown>,
  isWhole = false,
): unknown {
  const together = startValue(form, [branch, ...located], decided, isWhole);
  return form.judge(branch, together).valid ? together : startValue(form, [branch], undefined, isWhole);
}

/** Returns the first alternative; within itself, the first that does not require the same union again. */
function branchOf(
  form: SchemaReader,
  { branches, list }: Alternatives,
  isAgain: boolean,
): Located | undefined {
  const leadsBack = (located: readonly Located[], depth: number): boolean => {
    const { parts, unions } = form.read(located, undefined);
    if (unions.some(union => union.list === list)) return true;
    if (depth === 0) return false;
    const needed = [...requiredIn(parts, {})].map(name => propertyIn(parts, name).located);
    const items = (bound(parts, 'minItems', 'max') ?? 0) > 0 ? [itemIn(parts, 0).located] : [];
    return [...needed, ...items].some(inner => leadsBack(inner, depth - 1));
  };
  const [first] = branches;
  return isAgain ? (branches.find(branch => !leadsBack([branch], 2)) ?? first) : first;
}

/** Returns the subschemas of the items that a list must contain. */
function containedIn(parts: Parts): readonly (readonly Located[])[] {
  return parts.flatMap(({ schema, resource }) => {
    const { contains, minContains = 1 } = schema;
    if (contains === undefined || typeof minContains !== 'number') return [];
    return Array.from({ length: Math.min(minContains, MAX_PARTS) }, () => [{ schema: contains, resource }]);
  });
}
