/** The type of a JSON value. */
export type DataType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/**
 * The known form of a value that expressions can read, bounded in depth and size. Everything is optional: an empty
 * shape is that of a value about which nothing is known.
 */
export interface DataShape {
  /** Absent if the type is unknown or one of several. A value that can be null has the type that it otherwise has. */
  readonly type?: DataType | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** The known properties of an object by name, in order. */
  readonly properties?: ReadonlyMap<string, DataShape> | undefined;
  /** The shape of all items of a list. */
  readonly items?: DataShape | undefined;
  /** True for an object that has no other properties. */
  readonly isClosed?: boolean | undefined;
  /** True if the shape was learned from runs, so that a value can also have another form. */
  readonly isLearned?: boolean | undefined;
  /** An example on one line: given by the schema or the flow itself, or a masked value of a run. */
  readonly sample?: string | undefined;
}

/** The shape of a value about which nothing is known. */
export const UNKNOWN_SHAPE: DataShape = {};

/** The limits of a shape; whatever exceeds them is left out. */
export const SHAPE_LIMITS = { depth: 6, properties: 100, shapes: 500, text: 300, sample: 40 } as const;

const WORDS: Readonly<Record<DataType, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
  array: 'list',
  null: 'empty',
};

/** Returns the type of a value in words, such as `text` or `list of text`; empty if it is unknown. */
export function typeWords({ type, items }: DataShape): string {
  if (type === undefined) return '';
  if (type !== 'array' || items?.type === undefined) return WORDS[type];
  return items.type === 'array' || items.type === 'null' ? WORDS.array : `list of ${plural(items.type)}`;
}

function plural(type: DataType): string {
  const word = WORDS[type];
  return type === 'string' || type === 'boolean' ? word : `${word}s`;
}

/** Returns the shape of a property or an item; undefined if it is not known. */
export function memberShape(shape: DataShape, segment: string | number): DataShape | undefined {
  if (typeof segment === 'number') return shape.items;
  // Every list and text has a length only in other languages, so only properties count here.
  return shape.properties?.get(segment);
}

/** Returns the type that covers two types; undefined if none does. Null is covered by every type. */
function commonType(one: DataType | undefined, other: DataType | undefined): DataType | undefined {
  if (one === other || other === 'null') return one;
  if (one === 'null') return other;
  const areNumbers = [one, other].every(type => type === 'number' || type === 'integer');
  return areNumbers ? 'number' : undefined;
}

/** Returns the shape of values that have one of two shapes. */
export function mergeShapes(one: DataShape, other: DataShape): DataShape {
  const type = commonType(one.type, other.type);
  const properties = mergeProperties(one.properties, other.properties);
  const items = one.items && other.items ? mergeShapes(one.items, other.items) : (one.items ?? other.items);
  return {
    type,
    title: one.title ?? other.title,
    description: one.description ?? other.description,
    properties,
    items,
    isClosed: one.isClosed === true && other.isClosed === true,
    isLearned: one.isLearned === true || other.isLearned === true,
    sample: one.type === 'null' ? other.sample : (one.sample ?? other.sample),
  };
}

function mergeProperties(
  ones: DataShape['properties'],
  others: DataShape['properties'],
): DataShape['properties'] {
  if (!ones || !others) return ones ?? others;
  const merged = new Map(ones);
  for (const [name, shape] of others) {
    const known = merged.get(name);
    if (known) merged.set(name, mergeShapes(known, shape));
    else if (merged.size < SHAPE_LIMITS.properties) merged.set(name, shape);
  }
  return merged;
}

/** Completes a described shape by what was learned from runs, where the description says nothing. */
export function completeShape(described: DataShape, learned: DataShape | undefined): DataShape {
  if (!learned || commonType(described.type ?? learned.type, learned.type) === undefined) return described;
  const { properties = new Map<string, DataShape>(), items, isClosed = false } = described;
  const all = new Map<string, DataShape>();
  for (const [name, shape] of properties) all.set(name, completeShape(shape, learned.properties?.get(name)));
  if (!isClosed)
    for (const [name, shape] of learned.properties ?? []) if (!all.has(name)) all.set(name, shape);
  const isLearned = !isClosed && properties.size === 0 && all.size > 0;
  return {
    ...described,
    type: described.type ?? learned.type,
    ...(all.size > 0 ? { properties: all } : {}),
    ...(items || learned.items ? { items: items ? completeShape(items, learned.items) : learned.items } : {}),
    ...(isLearned ? { isLearned } : {}),
    sample: described.sample ?? learned.sample,
  };
}
