import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adviceOn, ADVISED_KEYWORDS } from '../../../../src/flow/form/advice.ts';
import { nodesWithin } from '../../../../src/flow/form/childNodes.ts';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import { pointerOf } from '../../../../src/flow/form/pointer.ts';
import { compileSchema } from '../../../../src/flow/schema/compileSchema.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';

/** The advice about each problem of a value, next to the field that shows it. */
function advice(field: object, value?: unknown): readonly (string | undefined)[] {
  const schema = { type: 'object', properties: { field }, required: ['field'] };
  const params = value === undefined ? {} : { field: value };
  const nodes = nodesWithin(describeForm(new SchemaReader(schema), { ownValue: params }));
  const problems = compileSchema(schema).check(params);
  assert.notEqual(problems.length, 0);
  return problems.map(({ path, keyword, missing }) => {
    const pointer = pointerOf(missing === undefined ? path : [...path, missing]);
    const node = nodes.findLast(candidate => candidate.pointer === pointer) ?? nodes[0];
    return node && adviceOn(node, { keyword, missing: missing !== undefined });
  });
}

const email = '^[^@\\s]+@[^@\\s]+\\.[a-z]+$';
const cases: readonly (readonly [keyword: string, schema: object, value: unknown, words: string])[] = [
  ['required', { type: 'string' }, undefined, 'Required'],
  ['type', { type: 'integer', minimum: 1 }, 'x', 'Enter a number'],
  ['type', { type: 'integer', minimum: 1, maximum: 10 }, 1.5, 'Enter a whole number from 1 to 10'],
  ['type', { type: 'string' }, 5, 'Enter text'],
  ['type', { type: 'boolean' }, 5, 'Choose yes or no'],
  ['type', { type: 'array' }, 5, 'This must be a list'],
  ['type', { type: 'object', properties: { a: {} } }, 5, 'This must be a group of fields'],
  ['enum', { enum: ['a', 'b'] }, 'c', 'Choose one of the options'],
  ['const', { const: 'a' }, 'c', 'Must be a'],
  ['minLength', { type: 'string', minLength: 2 }, '', 'Required'],
  ['minLength', { type: 'string', minLength: 2 }, 'a', 'Enter at least 2 characters'],
  ['maxLength', { type: 'string', minLength: 2, maxLength: 4 }, 'abcde', 'Enter 2 to 4 characters'],
  ['pattern', { type: 'string', pattern: email }, 'x', 'Enter an email address'],
  ['pattern', { type: 'string', pattern: '^[A-Z]{3}-\\d+$' }, 'x', 'Enter text like ABC-123'],
  [
    'pattern',
    { type: 'string', pattern: '^[a-z]+(\\.[a-z]+)+$', examples: ['org.sandbox.form'] },
    'x',
    'Enter text like org.sandbox.form',
  ],
  ['pattern', { type: 'string', pattern: '^(a|b)\\1$' }, 'x', 'Enter a text in the required format'],
  ['format', { type: 'string', format: 'email' }, 'x', 'Enter an email address'],
  ['format', { type: 'string', format: 'date' }, 'x', 'Enter a date such as 2026-03-14'],
  ['format', { type: 'string', format: 'duration' }, 'x', 'Enter a duration such as 1 h 30 min'],
  ['minimum', { type: 'integer', minimum: 1 }, 0, 'Enter a whole number of at least 1'],
  ['maximum', { type: 'number', maximum: 1 }, 2, 'Enter a number of at most 1'],
  [
    'exclusiveMinimum',
    { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    0,
    'Enter a number above 0 and of at most 1',
  ],
  ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 5 }, 5, 'Enter a number below 5'],
  [
    'multipleOf',
    { type: 'integer', multipleOf: 5, minimum: 0, maximum: 100 },
    7,
    'Enter a multiple of 5 from 0 to 100',
  ],
  ['minItems', { type: 'array', minItems: 1 }, [], 'Needs at least 1 item'],
  ['maxItems', { type: 'array', minItems: 1, maxItems: 2 }, [1, 2, 3], 'Needs 1 to 2 items'],
  ['uniqueItems', { type: 'array', uniqueItems: true }, [1, 1], 'Remove the duplicate item'],
  ['contains', { type: 'array', contains: { const: 1 } }, [2], 'Add an item of the required kind'],
  [
    'maxContains',
    { type: 'array', contains: { const: 1 }, maxContains: 1 },
    [1, 1],
    'Remove items: there are too many of one kind',
  ],
  ['minProperties', { type: 'object', minProperties: 1 }, {}, 'Needs at least 1 entry'],
  [
    'maxProperties',
    { type: 'object', properties: { a: {} }, maxProperties: 1 },
    { a: 1, b: 2 },
    'Needs at most 1 field',
  ],
  ['dependentRequired', { type: 'object', dependentRequired: { a: ['b'] } }, { a: 1 }, 'Required'],
  ['propertyNames', { type: 'object', propertyNames: { pattern: '^a' } }, { b: 1 }, 'Use another name'],
  [
    'additionalProperties',
    { type: 'object', properties: { a: {} }, additionalProperties: false },
    { b: 1 },
    'Not a field of this action. Remove it',
  ],
  [
    'unevaluatedProperties',
    { type: 'object', properties: { a: {} }, unevaluatedProperties: false },
    { b: 1 },
    'Not a field of this action. Remove it',
  ],
  ['not', { type: 'string', not: { const: 'a' } }, 'a', 'Enter another value'],
  [
    'not',
    { type: 'object', properties: { a: {}, b: {} }, not: { required: ['a', 'b'] } },
    { a: 1, b: 1 },
    'These fields can’t be combined',
  ],
  [
    'oneOf',
    { type: 'object', properties: { a: {}, b: {} }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    { a: 1, b: 1 },
    'Fill in exactly one of the options',
  ],
  [
    'anyOf',
    { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    {},
    'Fill in one of the options',
  ],
];

describe('flow/form/advice', () => {
  for (const [keyword, schema, value, words] of cases) {
    it(`the advice on problems of fields says “${words}” for ${keyword} of ${JSON.stringify(value)}`, () => {
      assert.ok(advice(schema, value).includes(words), JSON.stringify(advice(schema, value)));
    });
  }

  it('the advice on problems of fields exists for every keyword that a check can violate', () => {
    const folder = join(import.meta.dirname, '../../../../src/flow/schema');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file =>
      file.endsWith('.ts'),
    );
    const text = files.map(file => readFileSync(join(folder, file), 'utf8')).join('\n');
    const named = [...text.matchAll(/run\.fail\(\s*'(\w+)'/g)].map(([, keyword]) => keyword ?? '');
    const computed = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'dependencies', 'anyOf'];
    assert.ok(named.length > 15);
    assert.deepEqual(
      [...new Set([...named, ...computed])].filter(keyword => !ADVISED_KEYWORDS.includes(keyword)),
      [],
    );
  });

  it('the advice on problems of fields is left to the message of a problem that violates no schema', () => {
    const [node] = nodesWithin(describeForm(new SchemaReader({}), { ownValue: {} }));
    assert.ok(node);
    assert.equal(adviceOn(node, { keyword: undefined }), undefined);
    assert.equal(adviceOn(node, { keyword: 'cannotCheck' }), undefined);
  });
});
