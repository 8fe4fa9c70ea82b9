import { isObject } from '../../util/isObject.ts';
import { plainText } from '../../util/plainText.ts';
import { type DataShape, type DataType, mergeShapes, SHAPE_LIMITS } from './dataShape.ts';
import { isSecretName } from '../../util/secretNames.ts';

/** The limits of what is learned from a value. */
const LIMITS = { depth: 5, items: 20, name: 100, maskedSample: 24 } as const;

/**
 * Returns the shape of a value that a run produced. It keeps no text and no number: a sample is masked, with `x` for
 * each letter and `0` for each digit, and a member whose name looks secret has none.
 */
export function learnShape(value: unknown): DataShape {
  return shapeOf(value, reading(maskedSample));
}

/** Returns the shape of a value that the flow itself contains, with the value as its sample. */
export function shapeOfValue(value: unknown): DataShape {
  return shapeOf(value, reading(scalarText));
}

/** Returns a short text of a scalar value on one line; undefined for any other value. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : plainText(value, SHAPE_LIMITS.sample);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

interface Reading {
  readonly depth: number;
  /** The number of shapes that can still be made. */
  readonly budget: { left: number };
  readonly sampleOf: (value: unknown) => string | undefined;
}

function reading(sampleOf: Reading['sampleOf']): Reading {
  return { depth: LIMITS.depth, budget: { left: SHAPE_LIMITS.shapes }, sampleOf };
}

function shapeOf(value: unknown, given: Reading): DataShape {
  const type = typeOf(value);
  const { depth, budget, sampleOf } = given;
  budget.left--;
  const inner = { ...given, depth: depth - 1 };
  const isDeep = depth === 0 || budget.left <= 0;
  if (Array.isArray(value)) {
    const items = isDeep ? [] : value.slice(0, LIMITS.items).map(item => shapeOf(item, inner));
    const [first, ...more] = items;
    return { type, ...(first ? { items: more.reduce(mergeShapes, first) } : {}) };
  }
  if (!isObject(value)) return { type, sample: sampleOf(value) };
  const properties = new Map<string, DataShape>();
  for (const [name, member] of isDeep ? [] : Object.entries(value)) {
    if (properties.size >= SHAPE_LIMITS.properties || budget.left <= 0) break;
    if (name.length > LIMITS.name) continue;
    const hidden = { ...inner, sampleOf: () => undefined };
    properties.set(name, shapeOf(member, isSecretName(name) ? hidden : inner));
  }
  return { type, properties };
}

function typeOf(value: unknown): DataType | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    case 'object':
      // A number that would lose digits is kept as its text.
      return isObject(value) ? 'object' : 'number';
    default:
      return undefined;
  }
}

/** Returns a value in which only its form can be recognized. */
function maskedSample(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = plainText(String(value), LIMITS.maskedSample * 2)
    .replaceAll(/\p{N}/gu, '0')
    .replaceAll(/[^\d\s!-/:-@[-`{-~]/gu, 'x');
  const short = text.length > LIMITS.maskedSample ? `${text.slice(0, LIMITS.maskedSample - 1)}…` : text;
  return short === '' ? undefined : short;
}
