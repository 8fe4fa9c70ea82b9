import { enumWords } from '../schema/choices.ts';
import { canonicalJson, equalJson } from '../schema/equal.ts';
import type { Located } from '../schema/resources.ts';
import { isObject, type JsonObject, listOf } from '../../util/isObject.ts';
import type { FormKind, FormOption } from './formNode.ts';
import type { SchemaReader } from '../schema/schemaReader.ts';
import { optionLabel } from './label.ts';
import type { ResolvedSchema } from './resolveAlternatives.ts';
import { firstText, impliedType, type AppliedSchemas, typesIn, valuesIn } from '../schema/appliedSchemas.ts';

/** The kind of input at a location, with its options. */
export interface FieldInput {
  readonly kind: FormKind;
  /** The allowed values, without null. */
  readonly options: readonly FormOption[];
  /** The alternatives of a union. */
  readonly branches: readonly Located[];
  readonly nullable: boolean;
}

/** Schemas with a single type, as alternatives for values with several types. */
export const TYPE_SCHEMAS: ReadonlyMap<string, object> = new Map(
  ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].map(type => [type, { type }]),
);

export function shapeOf(
  form: SchemaReader,
  { located, parts, union, never, nullable }: ResolvedSchema,
): FieldInput {
  const types = typesIn(parts);
  const allOptions = acceptedOptions(form, located, optionsOf(form, parts, union?.branches));
  const isFixed = allOptions?.length === 1;
  const options = isFixed ? allOptions : (allOptions ?? []).filter(({ value }) => value !== null);
  const fixed = valuesIn(parts);
  const byType = types?.includes('null') ?? fixed !== undefined;
  const takesNull = nullable || (byType && (fixed?.includes(null) ?? true));
  const shape = (kind: FormKind, branches: readonly Located[] = []): FieldInput => ({
    kind,
    options,
    branches,
    nullable: kind !== 'json' && takesNull && !(isFixed && options[0]?.value === null),
  });
  if (never || allOptions?.length === 0) return shape('json');
  if (allOptions) return shape(isFixed ? 'constant' : 'choice');
  if (union) return shape('union', union.branches);
  const named = (types ?? []).filter(type => type !== 'null');
  const several = named.includes('number') ? named.filter(type => type !== 'integer') : named;
  if (several.length > 1) {
    const schemas = several.flatMap(type => TYPE_SCHEMAS.get(type) ?? []);
    return shape(
      'union',
      schemas.map(schema => ({ schema, resource: form.root.resource })),
    );
  }
  const type = several[0] ?? impliedType(parts);
  return shape((type !== undefined && KINDS[type]) || 'json');
}

const KINDS: Readonly<Record<string, FormKind>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
};

/** The number of values up to which each is tested. */
const MAX_TESTED = 100;

/** Returns the values that schemas accept, of those that they list; all if these are too many to test each. */
export function acceptedValues(
  form: SchemaReader,
  located: readonly Located[],
  values: readonly unknown[],
): readonly unknown[] {
  return values.length > MAX_TESTED ? values : values.filter(value => form.accepts(located, value));
}

/** Returns the options that the schemas accept; all if they accept none, so that there is a choice. */
function acceptedOptions(
  form: SchemaReader,
  located: readonly Located[],
  options: readonly FormOption[] | undefined,
): readonly FormOption[] | undefined {
  if (!options || options.length > MAX_TESTED) return options;
  const offered = options.filter(({ value }) => form.accepts(located, value));
  return offered.length > 0 ? offered : options;
}

/**
 * Returns the allowed values of an enumeration, or of alternatives with one value each; undefined if others are valid.
 */
function optionsOf(
  form: SchemaReader,
  parts: AppliedSchemas,
  branches: readonly Located[] | undefined,
): readonly FormOption[] | undefined {
  const values = valuesIn(parts);
  const described = branches?.map(branch => {
    const read = form.read([branch], undefined);
    return { values: read.unions.length > 0 ? undefined : valuesIn(read.parts), parts: read.parts };
  });
  if (described?.every(branch => branch.values !== undefined)) {
    const allowed = values && new Set(values.map(canonicalJson));
    const options = described.flatMap(described =>
      (described.values ?? []).map(value =>
        option(value, described.values?.length === 1 ? described.parts : []),
      ),
    );
    return options.filter(({ value }) => allowed?.has(canonicalJson(value)) ?? true);
  }
  if (values) {
    return values.map(value => {
      const [words] = parts.flatMap(({ schema }) => enumWordsOf(schema, value));
      return { ...option(value, []), ...words };
    });
  }
  return typesIn(parts)?.join() === 'null' ? [option(null, [])] : undefined;
}

/** Returns the description of a value in an `enum`; empty if there is none. */
function enumWordsOf(schema: JsonObject, value: unknown): readonly Pick<FormOption, 'description'>[] {
  const index = listOf(schema['enum']).findIndex(item => equalJson(item, value));
  return index === -1 ? [] : [enumWords(schema, index)];
}

function option(value: unknown, parts: AppliedSchemas): FormOption {
  const description = firstText(parts, 'description');
  return {
    value,
    label: firstText(parts, 'title') ?? optionLabel(value),
    ...(description === undefined ? {} : { description }),
  };
}

/** Returns the kind of input for a value without a schema. */
export function kindOfValue(value: unknown): FormKind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}

/** True if a kind of input can show a value. */
export function canShow(kind: FormKind, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
    case 'map':
      return isObject(value);
    case 'choice':
    case 'constant':
    case 'union':
    case 'json':
      return true;
  }
}
