import { equalJson } from '../schema/equal.ts';
import { meantAlternatives } from '../schema/meantAlternatives.ts';
import { candidates, plainSample, withoutExamples } from '../schema/sampleValue.ts';
import type { Located } from '../schema/resources.ts';
import { isObject, type JsonObject } from '../../util/isObject.ts';
import type { Alternatives, SchemaReader } from '../schema/schemaReader.ts';
import { possibleBranches } from './possibleBranches.ts';
import {
  bound,
  impliedType,
  isFlagged,
  itemIn,
  namesIn,
  type AppliedSchemas,
  propertyIn,
  requiredIn,
  tupleLength,
  typesIn,
  valuesIn,
} from '../schema/appliedSchemas.ts';

/** The maximum work of a check for an alternative that alone fits, in the units of the reader. */
const MAX_WORK = 1_000_000;
const MAX_DEPTH = 12;
const MAX_PARTS = 200;

/**
 * The required values of an initial value that a schema leaves open: `absent` for a person to enter, `empty` for the
 * smallest values of their types, or `examples` for the examples of the schema and else the smallest values.
 */
export type Fill = 'absent' | 'empty' | 'examples';

export interface StartOptions {
  /** Alternatives that the schemas already include. */
  readonly decided?: ReadonlySet<unknown>;
  /** True for all properties of the schema instead of the required ones. */
  readonly isWhole?: boolean;
  /** `absent` by default. */
  readonly fill?: Fill;
}

/**
 * Returns an initial value: the constant, default or only option, else the smallest value of its type. An object has
 * its required properties as far as `fill` says. Of unresolved alternatives it uses the first.
 */
export function startValue(
  form: SchemaReader,
  located: readonly Located[],
  { decided = new Set(), isWhole = false, fill = 'absent' }: StartOptions = {},
): unknown {
  let left = MAX_PARTS;
  const trail = new Set(decided);
  return start(located, decided, 0, false);

  function start(
    schemas: readonly Located[],
    handled: ReadonlySet<unknown>,
    depth: number,
    isMember: boolean,
  ): unknown {
    const { parts, unions } = form.read(schemas, undefined);
    const applied = parts.map(({ schema }) => schema);
    const known = candidates(fill === 'examples' ? applied : applied.map(withoutExamples));
    const isOpen = fill === 'absent' && isMember;
    const offered = isOpen && known.length > 1 ? applied.flatMap(decidedValues) : known;
    const value = offered.find(candidate => form.accepts(schemas, candidate));
    if (value !== undefined) return value;
    const deep = depth >= MAX_DEPTH || --left < 0;
    const found = unions.find(({ list }) => !handled.has(list));
    const union = found && { ...found, branches: possibleBranches(form, parts, found.branches) };
    const first = union && branchOf(form, union, trail.has(union.list));
    if (union && first && !deep) {
      const isNew = !trail.has(union.list);
      trail.add(union.list);
      const startIn = (branch: Located): unknown =>
        start([...schemas, branch], new Set([...handled, union.list]), depth, isMember);
      let branch = first;
      let branchValue = startIn(first);
      if (fill !== 'absent' && fitsSeveral(form, found, branchValue)) {
        // Another alternative may have a value that no other one accepts.
        const most = form.work + MAX_WORK;
        for (const other of union.branches) {
          if (other === first || left < 0) continue;
          if (form.work > most) break;
          const otherValue = startIn(other);
          if (fitsSeveral(form, found, otherValue) || !form.accepts([other], otherValue)) continue;
          [branch, branchValue] = [other, otherValue];
          break;
        }
      }
      if (isNew) trail.delete(union.list);
      if (fill !== 'absent' || !isAmbiguous(form, union, branch, branchValue)) return branchValue;
      // A point 0, 0 would be valid, although nobody has chosen it.
      if (isMember) return undefined;
      const within = new Set([...handled, union.list]);
      return startValue(form, [...schemas, branch], { decided: within, isWhole, fill: 'empty' });
    }
    const type = typesIn(parts)?.find(candidate => candidate !== 'null') ?? impliedType(parts);
    const required = requiredIn(parts, {});
    if (type === 'object') {
      const known = isWhole && depth === 0 ? namesIn(parts) : [];
      const named = known.filter(name => !propertyIn(parts, name).refused);
      const names = deep ? [] : new Set([...named, ...required]);
      const value = Object.fromEntries(
        [...names].flatMap(name => memberOf(name, propertyIn(parts, name).located, depth)),
      );
      return deep ? value : addRequired(schemas, value, depth);
    }
    if (type === 'array') {
      const tuple = isWhole && depth === 0 ? tupleLength(parts) : 0;
      const most = Math.max(tuple, bound(parts, 'minItems', 'max') ?? 0);
      const least = deep ? 0 : Math.min(most, MAX_PARTS);
      const asked = deep ? [] : containedIn(parts);
      if (isOpen && Math.max(least, asked.length) > 0) return undefined;
      const items = Array.from({ length: Math.max(least, asked.length) }, (_, index) =>
        start([...(asked[index] ?? []), ...itemIn(parts, index).located], new Set(), depth + 1, false),
      );
      return isFlagged(parts, 'uniqueItems') ? differentItems(parts, items) : items;
    }
    if (isOpen && type !== 'null') return undefined;
    const named = type === undefined ? [] : [{ type }];
    return plainSample([...named, ...parts.map(({ schema }) => schema)]);
  }

  // Replaces an item that equals an earlier one, and omits it if no other value is known and its position is free.
  function differentItems(parts: AppliedSchemas, items: readonly unknown[]): readonly unknown[] {
    const different: unknown[] = [];
    const tuple = tupleLength(parts);
    const needed = bound(parts, 'minItems', 'max') ?? 0;
    const isNew = (value: unknown): boolean => !different.some(other => equalJson(value, other));
    for (const [index, item] of items.entries()) {
      const { located: schemas } = itemIn(parts, index);
      const others = valuesIn(form.read(schemas, undefined).parts) ?? othersLike(item, index + 1);
      const isOther = (value: unknown): boolean => isNew(value) && form.accepts(schemas, value);
      const value = isNew(item) ? item : (others.find(isOther) ?? item);
      // Those that a person has yet to enter become different then.
      const isPlace = index < tuple || (index < needed && !form.accepts(schemas, item));
      if (isNew(value) || isPlace) different.push(value);
    }
    return different;
  }

  function memberOf(
    name: string,
    schemas: readonly Located[],
    depth: number,
  ): readonly (readonly [name: string, value: unknown])[] {
    const value = start(schemas, new Set(), depth + 1, true);
    return value === undefined ? [] : [[name, value]];
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
      const more = missing.flatMap(name => memberOf(name, propertyIn(parts, name).located, depth));
      if (more.length === 0) break;
      value = { ...value, ...Object.fromEntries(more) };
    }
    return value;
  }
}

/** Returns other values that may be valid in place of one, made with a number. */
function othersLike(value: unknown, number: number): readonly unknown[] {
  if (typeof value === 'string') return [`${value}${number}`];
  if (typeof value === 'number') return [value + number - 1, value - number + 1, value + (number - 1) / 2];
  if (typeof value === 'boolean') return [!value];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    othersLike(member, number).map(other => ({ ...value, [name]: other })),
  );
}

/**
 * Returns an initial value for one of several alternatives. It considers the surrounding schemas unless that makes it
 * less valid.
 */
export function branchStart(
  form: SchemaReader,
  branch: Located,
  located: readonly Located[],
  options: StartOptions,
): unknown {
  const together = startValue(form, [branch, ...located], options);
  const { valid, problems } = form.judge(branch, together);
  // What a person has yet to enter is missing.
  const wrong = problems.filter(({ missing }) => missing === undefined);
  if (valid || (problems.length > 0 && wrong.length === 0)) return together;
  const alone = startValue(form, [branch], { ...options, decided: new Set() });
  const others = form.judge(branch, alone).problems.filter(({ missing }) => missing === undefined);
  return problems.length > 0 && wrong.length <= others.length ? together : alone;
}

/** True if a value fits several alternatives of which it must fit exactly one. */
export function fitsSeveral(
  form: SchemaReader,
  { keyword, branches }: Pick<Alternatives, 'keyword' | 'branches'>,
  value: unknown,
): boolean {
  let fitting = 0;
  return keyword === 'oneOf' && branches.some(branch => form.accepts([branch], value) && ++fitting > 1);
}

/** Returns the values that a schema itself decides on. */
function decidedValues(schema: JsonObject): readonly unknown[] {
  return ['const', 'default'].flatMap(keyword => (keyword in schema ? [schema[keyword]] : []));
}

/** True if a value of an alternative is as near to another one, so that only more properties tell them apart. */
export function isAmbiguous(
  form: SchemaReader,
  { branches }: Pick<Alternatives, 'branches'>,
  branch: Located,
  value: unknown,
): boolean {
  if (form.accepts([branch], value)) return false;
  const accepting = branches.filter(other => form.accepts([other], value));
  const meant = meantAlternatives(form.judgeAlternatives(branches, value), value, 0).map(
    ({ branch: other }) => other,
  );
  return [...accepting, ...meant].some(other => other !== branch);
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
function containedIn(parts: AppliedSchemas): readonly (readonly Located[])[] {
  return parts.flatMap(({ schema, resource }) => {
    const { contains, minContains = 1 } = schema;
    if (contains === undefined || typeof minContains !== 'number') return [];
    return Array.from({ length: Math.min(minContains, MAX_PARTS) }, () => [{ schema: contains, resource }]);
  });
}
