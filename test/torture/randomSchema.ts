import type { Random } from '../../src/util/random.ts';
import { randomPattern } from './patterns.ts';
import { below, oneOf } from './section.ts';

type Schema = boolean | Readonly<Record<string, unknown>>;
type Make = (random: Random) => Schema;

const NAMES = ['a', 'b', 'c', 'aa', 'ab', '', 'é', '__proto__', 'constructor'];
const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];
const FORMATS = ['date-time', 'email', 'uri', 'uuid', 'ipv6', 'regex', 'none'];
const DRAFTS = ['http://json-schema.org/draft-04/schema#', 'https://json-schema.org/draft/2019-09/schema'];
/** Keywords that get a value of any type. */
const KEYWORDS = [
  'minItems',
  'allOf',
  'properties',
  'pattern',
  '$ref',
  'enum',
  'required',
  'items',
  '$schema',
  '$id',
];
const MAX_DEPTH = 3;
const MANY = 5000;

/** A schema and values to check. */
interface SchemaCase {
  readonly schema: Schema;
  readonly values: readonly unknown[];
}

/** Returns a random schema with values, some of which are designed to be slow. */
export function randomCase(random: Random): SchemaCase {
  const isHostile = random() < 0.01;
  const schema = isHostile ? oneOf(HOSTILE, random)(random) : randomSchema(random);
  const large = (): boolean => random() < (isHostile ? 0.5 : 0.01);
  const values = [0, 1].map(() => (large() ? largeValue(random) : small(random, 0)));
  return { schema, values };
}

function randomSchema(random: Random): Schema {
  const schema = plain(random, 0);
  if (typeof schema === 'boolean') return schema;
  return {
    ...(random() < 0.1 ? { $schema: oneOf(DRAFTS, random) } : {}),
    ...schema,
    ...(random() < 0.05 ? { [oneOf(KEYWORDS, random)]: small(random, 2) } : {}),
    $defs: { a: plain(random, 2), b: plain(random, 3) },
  };
}

function largeValue(random: Random): unknown {
  const count = below(MANY, random);
  return oneOf<() => unknown>(
    [
      () => Array.from({ length: count }, () => small(random, 2)),
      () => Array.from({ length: count }, (_, index) => ({ a: [index, { b: index }] })),
      () => Array.from({ length: 100 }, () => Array.from({ length: 50 }, (_, index) => index)),
      () => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, small(random, 3)])),
      () => 'ab'.repeat(count * 5),
      () =>
        nested(below(400, random), (inner: unknown) => oneOf<unknown>([[inner], { a: inner }], random), 1),
    ],
    random,
  )();
}

function small(random: Random, depth: number): unknown {
  const text = (): string =>
    oneOf([...NAMES, 'aaaaaaaaaaaaaaaaaaaab', '{{steps.read.body.x}}', '2020-01-01'], random);
  const number = (): number => oneOf([0, 1, -1, 0.1, 1e300, below(100, random)], random);
  const few = (): number[] => Array.from({ length: below(5, random) }, (_, index) => index);
  const list = (): unknown => few().map(() => small(random, depth + 1));
  const object = (): unknown =>
    Object.fromEntries(few().map(() => [oneOf(NAMES, random), small(random, depth + 1)]));
  const leaves = [text, number, (): boolean => random() < 0.5, (): null => null];
  return oneOf<() => unknown>(
    depth < MAX_DEPTH ? [...leaves, list, list, object, object, object] : leaves,
    random,
  )();
}

function plain(random: Random, depth: number): Schema {
  if (depth > MAX_DEPTH || random() < 0.05)
    return oneOf([true, false, { type: oneOf(TYPES, random) }], random);
  const keywords = Array.from({ length: 1 + below(3, random) }, () => keyword(random, depth + 1));
  return Object.assign({}, ...keywords) as object as Schema;
}

function keyword(random: Random, depth: number): object {
  const sub = (): Schema => plain(random, depth);
  const subs = (): Schema[] => Array.from({ length: 1 + below(3, random) }, sub);
  const named = (names: readonly string[]): object => Object.fromEntries(names.map(name => [name, sub()]));
  const names = (): string[] => [...new Set(subs().map(() => oneOf(NAMES, random)))];
  const number = (): number => oneOf([0, 1, 2, 3], random);
  const pattern = (): string => randomPattern(random, 2);
  return oneOf<() => object>(
    [
      () => ({ type: random() < 0.8 ? oneOf(TYPES, random) : [oneOf(TYPES, random), oneOf(TYPES, random)] }),
      () => ({ enum: subs().map(() => small(random, 2)), const: small(random, 2) }),
      () => ({ enum: subs().map(() => small(random, 2)) }),
      () => ({ minLength: number(), maxLength: number(), format: oneOf(FORMATS, random) }),
      () => ({ pattern: pattern() }),
      () => ({ minimum: number(), exclusiveMaximum: number(), multipleOf: 1 + number() }),
      () => ({ items: sub(), prefixItems: subs(), uniqueItems: random() < 0.5 }),
      () => ({ contains: sub(), minContains: below(3, random), maxContains: below(9, random) }),
      () => ({ properties: named(names()), required: names(), additionalProperties: sub() }),
      () => ({ patternProperties: named([pattern(), pattern()]), propertyNames: sub() }),
      () => ({ minProperties: below(3, random), maxProperties: below(9, random) }),
      () => ({
        dependentSchemas: named(names()),
        dependentRequired: { a: names() },
        dependencies: named(names()),
      }),
      () => ({ allOf: subs() }),
      () => ({ anyOf: subs() }),
      () => ({ oneOf: subs() }),
      () => ({ not: sub() }),
      () => ({ if: sub(), then: sub(), else: sub() }),
      () => ({ unevaluatedProperties: sub(), unevaluatedItems: sub() }),
      () => ({ $ref: oneOf(['#', '#/$defs/a', '#/$defs/b', '#/$defs/a'], random) }),
      () => ({ $dynamicRef: '#x', $dynamicAnchor: 'x' }),
    ],
    random,
  )();
}

/** Wraps a value the given number of times. */
function nested<T>(levels: number, around: (inner: T) => T, core: T): T {
  let value = core;
  for (let level = 0; level < levels; level++) value = around(value);
  return value;
}

function many<T>(random: Random, make: (index: number) => T): T[] {
  return Array.from({ length: below(MANY, random) }, (_, index) => make(index));
}

/** Returns definitions that each refer to the next one several times. */
function chain(random: Random, around: (inner: Schema) => Schema): Schema {
  const levels = below(60, random);
  const links = Array.from({ length: levels }, (_, level) => [
    `d${level}`,
    around({ $ref: `#/$defs/d${level + 1}` }),
  ]);
  return {
    $ref: '#/$defs/d0',
    $defs: { ...Object.fromEntries(links), [`d${levels}`]: plain(random, MAX_DEPTH) },
  };
}

const repeated = { a: { type: 'array' }, b: { type: 'object' } };

/** Schemas that are designed to be slow. */
const HOSTILE: readonly Make[] = [
  random => nested<Schema>(below(400, random), inner => ({ allOf: [inner] }), { type: 'string' }),
  random => chain(random, inner => ({ [oneOf(['anyOf', 'oneOf'], random)]: [inner, inner] })),
  random => chain(random, inner => ({ oneOf: [inner, { not: inner }, { allOf: [inner, inner] }] })),
  random => chain(random, inner => ({ if: inner, then: inner, else: { not: inner } })),
  random => chain(random, inner => ({ contains: inner, items: inner, additionalProperties: inner })),
  random => ({ type: 'array', items: { enum: many(random, index => ({ a: index })) } }),
  random => ({
    enum: many(random, index => `value ${index}`),
    items: { enum: many(random, index => index + 0.5) },
  }),
  random => ({ items: { const: many(random, index => index) } }),
  random => ({ items: { anyOf: [{ const: many(random, index => index) }, { const: 1 }] } }),
  random => ({
    uniqueItems: true,
    items: { uniqueItems: true, allOf: many(random, () => ({ uniqueItems: true })) },
  }),
  random => ({ allOf: many(random, () => ({ uniqueItems: true, minProperties: 1, minLength: 1 })) }),
  random => ({
    allOf: many(random, index => ({ required: [`x${index}`] })),
    required: many(random, index => `a${index}`),
  }),
  random => ({
    contains: { contains: { minimum: 49 } },
    allOf: many(random, () => ({ contains: { type: 'null' } })),
  }),
  random => ({
    patternProperties: Object.fromEntries(many(random, index => [`^a.*${index % 100}$`, { type: 'null' }])),
  }),
  random => ({
    patternProperties: { [`^${'(a|b|ab)*'.repeat(1 + below(20, random))}c`]: true, '(x+x+)+y': false },
  }),
  random => ({
    items: { pattern: randomPattern(random, 3) },
    pattern: `${'a?'.repeat(below(1000, random))}!`,
  }),
  random => ({
    ...nested<Schema & object>(below(200, random), inner => ({ allOf: [inner, { properties: repeated }] }), {
      patternProperties: { a: true },
    }),
    unevaluatedProperties: false,
  }),
  random => ({
    allOf: many(random, () => ({ prefixItems: [true], contains: true })),
    unevaluatedItems: { not: {} },
  }),
  random => ({
    dependentSchemas: Object.fromEntries(many(random, index => [`a${index}`, { required: ['b'] }])),
  }),
  random => ({ propertyNames: { allOf: many(random, () => ({ pattern: 'a$' })) } }),
  () => ({
    $ref: '#/$defs/a',
    $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { anyOf: [{ $ref: '#/$defs/a' }] } },
  }),
  () => ({
    anyOf: [{ items: { $ref: '#' }, additionalProperties: { $ref: '#' } }, { contains: { $ref: '#' } }],
  }),
  () => ({
    $defs: { a: { oneOf: [{ items: { $ref: '#' } }, { items: { not: { $ref: '#' } } }] } },
    allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }],
  }),
];
