import { allowedValuesOf } from '../schema/choices.ts';
import { canonicalJson, equalJson } from '../schema/equal.ts';
import type { Located } from '../schema/resources.ts';
import { isObject, memberOf, withoutUndefined } from '../../util/isObject.ts';
import type { PathSegment } from '../template.ts';
import type { FormBranch, FormNode, FormPart, HeldValue, UnionNode } from './formNode.ts';
import type { Alternatives, SchemaReader } from '../schema/schemaReader.ts';
import { branchLabels, type LabeledBranch, propertyLabel, readBranches } from './label.ts';
import { EXPRESSION } from './refusedNames.ts';
import { findNearest, type ResolvedSchema } from './resolveAlternatives.ts';
import { type FieldInput, TYPE_SCHEMAS } from './shape.ts';
import type { Describing, FormLocation } from './formLocation.ts';
import { branchStart, fitsSeveral, isAmbiguous, startValue } from './startValue.ts';
import {
  firstText,
  inPlace,
  itemIn,
  namesIn,
  type AppliedSchemas,
  propertyIn,
  requiredIn,
  typesIn,
  valuesIn,
} from '../schema/appliedSchemas.ts';

/** Describes a value with several alternatives, shown as the alternative that it matches best. */
export function describeUnion(
  { form, describe, isPassing, isSpent }: Describing,
  location: FormLocation,
  resolved: ResolvedSchema,
  { branches }: FieldInput,
  part: FormPart,
): UnionNode {
  const types = typesIn(form.read(resolved.located, undefined).parts);
  const isOfType = (value: unknown): boolean =>
    types?.some(type =>
      form.accepts([{ schema: TYPE_SCHEMAS.get(type), resource: form.root.resource }], value),
    ) ?? true;
  const lists = resolved.union ? [resolved.union.list] : [];
  const decided = new Set([...resolved.chosen, ...lists]);
  const nearest = findNearest(form, branches, location.value ?? part.default);
  const keyword = resolved.union?.keyword ?? 'anyOf';
  const read = readBranches(form, branches);
  const telling = tellingNames(read);
  const labels = branchLabels(read);
  const rivals = new Set(isObject(location.value?.value) ? namesIn(form.reach(branches, inPlace)) : []);
  const offered = isPassing(location.path) ? [] : branches;
  const described = offered.map((branch, index): FormBranch | undefined => {
    const description = firstText(read[index]?.reading.parts ?? [], 'description');
    const isClear = (value: unknown): boolean =>
      isOfType(value) && findNearest(form, branches, { value }) === index;
    const context = { ...resolved, branches, decided, rivals, keyword, telling };
    const start = isSpent()
      ? undefined
      : clearStart(form, branch, context, location.value?.value, { isOfType, isClear });
    // Choosing an alternative whose values are shown as another one would have no effect.
    if (!start && index !== nearest && !isSpent()) return undefined;
    return {
      label: labels[index] ?? '',
      ...(description === undefined ? {} : { description }),
      start: start ? start.value : branchStart(form, branch, resolved.located, { decided }),
    };
  });
  const branch = branches[nearest];
  const located = branch ? [...resolved.located, branch] : resolved.located;
  const content = describe({ ...location, located, decided: new Set([...resolved.decided, ...lists]) });
  return {
    ...part,
    kind: 'union',
    ...withoutUndefined({ by: tellingLabel(form, read) }),
    branches: described.filter(described => described !== undefined),
    chosen: described.slice(0, nearest).filter(described => described !== undefined).length,
    content: withoutFields(content, exclusiveNames(form, resolved, branch, location.value?.value)),
  };
}

/** Returns the label of the property that has a fixed value in each alternative; undefined if there is none. */
function tellingLabel(form: SchemaReader, branches: readonly LabeledBranch[]): string | undefined {
  const [first, ...others] = branches.map(({ reading: { parts } }) => parts);
  const isFixed = (parts: AppliedSchemas, name: string): boolean =>
    valuesIn(form.read(propertyIn(parts, name).located, undefined).parts)?.length === 1;
  const found = first && namesIn(first).find(name => [first, ...others].every(parts => isFixed(parts, name)));
  return found === undefined ? undefined : propertyLabel(form, first ?? [], found);
}

/** Returns the absent properties that would make another alternative of a `oneOf` apply. */
function exclusiveNames(
  form: SchemaReader,
  { union }: ResolvedSchema,
  chosen: Located | undefined,
  value: unknown,
): ReadonlySet<string> {
  const present = isObject(value) ? value : {};
  const requiredBy = (branch: Located): ReadonlySet<string> =>
    requiredIn(form.read([branch], undefined).parts, {});
  const own = chosen ? requiredBy(chosen) : new Set<string>();
  const names = new Set<string>();
  for (const branch of union?.keyword === 'oneOf' ? union.branches : []) {
    if (branch === chosen) continue;
    for (const name of requiredBy(branch)) {
      if (own.has(name) || names.has(name) || Object.hasOwn(present, name)) continue;
      if (form.accepts([branch], { ...present, [name]: EXPRESSION })) names.add(name);
    }
  }
  return names;
}

function withoutFields(node: FormNode, names: ReadonlySet<string>): FormNode {
  if (node.kind === 'union') return { ...node, content: withoutFields(node.content, names) };
  if (node.kind !== 'object') return node;
  return { ...node, fields: node.fields.filter(({ path }) => !names.has(String(path.at(-1)))) };
}

/** Returns the properties whose fixed values are different ones in each of several alternatives. */
function tellingNames(branches: readonly LabeledBranch[]): ReadonlySet<string> {
  const valuesOf = new Map<string, readonly string[]>();
  const telling = new Set<string>();
  const shared = new Set<string>();
  for (const { reading } of branches) {
    for (const name of namesIn(reading.parts)) {
      const schemas = propertyIn(reading.parts, name).located.map(({ schema }) => schema);
      const values = allowedValuesOf(schemas.filter(isObject)).map(({ value }) => canonicalJson(value));
      if (values.length === 0) continue;
      const others = valuesOf.get(name);
      if (others) (values.some(value => others.includes(value)) ? shared : telling).add(name);
      valuesOf.set(name, [...(others ?? []), ...values]);
    }
  }
  return new Set([...telling].filter(name => !shared.has(name)));
}

/** Values that can distinguish an alternative with a plain type from others. */
const DISTINCT: readonly unknown[] = ['', 'text', 0, 1, 0.5, -1, false, true, [], {}];

/** Tests of an initial value of an alternative. */
interface StartTests {
  /** True if the schemas around the alternatives accept the type of a value. */
  readonly isOfType: (value: unknown) => boolean;
  /** True if a value is of such a type and is shown as the alternative. */
  readonly isClear: (value: unknown) => boolean;
}

/** The alternatives that an initial value is for one of, and the schemas around them. */
interface BranchContext extends Pick<ResolvedSchema, 'located' | 'decided'> {
  readonly branches: readonly Located[];
  readonly keyword: Alternatives['keyword'];
  /** The properties whose fixed values tell several alternatives apart. */
  readonly telling: ReadonlySet<string>;
  /** The properties that any alternative describes. */
  readonly rivals: ReadonlySet<string>;
}

/** Returns a value that is shown as an alternative, with fitting parts of the present value; undefined if there is none. */
function clearStart(
  form: SchemaReader,
  branch: Located,
  { located, branches, decided, rivals, keyword, telling }: BranchContext,
  present: unknown,
  tests: StartTests,
): HeldValue | undefined {
  const { isClear } = tests;
  const small = branchStart(form, branch, located, { decided });
  const told = withTold(form, [branch, ...located], small, telling);
  const isEnough = (value: unknown): boolean =>
    isClear(value) &&
    !isAmbiguous(form, { branches }, branch, value) &&
    !fitsSeveral(form, { keyword, branches }, value);
  // A property that tells the alternatives apart stays, with the value of the new one.
  const isKept = isObject(present) && [...telling].some(name => Object.hasOwn(present, name));
  const smallest = isKept ? [told, small] : [small, told];
  const value =
    smallest.find(isEnough) ??
    largerStart(form, branch, { located, decided }, small, { ...tests, isEnough }) ??
    smallest.find(isClear);
  if (value === undefined) return undefined;
  const values = { start: value, present, rivals };
  return { value: withFitting(form, [...located, branch], values, isClear) };
}

/** Adds the fixed values of an alternative by which it differs from others. */
function withTold(
  form: SchemaReader,
  located: readonly Located[],
  start: unknown,
  telling: ReadonlySet<string>,
): unknown {
  if (!isObject(start) || telling.size === 0) return start;
  const { parts } = form.read(located, start);
  const names = namesIn(parts).filter(name => telling.has(name) && !Object.hasOwn(start, name));
  const told = names.map(name => [name, startValue(form, propertyIn(parts, name).located)] as const);
  return told.length === 0 ? start : { ...Object.fromEntries(told), ...start };
}

/** Returns a value with enough properties or items to be recognized as one of several alternatives. */
function largerStart(
  form: SchemaReader,
  branch: Located,
  { located, decided }: Pick<ResolvedSchema, 'located' | 'decided'>,
  small: unknown,
  { isOfType, isClear, isEnough }: StartTests & { readonly isEnough: (value: unknown) => boolean },
): unknown {
  const start = (isWhole: boolean): unknown =>
    branchStart(form, branch, located, { decided, isWhole, fill: 'empty' });
  const filled = start(false);
  if (isEnough(filled)) return filled;
  if (isClear(filled)) return withOneMore(form, branch, filled, isEnough) ?? filled;
  // A value with all properties has the same type, and takes long to build.
  const whole = isOfType(filled) ? [start(true)] : [];
  const others = [...whole, ...itemsOf(form, branch, small), ...DISTINCT];
  return others.find(value => isClear(value) && isComplete(form, branch, value));
}

/** Returns an object with the first property that is enough; undefined if there is none. */
function withOneMore(
  form: SchemaReader,
  branch: Located,
  value: unknown,
  isEnough: (value: unknown) => boolean,
): unknown {
  if (!isObject(value)) return undefined;
  const { parts } = form.read([branch], value);
  const names = namesIn(parts).filter(name => !Object.hasOwn(value, name));
  for (const name of names.slice(0, MAX_TRIED)) {
    const { located, refused } = propertyIn(parts, name);
    const more = refused ? value : { ...value, [name]: startValue(form, located, { fill: 'empty' }) };
    if (isEnough(more) && form.accepts([branch], more)) return more;
  }
  return undefined;
}

const MAX_TRIED = 20;

/** True if an alternative accepts a value, apart from the texts that a person has yet to enter. */
function isComplete(form: SchemaReader, branch: Located, value: unknown): boolean {
  const { valid, problems } = form.judge(branch, value);
  const isToEnter = (path: readonly PathSegment[]): boolean =>
    path.length > 0 && path.reduce(memberOf, value) === '';
  return valid || (problems.length > 0 && problems.every(({ path }) => isToEnter(path)));
}

/** Returns a list with one item for an alternative that starts with an empty list. */
function itemsOf(form: SchemaReader, branch: Located, start: unknown): readonly unknown[] {
  if (!Array.isArray(start) || start.length > 0) return [];
  const { located } = itemIn(form.read([branch], start).parts, 0);
  return located.length > 0 ? [[startValue(form, located)]] : [];
}

/** The values that an alternative is started with. */
interface Fitting {
  readonly start: unknown;
  readonly present: unknown;
  /** The properties that any alternative describes. */
  readonly rivals: ReadonlySet<string>;
}

/**
 * Returns an initial value of an alternative with properties of the current value. Keeps those that the alternative
 * accepts, as long as the value is still recognized as this alternative and gains no problems, but none that only other
 * alternatives describe.
 */
function withFitting(
  form: SchemaReader,
  located: readonly Located[],
  { start, present, rivals }: Fitting,
  isClear: (value: unknown) => boolean,
): unknown {
  if (!isObject(start) || !isObject(present)) return start;
  const described = new Set(namesIn(form.reach(located, inPlace)));
  const problemsOf = (value: unknown): number =>
    located.reduce((sum, item) => sum + form.judge(item, value).problems.length, 0);
  let kept: Readonly<Record<string, unknown>> = start;
  // Some properties apply only once others have their values.
  for (let round = 0; round < ROUNDS; round++) {
    const { parts } = form.read(located, kept);
    const names = new Set(namesIn(parts));
    const fitting = Object.entries(present).filter(([name, value]) => {
      const { located: schemas, refused } = propertyIn(parts, name);
      const isKnown = names.has(name) || !(described.has(name) || rivals.has(name));
      if (refused || !isKnown || equalJson(kept[name], value)) return false;
      return form.accepts(schemas, value);
    });
    kept = withMost(kept, fitting, more => isClear(more) && problemsOf(more) <= problemsOf(kept));
  }
  return kept;
}

const ROUNDS = 2;

/**
 * Adds the members with which an object still fits. Tests them together, and only those that do not fit together in
 * smaller groups, since most objects fit as a whole and each test reads all alternatives.
 */
function withMost(
  object: Readonly<Record<string, unknown>>,
  members: readonly (readonly [name: string, value: unknown])[],
  fits: (object: Readonly<Record<string, unknown>>) => boolean,
): Readonly<Record<string, unknown>> {
  if (members.length === 0) return object;
  const all = { ...object, ...Object.fromEntries(members) };
  if (fits(all)) return all;
  if (members.length === 1) return object;
  const half = members.length >> 1;
  return withMost(withMost(object, members.slice(0, half), fits), members.slice(half), fits);
}
