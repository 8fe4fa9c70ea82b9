import type { Located } from '../schema/resources.ts';
import type { PathSegment } from '../template.ts';
import type { FormNode, Held } from './formNode.ts';
import type { FormSchema } from './formSchema.ts';
import type { Parts } from './traits.ts';

/** A place of a form that is being described. */
export interface Site {
  readonly located: readonly Located[];
  readonly path: readonly PathSegment[];
  readonly required: boolean;
  readonly value: Held | undefined;
  readonly own: Held | undefined;
  readonly inherited: Held | undefined;
  /** Whether no schema describes it, so that it is drawn by its value alone. */
  readonly loose: boolean;
  /** Whether the schema has no place for it. */
  readonly unknown: boolean;
  /** Alternatives at this place of which one has been chosen. */
  readonly decided: ReadonlySet<unknown>;
  /** What applies around it where there is no value; what comes again is not gone into. */
  readonly trail: readonly Parts[];
}

/** What describing a form needs at every place. */
export interface Describing {
  readonly form: FormSchema;
  /** Describes another place, or the same one with more decided. */
  readonly describe: (site: Site) => FormNode;
}

/** The value within a value at a property or an item. */
export function heldIn(outer: Held | undefined, segment: PathSegment): Held | undefined {
  const value = outer?.value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
  return { value: (value as Readonly<Record<PathSegment, unknown>>)[segment] };
}

/** The place of a property or an item that some subschemas describe. */
export function siteIn(
  site: Site,
  parts: Parts,
  segment: PathSegment,
  { located, required }: Pick<Site, 'located' | 'required'>,
): Site {
  const value = heldIn(site.value, segment);
  return {
    located,
    path: [...site.path, segment],
    required,
    value,
    own: heldIn(site.own, segment),
    inherited: heldIn(site.inherited, segment),
    loose: false,
    unknown: false,
    decided: new Set(),
    trail: value ? [] : [...site.trail, parts],
  };
}

const MAX_EMPTY_LEVELS = 5;

/** Whether a place without a value is not gone into: what is inside would come again, or is far inside. */
export function isFolded({ value, trail }: Site, parts: Parts): boolean {
  if (value) return false;
  const around = new Set(trail.flatMap(level => level.map(({ schema }) => schema)));
  return trail.length > MAX_EMPTY_LEVELS || parts.some(({ schema }) => around.has(schema));
}
