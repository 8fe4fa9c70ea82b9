import type { Located } from '../schema/resources.ts';
import { isObject } from '../../util/isObject.ts';
import type { FormBranch, FormPart, UnionNode } from './formNode.ts';
import type { SchemaReader } from '../schema/schemaReader.ts';
import { branchLabel } from './label.ts';
import { findNearest, type ResolvedSchema } from './resolveAlternatives.ts';
import type { Shape } from './shape.ts';
import type { Describing, FormLocation } from './formLocation.ts';
import { branchStart } from './startValue.ts';
import { firstText, namesIn, propertyIn } from '../schema/appliedSchemas.ts';

/** Describes a value with several alternatives, shown as the alternative that it matches best. */
export function describeUnion(
  { form, describe }: Describing,
  location: FormLocation,
  resolved: ResolvedSchema,
  { branches }: Shape,
  part: FormPart,
): UnionNode {
  const decided = new Set([...resolved.decided, ...(resolved.union ? [resolved.union.list] : [])]);
  const chosen = findNearest(form, branches, location.value ?? part.default);
  const branch = branches[chosen];
  const located = branch ? [...resolved.located, branch] : resolved.located;
  return {
    ...part,
    kind: 'union',
    branches: branches.flatMap((_, index) =>
      branchOf(form, location, resolved, { branches, index, decided }),
    ),
    chosen,
    content: describe({ ...location, located, decided }),
  };
}

function branchOf(
  form: SchemaReader,
  location: FormLocation,
  resolved: ResolvedSchema,
  {
    branches,
    index,
    decided,
  }: { branches: readonly Located[]; index: number; decided: ReadonlySet<unknown> },
): FormBranch[] {
  const branch = branches[index];
  if (!branch) return [];
  const reading = form.read([branch], undefined);
  const description = firstText(reading.parts, 'description');
  const located = [...resolved.located, branch];
  const isClear = (value: unknown): boolean => findNearest(form, branches, { value }) === index;
  const start = (isWhole: boolean): unknown => {
    const branchValue = branchStart(form, branch, resolved.located, decided, isWhole);
    return withFitting(form, located, branchValue, location.value?.value, isClear);
  };
  const small = start(false);
  // A value that several alternatives accept needs enough properties to be recognized as the chosen one.
  return [
    {
      label: branchLabel(branch.schema, reading, index),
      ...(description === undefined ? {} : { description }),
      start: isClear(small) ? small : start(true),
      fits: location.value !== undefined && form.judge(branch, location.value.value).valid,
    },
  ];
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
    const isStillClear = isClear(more) || !isClear(kept);
    if (isStillClear && problemsOf(more) <= problemsOf(kept)) kept = more;
  }
  return kept;
}
