import type { Located } from '../schema/resources.ts';
import { isObject } from '../../util/isObject.ts';
import type { FormBranch, FormPart, HeldValue, UnionNode } from './formNode.ts';
import type { SchemaReader } from '../schema/schemaReader.ts';
import { branchLabel } from './label.ts';
import { findNearest, type ResolvedSchema } from './resolveAlternatives.ts';
import type { Shape } from './shape.ts';
import type { Describing, FormLocation } from './formLocation.ts';
import { branchStart, startValue } from './startValue.ts';
import { firstText, itemIn, namesIn, propertyIn } from '../schema/appliedSchemas.ts';

/** Describes a value with several alternatives, shown as the alternative that it matches best. */
export function describeUnion(
  { form, describe }: Describing,
  location: FormLocation,
  resolved: ResolvedSchema,
  { branches }: Shape,
  part: FormPart,
): UnionNode {
  const lists = resolved.union ? [resolved.union.list] : [];
  const decided = new Set([...resolved.chosen, ...lists]);
  const nearest = findNearest(form, branches, location.value ?? part.default);
  const described = branches.map((branch, index): FormBranch | undefined => {
    const reading = form.read([branch], undefined);
    const description = firstText(reading.parts, 'description');
    const isClear = (value: unknown): boolean => findNearest(form, branches, { value }) === index;
    const start = clearStart(form, branch, { ...resolved, decided }, location.value?.value, isClear);
    // Choosing an alternative whose values are shown as another one would have no effect.
    if (!start && index !== nearest) return undefined;
    return {
      label: branchLabel(branch.schema, reading, index),
      ...(description === undefined ? {} : { description }),
      start: start ? start.value : branchStart(form, branch, resolved.located, decided),
      fits: location.value !== undefined && form.judge(branch, location.value.value).valid,
    };
  });
  const branch = branches[nearest];
  const located = branch ? [...resolved.located, branch] : resolved.located;
  return {
    ...part,
    kind: 'union',
    branches: described.filter(described => described !== undefined),
    chosen: described.slice(0, nearest).filter(described => described !== undefined).length,
    content: describe({ ...location, located, decided: new Set([...resolved.decided, ...lists]) }),
  };
}

/** Values that can distinguish an alternative with a plain type from others. */
const DISTINCT: readonly unknown[] = ['', 'text', 0, 1, 0.5, -1, false, true];

/** Returns a value that is shown as an alternative, with fitting parts of the present value; undefined if there is none. */
function clearStart(
  form: SchemaReader,
  branch: Located,
  { located, decided }: Pick<ResolvedSchema, 'located' | 'decided'>,
  present: unknown,
  isClear: (value: unknown) => boolean,
): HeldValue | undefined {
  const start = (isWhole: boolean): unknown => branchStart(form, branch, located, decided, isWhole);
  const small = start(false);
  // A value that several alternatives accept needs enough properties or items to be recognized.
  const value = isClear(small)
    ? small
    : [start(true), ...itemsOf(form, branch, small), ...DISTINCT].find(
        value => isClear(value) && form.judge(branch, value).valid,
      );
  if (value === undefined) return undefined;
  return { value: withFitting(form, [...located, branch], value, present, isClear) };
}

/** Returns a list with one item for an alternative that starts with an empty list. */
function itemsOf(form: SchemaReader, branch: Located, start: unknown): readonly unknown[] {
  if (!Array.isArray(start) || start.length > 0) return [];
  const { located } = itemIn(form.read([branch], start).parts, 0);
  return located.length > 0 ? [[startValue(form, located)]] : [];
}

/**
 * Returns an initial value of an alternative with properties of the current value. Keeps those that the alternative
 * knows and accepts, as long as the value is still recognized as this alternative and gains no problems.
 */
function withFitting(
  form: SchemaReader,
  located: readonly Located[],
  start: unknown,
  present: unknown,
  isClear: (value: unknown) => boolean,
): unknown {
  if (!isObject(start) || !isObject(present)) return start;
  const { parts } = form.read(located, start);
  const names = new Set(namesIn(parts));
  const problemsOf = (value: unknown): number =>
    located.reduce((sum, item) => sum + form.judge(item, value).problems.length, 0);
  let kept: Readonly<Record<string, unknown>> = start;
  for (const [name, value] of Object.entries(present)) {
    if (!names.has(name)) continue;
    if (!propertyIn(parts, name).located.every(item => form.judge(item, value).valid)) continue;
    const more = { ...kept, [name]: value };
    if (isClear(more) && problemsOf(more) <= problemsOf(kept)) kept = more;
  }
  return kept;
}
