import assert from 'node:assert/strict';
import type { CatalogAction } from '../../../src/flow/catalog.ts';
import { openCatalog, packActions, packCatalog } from '../../../src/flow/packedCatalog.ts';

describe('a packed catalog', () => {
  const actions: CatalogAction[] = [
    { id: 'b', name: 'Swipe up', paramsSchema: { type: 'object' } },
    { id: 'a', name: 'Größe: ✓\nzwei Zeilen', params: { text: '{{x}}\n' } },
    { id: 'c', name: 'Tap' },
  ];
  const facts = { readAt: 5, devices: [{ id: 'd', name: 'Phone' }] };
  const packed = packCatalog(packActions(actions), facts);

  it('returns what was packed', () => {
    const opened = openCatalog(packed, true);
    assert.ok(opened);
    assert.deepEqual(opened.facts, facts);
    assert.equal(opened.count, 3);
    for (const action of actions) assert.deepEqual(opened.catalog.action(action.id), action);
    assert.equal(opened.catalog.action('d'), undefined);
    assert.deepEqual(opened.catalog.devices, facts.devices);
    assert.equal(opened.catalog.triggers, undefined);
    assert.deepEqual(
      opened.catalog.searchActions('', 2).map(({ id }) => id),
      ['a', 'b'],
    );
    assert.deepEqual(opened.catalog.searchActions('UP swipe', 5), [actions[0]]);
    assert.deepEqual(opened.catalog.actionNames(), actions.map(({ name }) => name.toLowerCase()).toSorted());
  });

  it('returns the same object each time, so that cached results are found', () => {
    const { catalog } = openCatalog(packed, false)!;
    assert.equal(catalog.action('a'), catalog.action('a'));
    assert.equal(catalog.isComplete, false);
  });

  it('is not unpacked if it is truncated, longer, or something else', () => {
    for (let length = 0; length < packed.length; length++) {
      assert.equal(openCatalog(packed.subarray(0, length), true), undefined, `${length} bytes`);
    }
    assert.equal(openCatalog(new Uint8Array([...packed, 32]), true), undefined);
    for (const text of ['{}\n', '[]\n', '{"form":1,"facts":{"readAt":1},"index":[]}\n', 'x\n']) {
      assert.equal(openCatalog(new TextEncoder().encode(text), true), undefined, text);
    }
  });
});
