import type { Located } from '../schema/resources.ts';
import { isObject } from '../../util/isObject.ts';
import type { FormBranch, FormPart, UnionNode } from './formNode.ts';
import type { FormSchema } from './formSchema.ts';
import { branchLabel } from './label.ts';
import { nearest, type Settled } from './settle.ts';
import type { Shape } from './shape.ts';
import type { Describing, Site } from './site.ts';
import { branchStart } from './startValue.ts';
import { firstText, namesIn, propertyIn } from './traits.ts';

/** A value that has one of several forms, shown in the one that it has or comes nearest to. */
export function describeUnion(
  { form, describe }: Describing,
  site: Site,
  settled: Settled,
  { branches }: Shape,
  part: FormPart,
): UnionNode {
  const decided = new Set([...settled.decided, ...(settled.union ? [settled.union.list] : [])]);
  const chosen = nearest(form, branches, site.value ?? part.default);
  const branch = branches[chosen];
  const located = branch ? [...settled.located, branch] : settled.located;
  return {
    ...part,
    kind: 'union',
    branches: branches.flatMap((_, index) => branchOf(form, site, settled, { branches, index, decided })),
    chosen,
    content: describe({ ...site, located, decided }),
  };
}

function branchOf(
  form: FormSchema,
  site: Site,
  settled: Settled,
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
  const located = [...settled.located, branch];
  const isClear = (value: unknown): boolean => nearest(form, branches, { value }) === index;
  const start = (isWhole: boolean): unknown => {
    const own = branchStart(form, branch, settled.located, decided, isWhole);
    return withFitting(form, located, own, site.value?.value, isClear);
  };
  const small = start(false);
  // What several forms take must hold enough to be known as the one that was chosen.
  return [
    {
      label: branchLabel(branch.schema, reading, index),
      ...(description === undefined ? {} : { description }),
      start: isClear(small) ? small : start(true),
      fits: site.value !== undefined && form.judge(branch, site.value.value).valid,
    },
  ];
}

/**
 * A value of a form with the properties of the present one that the form knows, that fit there, and that leave it this
 * form: a property that belongs to another form, or that cannot stand beside the others, is dropped.
 */
function withFitting(
  form: FormSchema,
  located: readonly Located[],
  start: unknown,
  present: unknown,
  isClear: (value: unknown) => boolean,
): unknown {
  if (!isObject(start) || !isObject(present)) return start;
  const { parts } = form.read(located, start);
  const names = new Set(namesIn(parts));
  const problemsOf = (value: unknown): number =>
    located.reduce((sum, one) => sum + form.judge(one, value).problems.length, 0);
  let kept: Readonly<Record<string, unknown>> = start;
  for (const [name, value] of Object.entries(present)) {
    if (!names.has(name)) continue;
    if (!propertyIn(parts, name).located.every(one => form.judge(one, value).valid)) continue;
    const more = { ...kept, [name]: value };
    const isStillClear = isClear(more) || !isClear(kept);
    if (isStillClear && problemsOf(more) <= problemsOf(kept)) kept = more;
  }
  return kept;
}
