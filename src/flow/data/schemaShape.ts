import { isObject, listOf, withoutUndefined } from '../../util/isObject.ts';
import { memoize } from '../../util/once.ts';
import { plainText } from '../../util/plainText.ts';
import {
  first,
  firstText,
  impliedType,
  isFlagged,
  itemIn,
  namesIn,
  type AppliedSchemas,
  propertyIn,
  tupleLength,
  typesIn,
  valuesIn,
} from '../schema/appliedSchemas.ts';
import type { Located } from '../schema/resources.ts';
import { SchemaReader } from '../schema/schemaReader.ts';
import { type DataShape, type DataType, mergeShapes, SHAPE_LIMITS, UNKNOWN_SHAPE } from './dataShape.ts';
import { isSecretName } from '../../util/secretNames.ts';
import { scalarText } from './valueShape.ts';

const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Returns the shape of the values that a JSON Schema describes; an unknown one for a schema that cannot be used. */
export function schemaShape(schema: unknown): DataShape {
  return isObject(schema) ? shapeOfSchema(schema) : UNKNOWN_SHAPE;
}

// Every expression that refers to an action needs its shape.
const shapeOfSchema = memoize((schema: object): DataShape => {
  const reader = new SchemaReader(schema);
  if (reader.unusable !== undefined) return UNKNOWN_SHAPE;
  const budget = { left: SHAPE_LIMITS.shapes };
  return shapeAt([reader.root], { reader, depth: SHAPE_LIMITS.depth, budget, isSecret: false });
});

/** Returns the shape of values of which a JSON Schema was learned from runs. */
export function learnedShape(schema: object | undefined): DataShape | undefined {
  return schema && learnedShapeOf(schema);
}

const learnedShapeOf = memoize((schema: object): DataShape => asLearned(schemaShape(schema)));

function asLearned(shape: DataShape): DataShape {
  const { properties, items } = shape;
  return {
    ...shape,
    isLearned: true,
    isClosed: false,
    ...(properties
      ? { properties: new Map([...properties].map(([name, one]) => [name, asLearned(one)])) }
      : {}),
    ...(items ? { items: asLearned(items) } : {}),
  };
}

interface Reading {
  readonly reader: SchemaReader;
  readonly depth: number;
  /** The number of shapes that can still be made, against schemas whose references multiply. */
  readonly budget: { left: number };
  readonly isSecret: boolean;
}

function shapeAt(located: readonly Located[], reading: Reading): DataShape {
  const { reader, depth, budget } = reading;
  if (depth === 0 || budget.left-- <= 0) return UNKNOWN_SHAPE;
  const { parts, unions } = reader.read(located, undefined);
  const isSecret = reading.isSecret || isFlagged(parts, 'writeOnly') || first(parts, 'format') === 'password';
  const own = ownShape(parts, { ...reading, isSecret });
  return unions.reduce((shape, { branches }) => {
    const shapes = branches.map(branch => shapeAt([branch], { ...reading, depth: depth - 1, isSecret }));
    const [one, ...more] = shapes.filter(({ type }) => type !== 'null');
    return one ? withAlternatives(shape, more.reduce(mergeShapes, one)) : shape;
  }, own);
}

/** Combines a shape with that of the alternatives that also describe the value. */
function withAlternatives(own: DataShape, alternatives: DataShape): DataShape {
  const { properties, isClosed } = alternatives;
  const all = new Map([...(own.properties ?? []), ...(properties ?? [])]);
  return {
    ...alternatives,
    ...withoutUndefined(own),
    ...(all.size > 0 ? { properties: all } : {}),
    isClosed: own.isClosed === true || isClosed === true,
  };
}

function ownShape(parts: AppliedSchemas, reading: Reading): DataShape {
  const { budget, isSecret } = reading;
  const type = typeIn(parts);
  const inner = { ...reading, depth: reading.depth - 1 };
  const properties = new Map<string, DataShape>();
  const names = namesIn(parts);
  let isWhole = true;
  for (const name of names) {
    if (inner.depth === 0 || properties.size >= SHAPE_LIMITS.properties || budget.left <= 0) {
      isWhole = false;
      break;
    }
    const { located, refused } = propertyIn(parts, name);
    if (refused) continue;
    properties.set(name, shapeAt(located, { ...inner, isSecret: isSecret || isSecretName(name) }));
  }
  const tuple = tupleLength(parts);
  const { located: items } = type === 'array' ? itemIn(parts, tuple) : { located: [] };
  return withoutUndefined({
    type,
    title: shortText(firstText(parts, 'title')),
    description: shortText(firstText(parts, 'description')),
    properties: properties.size > 0 ? properties : undefined,
    items: items.length > 0 && tuple === 0 && inner.depth > 0 ? shapeAt(items, inner) : undefined,
    isClosed: isWhole && isClosed(parts) ? true : undefined,
    sample: isSecret ? undefined : sampleIn(parts),
  });
}

function typeIn(parts: AppliedSchemas): DataType | undefined {
  const types = typesIn(parts) ?? [impliedType(parts)].filter(type => type !== undefined);
  const [type, ...more] = types.filter(name => name !== 'null');
  if (more.length > 0 || type === undefined) return types.length === 1 ? 'null' : undefined;
  return isDataType(type) ? type : undefined;
}

function isDataType(name: string): name is DataType {
  return TYPES.includes(name);
}

function isClosed(parts: AppliedSchemas): boolean {
  const isKnown = parts.every(({ unread }) => unread === undefined);
  return (
    isKnown &&
    parts.some(
      ({ schema }) =>
        !isObject(schema['patternProperties']) &&
        (schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false),
    )
  );
}

function sampleIn(parts: AppliedSchemas): string | undefined {
  const examples = first(parts, 'examples');
  const values = [
    ...listOf(examples),
    first(parts, 'example'),
    first(parts, 'default'),
    ...(valuesIn(parts) ?? []).slice(0, 1),
  ];
  return values.map(scalarText).find(sample => sample !== undefined);
}

function shortText(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : plainText(text, SHAPE_LIMITS.text);
}
