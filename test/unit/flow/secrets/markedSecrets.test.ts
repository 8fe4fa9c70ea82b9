import assert from 'node:assert/strict';
import { mayMarkSecrets, secretValues } from '../../../../src/flow/secrets/markedSecrets.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';

describe('flow/secrets/markedSecrets', () => {
  const other = { $ref: 'https://example.com/other.json' };

  it('the secrets that a schema marks include values that another document describes', () => {
    for (const schema of [other, { allOf: [other] }, { properties: { word: other } }]) {
      assert.ok(mayMarkSecrets(schema));
      assert.deepEqual(secretValues(new SchemaReader(schema), 'word', { a: ['x', 1] }), ['x', 1]);
    }
    assert.deepEqual(secretValues(new SchemaReader({ properties: { other } }), 'word', 'x'), []);
  });

  it('the secrets that a schema marks are not looked for in a schema that neither marks anything nor refers to another document', () => {
    const inside = { properties: { word: { $ref: '#/$defs/word' } }, $defs: { word: { type: 'string' } } };
    assert.equal(mayMarkSecrets(inside), false);
    for (const reference of ['$ref', '$dynamicRef', '$recursiveRef'])
      assert.equal(mayMarkSecrets({ properties: { word: { [reference]: 'other.json#word' } } }), true);
    assert.equal(mayMarkSecrets({ properties: { word: { format: 'password' } } }), true);
    assert.equal(mayMarkSecrets({ properties: { word: { writeOnly: true } } }), true);
  });
});
