import assert from 'node:assert/strict';
import { Store } from '../../../../src/sandbox/store/store.ts';
import { foldText } from '../../../../src/sandbox/store/table.ts';
import { uuid } from '../../../support/schemas.ts';

describe('sandbox/store/table', () => {
  let store: Store;

  beforeEach(() => {
    store = new Store(undefined);
    const names = ['beta', 'Alpha', 'gamma', 'Élan', 'alpha two'];
    for (const [index, name] of names.entries()) {
      const createdAt = `2026-01-0${index + 1}T00:00:00.000Z`;
      store.actions.put({
        id: uuid(index + 1),
        name,
        service: index < 2 ? 'webhooks' : 'agents_api',
        createdAt,
      });
    }
  });

  afterEach(() => store.close());

  function names(query: Parameters<typeof store.actions.list>[0]): string[] {
    return store.actions.list(query).map(action => action.name);
  }

  it('a table of the store keeps fields that nobody knows', () => {
    const record = { id: uuid(9), name: 'new', service: 'webhooks', later: { version: [2, null] } };
    store.actions.put(record);
    assert.deepEqual(store.actions.get(uuid(9)), record);
  });

  it('a table of the store finds records by ID in any letter case', () => {
    store.flows.put({
      id: 'ABCDEF00-0000-4000-8000-000000000001',
      name: 'f',
      triggerId: 'ABCDEF00-0000-4000-8000-00000000000F',
    });
    assert.equal(store.flows.get('abcdef00-0000-4000-8000-000000000001')?.name, 'f');
    const where = { triggerId: 'abcdef00-0000-4000-8000-00000000000f' };
    assert.equal(store.flows.count({ where }), 1);
  });

  it('a table of the store sorts by name case-insensitively, by time, and by ID, in both directions', () => {
    assert.deepEqual(names({ orderBy: 'name', direction: 'asc', limit: 3 }), ['Alpha', 'alpha two', 'beta']);
    assert.deepEqual(names({ limit: 2 }), ['alpha two', 'Élan']);
    assert.deepEqual(names({ orderBy: 'id', direction: 'asc', limit: 2, offset: 1 }), ['Alpha', 'gamma']);
  });

  it('a table of the store searches case-insensitively in any script, with every character literally', () => {
    for (const action of store.actions.all())
      store.actions.put({ ...action, description: 'a 100%_sure \'way\' "out"' });
    assert.deepEqual(names({ search: 'ALPHA' }).toSorted(), ['Alpha', 'alpha two']);
    assert.deepEqual(names({ search: 'éLAN' }), ['Élan']);
    assert.equal(store.actions.count({ search: '100%_SURE' }), 5);
    assert.equal(store.actions.count({ search: '100__sure' }), 0);
    assert.equal(store.actions.count({ search: `'way' "` }), 5);
  });

  it('a table of the store filters by one value, by any of several, and by none', () => {
    assert.equal(store.actions.count({ where: { service: 'webhooks' } }), 2);
    assert.equal(store.actions.count({ where: { service: ['webhooks', 'agents_api'] } }), 5);
    assert.equal(store.actions.count({ where: { service: [] } }), 0);
    assert.equal(store.actions.count({ where: { service: undefined } }), 5);
    assert.equal(store.actions.count({ where: { updatedAt: null } }), 5);
    const from = { createdAt: '2026-01-02T00:00:00.000Z' };
    const to = { createdAt: '2026-01-03T00:00:00.000Z' };
    assert.deepEqual(names({ from, to }), ['gamma', 'Alpha']);
  });

  it('a table of the store refuses unknown columns', () => {
    assert.throws(() => names({ orderBy: 'json; DROP TABLE actions' }), /has no column/);
    assert.throws(() => names({ where: { 'name" OR 1': 'x' } }), /has no column/);
  });

  it('a table of the store changes some fields of a record and keeps its order', () => {
    store.actions.patch(uuid(1), { name: 'zeta' });
    assert.equal(store.actions.patch(uuid(99), { name: 'nobody' }), undefined);
    const [last] = store.actions.list({ orderBy: 'name' });
    assert.deepEqual([last?.name, last?.service], ['Élan', 'agents_api']);
    assert.equal(store.actions.get(uuid(1))?.name, 'zeta');
    assert.equal(store.actions.all()[0]?.id, uuid(1));
  });

  it('a table of the store deletes one record or those that match a filter', () => {
    assert.deepEqual([store.actions.delete(uuid(1)), store.actions.delete(uuid(1))], [true, false]);
    assert.equal(store.actions.deleteWhere({ service: 'agents_api' }), 3);
    assert.equal(store.actions.count(), 1);
  });

  it('a table of the store counts its changes, but not those of other tables', () => {
    const changes: readonly (() => unknown)[] = [
      () => store.actions.put({ id: uuid(9), name: 'new', service: 'webhooks' }),
      () => store.actions.patch(uuid(9), { name: 'newer' }),
      () => store.actions.delete(uuid(9)),
      () => store.actions.deleteWhere({ service: 'agents_api' }),
    ];
    for (const change of changes) {
      const { writes } = store.actions;
      store.actions.get(uuid(1));
      store.flows.put({ id: uuid(10), name: 'other' });
      assert.equal(store.actions.writes, writes);
      change();
      assert.ok(store.actions.writes > writes);
    }
  });

  it('a table of the store rolls back a transaction that throws, also a nested one', () => {
    assert.throws(() =>
      store.transaction(() => {
        store.actions.delete(uuid(1));
        store.transaction(() => store.setFact('inner', 1));
        throw new Error('no');
      }),
    );
    assert.deepEqual([store.actions.count(), store.fact('inner')], [5, undefined]);
  });

  it('a table of the store normalizes composed and decomposed text', () => {
    assert.equal(foldText('E\u0301lan', null, undefined, ''), 'élan'.normalize('NFC'));
  });
});
