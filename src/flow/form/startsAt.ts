import type { PathSegment } from '../template.ts';
import type { FormSchema } from './formSchema.ts';
import type { HeldValue } from './formNode.ts';
import { findNearest, resolveAlternatives, type ResolvedSchema } from './resolveAlternatives.ts';
import { valueIn, type FormLocation } from './formLocation.ts';
import { branchStart, startValue } from './startValue.ts';
import { itemIn, propertyIn } from './schemaQueries.ts';

/** Returns initial values at a path of an incomplete value: one per alternative, the first alternative first. */
export function startsAt(form: FormSchema, path: readonly PathSegment[], value: unknown): readonly unknown[] {
  const resolved = resolveAlternatives(form, locationAt(form, path, value));
  const { union, located } = resolved;
  if (!union) return [startValue(form, located)];
  const decided = new Set([...resolved.decided, union.list]);
  return union.branches.map(branch => branchStart(form, branch, located, decided));
}

/** Returns the location at a path; unions along it are resolved to the alternative that the value matches best. */
function locationAt(form: FormSchema, path: readonly PathSegment[], value: unknown): FormLocation {
  let location = toLocation([form.root], { value });
  for (const segment of path) {
    const { parts } = decideUnion(form, location);
    const { located } = typeof segment === 'number' ? itemIn(parts, segment) : propertyIn(parts, segment);
    location = toLocation(located, valueIn(location.value, segment));
  }
  return location;
}

function decideUnion(form: FormSchema, location: FormLocation): ResolvedSchema {
  const resolved = resolveAlternatives(form, location);
  const { union, located } = resolved;
  const branch = union?.branches[findNearest(form, union.branches, location.value)];
  if (!union || !branch) return resolved;
  const decided = new Set([...resolved.decided, union.list]);
  return resolveAlternatives(form, { ...location, located: [...located, branch], decided });
}

function toLocation(located: FormLocation['located'], value: HeldValue | undefined): FormLocation {
  const emptyLocation = { path: [], required: true, own: value, inherited: undefined, trail: [] };
  return { ...emptyLocation, located, value, loose: false, unknown: false, decided: new Set() };
}
