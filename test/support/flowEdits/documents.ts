import * as fc from 'fast-check';
import type { Style } from './writing.ts';

type Named = Record<string, unknown>;

const NAMES = ['a', 'b', 'text', 'count', 'with space', 'ü', 'q"\\', '__proto__', 'constructor', '0', ''];

const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1.5, 1e21, '', ' ', 'tap', '{{steps.read.body.x}}', 'é💥'),
  fc.constantFrom<unknown>('// none', '/* none */', '", "x": [', '}', ']', ',', '\n', '\\', '"', '\u2028'),
  fc.integer({ min: -5, max: 5 }),
  fc.string({ maxLength: 4 }),
);

/** Any small JSON value. */
export const { json } = fc.letrec<{ json: unknown }>(tie => ({
  json: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'json' },
    scalar,
    fc.array(tie('json'), { maxLength: 3, depthIdentifier: 'json' }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('json'), { maxKeys: 3, depthIdentifier: 'json' }),
  ),
}));

const params = fc.dictionary(fc.constantFrom(...NAMES), json, { maxKeys: 4 });
const overrides = fc.oneof(
  fc.constant(null),
  fc.record(
    { params: fc.oneof(params, fc.constantFrom(null, {})), name: json, more: json },
    { requiredKeys: [] },
  ),
);
const position = fc.oneof(
  fc.constantFrom(1, 2, 3, 10, '1', '2', '07', 1.5, -1, null, 'x'),
  fc.integer({ min: 0, max: 20 }),
);

function step(children: fc.Arbitrary<unknown> | undefined): fc.Arbitrary<Named> {
  const fields = {
    actionId: fc.constantFrom('tap', 'wait', 'open'),
    key: fc.constantFrom<unknown>('read', 'type', 'type_2', 'Not a key', 5, null),
    position,
    nameOverride: fc.oneof(fc.constantFrom('Go', ''), json),
    continueOnError: fc.boolean(),
    overrides,
    mine: json,
    ...(children ? { children } : {}),
  };
  return inAnyOrder(fc.record(fields, { requiredKeys: ['actionId'] }));
}

const child = fc.oneof({ weight: 9, arbitrary: step(undefined) }, { weight: 1, arbitrary: scalar });
const children = fc.oneof(
  { weight: 9, arbitrary: fc.array(child, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, {}, 'none') },
);
const entry = fc.oneof({ weight: 12, arbitrary: step(children) }, { weight: 1, arbitrary: scalar });

/** A flow, with some invalid parts; each step has a unique `tag`. */
export const flowValue: fc.Arbitrary<Named> = inAnyOrder(
  fc.record(
    {
      $schema: fc.constant('../flow.schema.json'),
      name: fc.string({ maxLength: 5 }),
      description: json,
      triggerId: fc.uuid(),
      deviceIds: fc.array(fc.uuid(), { maxLength: 3 }),
      enabled: fc.boolean(),
      actions: fc.oneof(
        { weight: 12, arbitrary: fc.array(entry, { maxLength: 5 }) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      mine: json,
    },
    { requiredKeys: [] },
  ),
).map(tagged);

/** A random formatting of a file. */
export const style: fc.Arbitrary<Style> = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  unit: fc.constantFrom('  ', '    ', '\t', ' ', ''),
  lines: fc.constantFrom('all', 'large', 'none', 'any'),
  spaced: fc.boolean(),
  comments: fc.boolean(),
  trailingCommas: fc.boolean(),
  twice: fc.boolean(),
  mark: fc.boolean(),
  endsInBreak: fc.boolean(),
  seed: fc.nat(),
});

function inAnyOrder(record: fc.Arbitrary<Named>): fc.Arbitrary<Named> {
  return fc.tuple(record, fc.array(fc.nat(), { minLength: 10, maxLength: 10 })).map(([value, ranks]) =>
    Object.fromEntries(
      Object.entries(value)
        .map((field, index) => [field, ranks[index] ?? 0] as const)
        .toSorted(([, first], [, second]) => first - second)
        .map(([field]) => field),
    ),
  );
}

/** Adds a tag to each step of a flow. */
function tagged(flow: Named): Named {
  let count = 0;
  const tag = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const named = value as Named;
    const inner = Array.isArray(named['children']) ? { children: named['children'].map(tag) } : {};
    return { ...named, ...inner, tag: `t${++count}` };
  };
  const { actions } = flow;
  return Array.isArray(actions) ? { ...flow, actions: actions.map(tag) } : flow;
}
