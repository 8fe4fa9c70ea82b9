import type { PathSegment } from '../template.ts';
import type { FormSchema } from './formSchema.ts';
import type { Held } from './formNode.ts';
import { nearest, settle, type Settled } from './settle.ts';
import { heldIn, type Site } from './site.ts';
import { branchStart, startValue } from './startValue.ts';
import { itemIn, propertyIn } from './traits.ts';

/** Returns initial values at a path of an incomplete value: one per alternative, the first alternative first. */
export function startsAt(form: FormSchema, path: readonly PathSegment[], value: unknown): readonly unknown[] {
  const settled = settle(form, siteAt(form, path, value));
  const { union, located } = settled;
  if (!union) return [startValue(form, located)];
  const decided = new Set([...settled.decided, union.list]);
  return union.branches.map(branch => branchStart(form, branch, located, decided));
}

/** Returns the site at a path; unions along it are resolved to the alternative that the value matches best. */
function siteAt(form: FormSchema, path: readonly PathSegment[], value: unknown): Site {
  let site = siteOf([form.root], { value });
  for (const segment of path) {
    const { parts } = decidedBy(form, site);
    const { located } = typeof segment === 'number' ? itemIn(parts, segment) : propertyIn(parts, segment);
    site = siteOf(located, heldIn(site.value, segment));
  }
  return site;
}

function decidedBy(form: FormSchema, site: Site): Settled {
  const settled = settle(form, site);
  const { union, located } = settled;
  const branch = union?.branches[nearest(form, union.branches, site.value)];
  if (!union || !branch) return settled;
  const decided = new Set([...settled.decided, union.list]);
  return settle(form, { ...site, located: [...located, branch], decided });
}

function siteOf(located: Site['located'], value: Held | undefined): Site {
  const nowhere = { path: [], required: true, own: value, inherited: undefined, trail: [] };
  return { ...nowhere, located, value, loose: false, unknown: false, decided: new Set() };
}
