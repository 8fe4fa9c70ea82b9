import assert from 'node:assert/strict';
import type { CatalogAction } from '../../../../src/flow/catalog.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';
import { keptAction } from '../../../../src/flow/form/keptAction.ts';

const CANARY = 'canary-password';

function action(params: unknown, paramsSchema: unknown): CatalogAction {
  return { id: 'a', name: 'Sign in', params, paramsSchema };
}

const password = { type: 'string', format: 'password', pattern: '^[a-z-]+$' };

describe('flow/form/keptAction', () => {
  const secrets: readonly (readonly [where: string, params: object, schema: object])[] = [
    ['a password', { word: CANARY }, { properties: { word: password } }],
    ['write-only', { word: CANARY }, { properties: { word: { writeOnly: true } } }],
    [
      'a nested password',
      { auth: { word: CANARY } },
      { properties: { auth: { properties: { word: password } } } },
    ],
    ['a list of passwords', { words: [CANARY] }, { properties: { words: { items: password } } }],
    ['a password in one form', { word: CANARY }, { oneOf: [{}, { properties: { word: password } }] }],
    [
      'a password by reference',
      { word: CANARY },
      { properties: { word: { $ref: '#/$defs/p' } }, $defs: { p: password } },
    ],
    ['a password by the pattern of its name', { word: CANARY }, { patternProperties: { '^w': password } }],
    [
      'a value that another document describes',
      { word: CANARY },
      { properties: { word: { $ref: 'https://example.com/word.json' } } },
    ],
    ['in an object that another document describes', { word: CANARY }, { $ref: 'params.json' }],
    ['a value in an invalid password schema', { word: CANARY }, { properties: { x: password }, $ref: 7 }],
    ['a value that an invalid name describes', { word: CANARY }, { patternProperties: { '^(w': password } }],
  ];
  for (const [where, params, schema] of secrets) {
    it(`an action stored in a file has no value that is ${where}`, () => {
      const kept = keptAction(action({ ...params, user: 'me' }, schema));
      assert.ok(!JSON.stringify(kept).includes(CANARY));
      assert.deepEqual(kept.paramsSchema, schema);
      assert.deepEqual(Object.keys(kept.params as object), [...Object.keys(params), 'user']);
    });
  }

  it('an action stored in a file has all other values, and passes the checks that it passed before', () => {
    const schema = { properties: { word: password, user: { type: 'string' } }, required: ['word', 'user'] };
    const { params } = keptAction(action({ word: CANARY, user: 'me' }, schema));
    assert.equal((params as { user: string }).user, 'me');
    const form = new SchemaReader(schema);
    assert.ok(form.judge(form.root, params).valid);
  });

  it('an action stored in a file is the same object if it has no secret', () => {
    for (const one of [
      action({ text: 'x' }, { properties: { text: { type: 'string' } } }),
      action({ text: 'x' }, { properties: { text: { type: 'string' }, word: password } }),
      action(
        { text: 'x' },
        { properties: { text: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } },
      ),
      action({ text: 'x' }, undefined),
      action('text', { format: 'password' }),
      { id: 'b', name: 'Bare' },
    ]) {
      assert.equal(keptAction(one), one);
    }
  });
});
