import assert from 'node:assert/strict';
import { summariseParameters } from '../../../src/flow/schemaSummary.ts';

describe('the summary of a schema', () => {
  it('lists the parameters with their types, required ones first', () => {
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
      summariseParameters(schema).map(({ name, type, required }) => `${name}${required ? '!' : ''}: ${type}`),
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
    assert.equal(summariseParameters(schema)[2]?.description, 'How often.');
  });

  for (const value of [undefined, null, true, 7, 'text', [], {}, { properties: null }, { properties: [] }]) {
    it(`of ${JSON.stringify(value)} is empty`, () => {
      assert.deepEqual(summariseParameters(value), []);
    });
  }
});
