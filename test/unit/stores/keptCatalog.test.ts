import assert from 'node:assert/strict';
import type { CatalogAction } from '../../../src/flow/catalog.ts';
import { decodeCatalog, encodeCatalog } from '../../../src/stores/keptCatalog.ts';

describe('stores/keptCatalog', () => {
  const actions: CatalogAction[] = [
    { id: 'b', name: 'Swipe up', paramsSchema: { type: 'object' } },
    { id: 'a', name: 'Größe: ✓\nzwei Zeilen', params: { text: '{{x}}\n' } },
    { id: 'c', name: 'Tap' },
  ];
  const facts = { readAt: 5, devices: [{ id: 'd', name: 'Phone' }] };
  const bytes = encodeCatalog(actions, facts);

  it('a stored catalog is read as it was stored', () => {
    const kept = decodeCatalog(bytes);
    assert.ok(kept);
    const { catalog } = kept;
    assert.deepEqual([kept.facts, kept.count, catalog.isComplete], [facts, 3, false]);
    for (const action of actions) assert.deepEqual(catalog.action(action.id), action);
    assert.equal(catalog.action('d'), undefined);
    assert.deepEqual([catalog.devices, catalog.triggers], [facts.devices, undefined]);
    assert.deepEqual(catalog.searchActions('UP swipe', 5), [actions[0]]);
  });

  it('a stored catalog is not read if it is truncated, has another format, or is something else', () => {
    for (let length = 0; length < bytes.length; length++)
      assert.equal(decodeCatalog(bytes.subarray(0, length)), undefined, `${length} bytes`);
    const packed = `{"form":2,"facts":{"readAt":1},"index":[["a","Tap",23]]}\n{"id":"a","name":"Tap"}`;
    const wrong = [
      packed,
      '{}',
      '[]',
      'x',
      '{"form":2,"facts":{},"actions":[]}',
      '{"form":3,"facts":[],"actions":[]}',
      '{"form":3,"facts":{"readAt":"1"},"actions":[]}',
      '{"form":3,"facts":{},"actions":{}}',
      '{"form":3,"facts":{},"actions":[{"id":"a"}]}',
      '{"form":3,"facts":{},"actions":[{"name":"a"}]}',
      '{"form":3,"facts":{},"actions":[null]}',
    ];
    for (const text of wrong) assert.equal(decodeCatalog(new TextEncoder().encode(text)), undefined, text);
    assert.ok(decodeCatalog(new TextEncoder().encode('{"form":3,"facts":{},"actions":[]}')));
  });
});
