import assert from 'node:assert/strict';
import { operationIds, operations } from '../../../../src/contract/operations.ts';
import { Routes } from '../../../../src/sandbox/http/routes.ts';

describe('sandbox/http/routes', () => {
  const routes = new Routes({ control: true });

  it('routes exist for every operation of the table', () => {
    for (const id of operationIds) {
      const { method, path } = operations[id];
      const route = routes.find(method, `/v1${path.replaceAll(/\{\w+\}/g, 'value')}`);
      assert.ok(route.kind === 'operation' && route.id === id, id);
      assert.deepEqual([...new Set(Object.values(route.params))], path.includes('{') ? ['value'] : []);
    }
  });

  it('routes prefer literal paths to parameters, for any method', () => {
    assert.deepEqual(routes.find('GET', '/v1/webhooks/deliveries'), {
      kind: 'operation',
      id: 'listDeliveries',
      params: {},
    });
    assert.deepEqual(routes.find('PATCH', '/v1/webhooks/deliveries'), {
      kind: 'wrongMethod',
      allowed: ['GET'],
    });
  });

  it('routes return the methods of a path', () => {
    const route = routes.find('PUT', '/v1/flows/1');
    assert.ok(route.kind === 'wrongMethod');
    assert.deepEqual(route.allowed.toSorted(), ['DELETE', 'GET', 'PATCH']);
  });

  it('routes decode parameters, and keep malformed ones unchanged', () => {
    const found = routes.find('GET', '/v1/tasks/a%2Fb');
    assert.deepEqual(found.kind === 'operation' && found.params, { task_id: 'a/b' });
    const broken = routes.find('GET', '/v1/tasks/%');
    assert.deepEqual(broken.kind === 'operation' && broken.params, { task_id: '%' });
  });

  for (const path of ['/', '/v1', '/v1/', '/flows', '/v1/flows/', '/v1//actions', '/v2/flows', '/_control']) {
    it(`routes do not exist for ${path}`, () => {
      assert.deepEqual(routes.find('GET', path), { kind: 'unknown' });
    });
  }

  it('routes have the control interface only if it is offered', () => {
    assert.equal(routes.find('GET', '/_control/clock').kind, 'operation');
    assert.equal(new Routes({ control: false }).find('GET', '/_control/clock').kind, 'unknown');
  });
});
