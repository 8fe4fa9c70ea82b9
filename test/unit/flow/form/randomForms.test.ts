import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { checkSchema } from '../../../../src/flow/schema/compileSchema.ts';
import { FormFiller } from '../../../support/formFilling.ts';
import { fitting } from '../../../support/jsonArbitrary.ts';

type Schema = Readonly<Record<string, unknown>>;

const NAMES = ['a', 'b', 'longName', 'with space', 'é', 'x/y~z'];

const plain: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 3, max: 300 }) }),
  fc.record({ type: fc.constant('string'), default: fc.constant('d') }),
  fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -5, max: 5 }) }),
  fc
    .record({ type: fc.constant('number'), exclusiveMinimum: fc.constant(0) })
    .map(one => ({ ...one, minimum: 1 })),
  fc.constant({ type: 'boolean' }),
  fc.record({
    enum: fc.uniqueArray(fc.constantFrom<unknown>('a', 'b', 1, true, '', null), { minLength: 1 }),
  }),
  fc.record({ const: fc.constantFrom<unknown>('only', 7, { deep: [1] }, null) }),
);

/** Schemas of everything that forms nest: objects, lists, maps, tagged unions, values, or null. */
const { schema } = fc.letrec<{ schema: Schema; object: Schema; union: Schema }>(tie => ({
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'schema' },
    plain,
    tie('object'),
    tie('union'),
    fc.record({
      type: fc.constant('array'),
      items: tie('schema'),
      minItems: fc.integer({ min: 0, max: 2 }),
      maxItems: fc.integer({ min: 2, max: 3 }),
    }),
    tie('schema').map(one => ({ anyOf: [one, { type: 'null' }] })),
  ),
  object: fc
    .dictionary(fc.constantFrom(...NAMES), tie('schema'), { minKeys: 1, maxKeys: 4, noNullPrototype: true })
    .map(properties => ({
      type: 'object',
      properties,
      required: Object.keys(properties).slice(1),
      additionalProperties: false,
    })),
  union: fc.array(tie('object'), { minLength: 2, maxLength: 3, depthIdentifier: 'schema' }).map(forms => ({
    oneOf: forms.map((form, index) => ({
      ...form,
      properties: { ...(form['properties'] as Schema), kind: { const: `form-${index}` } },
      required: ['kind', ...(form['required'] as string[])],
    })),
  })),
}));

const action = fc
  .dictionary(fc.constantFrom(...NAMES), schema, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
  .map((properties): Schema => ({ type: 'object', properties, required: Object.keys(properties) }));

it('random forms offer input for every valid value', () => {
  const filled = action.chain(one => fc.tuple(fc.constant(one), fitting(one, { id: ['id'] })));
  const property = fc.property(filled, ([paramsSchema, wanted]) => {
    const params = structuredClone(wanted) as Record<string, unknown>;
    fc.pre(checkSchema(paramsSchema, params).length === 0);
    const filler = new FormFiller('{"actions": [{"actionId": "a", "position": 1}]}', paramsSchema, undefined);
    filler.fill(params);
    assert.deepEqual(filler.own, params);
    assert.deepEqual(filler.asJson, []);
  });
  fc.assert(property, { numRuns: 40 });
});
