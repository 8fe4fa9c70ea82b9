import type { PathSegment } from '../template.ts';
import type { FormSchema } from './formSchema.ts';
import type { HeldValue } from './formNode.ts';
import { nearest, resolveAlternatives, type ResolvedSchema } from './resolveAlternatives.ts';
import { valueIn, type FormLocation } from './formLocation.ts';
import { branchStart, startValue } from './startValue.ts';
import { itemIn, propertyIn } from './schemaQueries.ts';

/** Returns initial values at a path of an incomplete value: one per alternative, the first alternative first. */
export function startsAt(form: FormSchema, path: readonly PathSegment[], value: unknown): readonly unknown[] {
  const settled = resolveAlternatives(form, siteAt(form, path, value));
  const { union, located } = settled;
  if (!union) return [startValue(form, located)];
  const decided = new Set([...settled.decided, union.list]);
  return union.branches.map(branch => branchStart(form, branch, located, decided));
}

/** Returns the site at a path; unions along it are resolved to the alternative that the value matches best. */
function siteAt(form: FormSchema, path: readonly PathSegment[], value: unknown): FormLocation {
  let location = siteOf([form.root], { value });
  for (const segment of path) {
    const { parts } = decidedBy(form, location);
    const { located } = typeof segment === 'number' ? itemIn(parts, segment) : propertyIn(parts, segment);
    location = siteOf(located, valueIn(location.value, segment));
  }
  return location;
}

function decidedBy(form: FormSchema, location: FormLocation): ResolvedSchema {
  const settled = resolveAlternatives(form, location);
  const { union, located } = settled;
  const branch = union?.branches[nearest(form, union.branches, location.value)];
  if (!union || !branch) return settled;
  const decided = new Set([...settled.decided, union.list]);
  return resolveAlternatives(form, { ...location, located: [...located, branch], decided });
}

function siteOf(located: FormLocation['located'], value: HeldValue | undefined): FormLocation {
  const nowhere = { path: [], required: true, own: value, inherited: undefined, trail: [] };
  return { ...nowhere, located, value, loose: false, unknown: false, decided: new Set() };
}
