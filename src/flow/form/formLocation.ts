import { memberOf } from '../../util/isObject.ts';
import type { Located } from '../schema/resources.ts';
import type { PathSegment } from '../template.ts';
import type { FormNode, HeldValue } from './formNode.ts';
import type { SchemaReader } from '../schema/schemaReader.ts';
import type { AppliedSchemas } from '../schema/appliedSchemas.ts';

/** A location in a form that is being described, with its schemas and values. */
export interface FormLocation {
  readonly located: readonly Located[];
  readonly path: readonly PathSegment[];
  readonly required: boolean;
  readonly value: HeldValue | undefined;
  readonly own: HeldValue | undefined;
  readonly inherited: HeldValue | undefined;
  /** True if no schema describes it, so that only its value determines the input. */
  readonly loose: boolean;
  /** True if the schema does not permit it. */
  readonly unknown: boolean;
  /** Alternatives at this location that have been resolved. */
  readonly decided: ReadonlySet<unknown>;
  /** The schemas around a location without a value, to stop at recursion. */
  readonly trail: readonly AppliedSchemas[];
}

/** The context for describing the parts of a form. */
export interface Describing {
  readonly form: SchemaReader;
  /** Describes another location, or the same with more alternatives resolved. */
  readonly describe: (location: FormLocation) => FormNode;
  /** True if only what is within a location is asked for, so that its own alternatives are not. */
  readonly isPassing: (path: readonly PathSegment[]) => boolean;
  /** True once describing has taken too much work; what is left is described without checking it. */
  readonly isSpent: () => boolean;
  /** True if no location with so many locations without a value around it is described. */
  readonly isTooDeep: (levels: number) => boolean;
}

/** Returns the value of a property or an item, if present. */
export function valueIn(outer: HeldValue | undefined, segment: PathSegment): HeldValue | undefined {
  const value = memberOf(outer?.value, segment);
  return value === undefined ? undefined : { value };
}

/** Returns the location of a property or an item. */
export function locationIn(
  location: FormLocation,
  parts: AppliedSchemas,
  segment: PathSegment,
  { located, required }: Pick<FormLocation, 'located' | 'required'>,
): FormLocation {
  const value = valueIn(location.value, segment);
  return {
    located,
    path: [...location.path, segment],
    required,
    value,
    own: valueIn(location.own, segment),
    inherited: valueIn(location.inherited, segment),
    loose: false,
    unknown: false,
    decided: new Set(),
    trail: value ? [] : [...location.trail, parts],
  };
}

/**
 * True if the content of a location without a value is omitted, because its schema is recursive or it is nested too deep.
 */
export function isFolded(
  { isTooDeep }: Describing,
  { value, trail }: FormLocation,
  parts: AppliedSchemas,
): boolean {
  if (value) return false;
  const outerSchemas = new Set(trail.flatMap(level => level.map(({ schema }) => schema)));
  return parts.some(({ schema }) => outerSchemas.has(schema)) || isTooDeep(trail.length);
}
