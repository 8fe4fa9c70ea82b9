import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { operationIds, operations } from '../../../../src/contract/operations.ts';
import { openApiDocument } from '../../../../src/sandbox/http/openApi.ts';

type Json = Readonly<Record<string, unknown>>;

function at(document: Json, ...path: readonly string[]): Json {
  return path.reduce((inner, step) => inner[step] as Json, document);
}

describe('sandbox/http/openApi', () => {
  const document = openApiDocument('http://127.0.0.1:4000', true);

  it('the OpenAPI document is valid', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    assert.deepEqual([valid, errors], [true, undefined]);
    assert.equal(validator.version, '3.1');
  });

  it('the OpenAPI document has every operation of the table', () => {
    for (const id of operationIds) {
      const { method, path } = operations[id];
      assert.equal(at(document, 'paths', path, method.toLowerCase())['operationId'], id);
    }
  });

  it('the OpenAPI document resolves every reference to a schema', () => {
    const schemas = at(document, 'components', 'schemas');
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
    const names = new Set([...references].map(match => match[1] ?? ''));
    assert.ok(names.size > 50);
    assert.deepEqual(
      [...names].filter(name => !(name in schemas)),
      [],
    );
  });

  it('the OpenAPI document describes query values as callers send them', () => {
    const parameters = at(document, 'paths', '/devices', 'get')['parameters'] as Json[];
    const state = parameters.find(one => one['name'] === 'state')!;
    assert.deepEqual([state['explode'], at(state, 'schema')['type']], [false, 'array']);
    const page = parameters.find(one => one['name'] === 'page')!;
    assert.deepEqual([at(page, 'schema')['type'], at(page, 'schema')['minimum']], ['integer', 1]);
    const mine = parameters.find(one => one['name'] === 'mine')!;
    assert.equal(at(mine, 'schema')['type'], 'boolean');
  });

  it('the OpenAPI document says which bodies are optional', () => {
    const body = (path: string, method: string): unknown =>
      at(document, 'paths', path, method, 'requestBody')['required'];
    assert.equal(body('/flows', 'post'), true);
    assert.equal(body('/flows/{flowId}/clone', 'post'), false);
  });

  it('the OpenAPI document has the control interface only if it is offered', () => {
    assert.ok('/_control/faults' in at(document, 'paths'));
    assert.ok(!('/_control/faults' in at(openApiDocument('http://127.0.0.1:4000', false), 'paths')));
  });
});
