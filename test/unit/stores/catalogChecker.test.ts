import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { FlowChecker } from '../../../src/flow/check/flowChecker.ts';
import { parseFlow } from '../../../src/flow/document/flowDocument.ts';
import { CatalogChecker } from '../../../src/stores/catalogChecker.ts';

const ID = '11111111-1111-4111-8111-111111111111';

describe('the checker of the newest catalog', () => {
  const document = parseFlow(JSON.stringify({ name: 'A', actions: [{ actionId: ID, position: 1 }] }));
  const known = createCatalog([{ id: ID, name: 'Tap' }]);
  const empty = createCatalog([]);
  afterEach(() => mock.restoreAll());

  it('checks a document once, and again with another catalog', () => {
    const { mock: calls } = mock.method(FlowChecker.prototype, 'check');
    const store = { catalog: empty };
    const checker = new CatalogChecker(store);
    const codes = (): readonly string[] => checker.check(document).map(({ code }) => code);
    assert.ok(codes().includes('unknown-action'));
    assert.equal(checker.check(document), checker.check(document));
    assert.equal(calls.callCount(), 1);
    store.catalog = known;
    assert.ok(!codes().includes('unknown-action'));
    assert.equal(checker.check(document), checker.check(document));
    assert.equal(calls.callCount(), 2);
  });

  it('says that a document needs no preparation once it was checked', () => {
    const store = { catalog: known };
    const checker = new CatalogChecker(store);
    assert.equal(
      checker.prepare(document, () => true),
      false,
    );
    checker.check(document);
    assert.equal(
      checker.prepare(document, () => true),
      true,
    );
    store.catalog = empty;
    assert.equal(
      checker.prepare(document, () => true),
      false,
    );
  });
});
