import assert from 'node:assert/strict';
import { plainSchema } from '../../../../src/flow/schema/plainSchema.ts';
import { summarizeParameters } from '../../../../src/flow/schema/schemaSummary.ts';

describe('flow/schema/schemaSummary', () => {
  it('the summary of a schema lists the parameters with their types, required ones first', () => {
    const schema = {
      required: ['to', 'mode'],
      properties: {
        count: { type: 'integer', description: 'How often.' },
        to: { type: ['string', 'null'] },
        mode: { enum: ['a', 'b', 'c', 'd', 'e'] },
        tags: { type: 'array', items: { type: 'string' } },
        pairs: { type: 'array', items: { type: ['string', 'null'] } },
        kind: { const: 'x' },
        target: { oneOf: [{}, {}] },
        free: true,
      },
    };
    assert.deepEqual(
      summarizeParameters(schema).map(({ name, type, required }) => `${name}${required ? '!' : ''}: ${type}`),
      [
        'to!: string | null',
        'mode!: "a" | "b" | "c" | "d" | …',
        'count: integer',
        'tags: string[]',
        'pairs: array',
        'kind: "x"',
        'target: one of several',
        'free: any',
      ],
    );
    assert.equal(summarizeParameters(schema)[2]?.description, 'How often.');
  });

  it('the summary of a schema lists the parameters that references and allOf add', () => {
    const schema = {
      $defs: { place: { required: ['to'], properties: { to: { type: 'string' }, from: {} } } },
      allOf: [{ $ref: '#/$defs/place' }],
      properties: {
        count: { $ref: '#/properties/size', description: 'How often.' },
        size: { type: 'integer' },
      },
    };
    assert.deepEqual(
      summarizeParameters(plainSchema(schema)).map(({ name, type, required, description }) => [
        name,
        type,
        required,
        description,
      ]),
      [
        ['to', 'string', true, undefined],
        ['count', 'integer', false, 'How often.'],
        ['size', 'integer', false, undefined],
        ['from', 'any', false, undefined],
      ],
    );
  });

  it('the summary of a schema names what a property itself declares as required', () => {
    const schema = { properties: { to: { required: true }, from: { required: false } } };
    const summary = summarizeParameters(plainSchema(schema));
    assert.deepEqual(
      summary.map(({ name, required }) => [name, required]),
      [
        ['to', true],
        ['from', false],
      ],
    );
  });

  it('the summary of a schema reads a schema that cannot be used as it is', () => {
    const schema = { properties: { to: { type: 'string', pattern: '(' } }, $ref: '#' };
    assert.equal(plainSchema(schema), schema);
  });

  for (const value of [undefined, null, true, 7, 'text', [], {}, { properties: null }, { properties: [] }]) {
    it(`the summary of a schema of ${JSON.stringify(value)} is empty`, () => {
      assert.deepEqual(summarizeParameters(plainSchema(value)), []);
    });
  }
});
