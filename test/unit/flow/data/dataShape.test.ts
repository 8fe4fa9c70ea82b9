import assert from 'node:assert/strict';
import {
  completeShape,
  type DataShape,
  mergeShapes,
  typeWords,
} from '../../../../src/flow/data/dataShape.ts';
import { schemaShape } from '../../../../src/flow/data/schemaShape.ts';
import { learnShape, shapeOfValue } from '../../../../src/flow/data/valueShape.ts';

/** Returns the names and types in a shape, for comparison. */
function outline({ type, properties, items, sample }: DataShape): unknown {
  if (properties) return Object.fromEntries([...properties].map(([name, inner]) => [name, outline(inner)]));
  if (items) return [outline(items)];
  return sample === undefined ? (type ?? 'unknown') : `${type} ${sample}`;
}

describe('flow/data/dataShape: shape in a schema', () => {
  it('the shape in a schema follows references, allOf, and alternatives', () => {
    const schema = {
      $defs: { person: { type: 'object', properties: { name: { type: 'string', examples: ['Ada'] } } } },
      allOf: [{ properties: { sender: { $ref: '#/$defs/person' } } }],
      properties: {
        amount: { type: ['number', 'null'], default: 3 },
        note: { oneOf: [{ type: 'null' }, { type: 'string' }] },
        either: { anyOf: [{ properties: { left: { type: 'string' } } }, { properties: { right: {} } }] },
        list: { type: 'array', items: { enum: ['a', 'b'] } },
      },
    };
    assert.deepEqual(outline(schemaShape(schema)), {
      amount: 'number 3',
      note: 'string',
      either: { left: 'string', right: 'unknown' },
      list: ['undefined a'],
      sender: { name: 'string Ada' },
    });
  });

  it('the shape in a schema stays small for a schema that contains itself or has too many names', () => {
    const tree = {
      type: 'object',
      properties: { one: { $ref: '#' }, two: { $ref: '#' }, three: { $ref: '#' } },
    };
    const count = ({ properties, items }: DataShape): number =>
      1 +
      [...(properties?.values() ?? []), ...(items ? [items] : [])].reduce((sum, one) => sum + count(one), 0);
    assert.ok(count(schemaShape(tree)) <= 500);
    const names = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`name${at}`, {}]));
    const wide = schemaShape({ properties: names, additionalProperties: false });
    assert.equal(wide.properties?.size, 100);
    assert.notEqual(wide.isClosed, true);
  });

  it('the shape in a schema is unknown for what is not a usable schema', () => {
    for (const schema of [undefined, null, true, 'text', { $ref: '#/missing' }])
      assert.deepEqual(schemaShape(schema), {});
  });

  it('the shape in a schema has no sample of a secret', () => {
    const schema = {
      properties: {
        a: { format: 'password', default: 'x' },
        b: { writeOnly: true, default: 'x' },
        pin: { default: '1' },
      },
    };
    assert.deepEqual(outline(schemaShape(schema)), { a: 'string', b: 'unknown', pin: 'unknown' });
  });
});

describe('flow/data/dataShape: shape of a value', () => {
  it('the shape of a value keeps no letter and no digit of a run', () => {
    const value = {
      code: '482913',
      text: 'Größe: 12 €',
      ok: true,
      none: null,
      at: [{ id: 1.5 }, { id: 2, more: 'x' }],
    };
    assert.deepEqual(outline(learnShape(value)), {
      code: 'string 000000',
      text: 'string xxxxx: 00 x',
      ok: 'boolean',
      none: 'null',
      at: [{ id: 'number 0.0', more: 'string x' }],
    });
  });

  it('the shape of a value has at most 24 characters of a sample, and none for a name that looks secret', () => {
    const shape = learnShape({ long: 'a'.repeat(1000), apiKey: { inner: 'abc' } });
    const masked = `${'x'.repeat(23)}…`;
    assert.deepEqual(outline(shape), { long: `string ${masked}`, apiKey: { inner: 'string' } });
  });

  it('the shape of a value is bounded', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 100; level++) deep = { deep };
    assert.ok(JSON.stringify(outline(learnShape(deep))).length < 100);
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`n${at}`, at]));
    assert.equal(learnShape(wide).properties?.size, 100);
  });

  it('the shape of a value shows values that the flow itself contains', () => {
    const shape = shapeOfValue([{ city: 'Lisbon' }]);
    assert.deepEqual(outline(shape), [{ city: 'string Lisbon' }]);
    // Otherwise, the value would be called a masked one of a run.
    assert.notEqual(shape.items?.properties?.get('city')?.isLearned, true);
  });
});

describe('flow/data/dataShape: shapes', () => {
  it('shapes are merged to one that covers both', () => {
    const merged = mergeShapes(learnShape({ a: 1, b: null }), learnShape({ a: 1.5, b: 'x', c: true }));
    assert.deepEqual(outline(merged), { a: 'number 0', b: 'string x', c: 'boolean' });
  });

  it('shapes are completed from runs only where the schema says nothing', () => {
    const described = schemaShape({
      properties: {
        body: {},
        fixed: { properties: { a: {} }, additionalProperties: false },
        id: { type: 'string' },
      },
    });
    const complete = completeShape(
      described,
      learnShape({ body: { x: 1 }, fixed: { a: 1, b: 2 }, id: 'abc', more: 1 }),
    );
    assert.deepEqual(outline(complete), {
      body: { x: 'integer 0' },
      fixed: { a: 'integer 0' },
      id: 'string xxx',
      more: 'integer 0',
    });
    assert.equal(complete.properties?.get('body')?.isLearned, true);
  });

  it('shapes name their types in words', () => {
    assert.equal(typeWords({ type: 'string' }), 'text');
    assert.equal(typeWords({ type: 'array', items: { type: 'object' } }), 'list of objects');
    assert.equal(typeWords({}), '');
  });
});
