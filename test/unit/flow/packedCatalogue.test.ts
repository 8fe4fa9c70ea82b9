import assert from 'node:assert/strict';
import type { CatalogueAction } from '../../../src/flow/catalogue.ts';
import { openCatalogue, packActions, packCatalogue } from '../../../src/flow/packedCatalogue.ts';

describe('a packed catalogue', () => {
  const actions: CatalogueAction[] = [
    { id: 'b', name: 'Swipe up', paramsSchema: { type: 'object' } },
    { id: 'a', name: 'Größe: ✓\nzwei Zeilen', params: { text: '{{x}}\n' } },
    { id: 'c', name: 'Tap' },
  ];
  const facts = { readAt: 5, devices: [{ id: 'd', name: 'Phone' }] };
  const packed = packCatalogue(packActions(actions), facts);

  it('gives back what was packed', () => {
    const opened = openCatalogue(packed, true);
    assert.ok(opened);
    assert.deepEqual(opened.facts, facts);
    assert.equal(opened.count, 3);
    for (const action of actions) assert.deepEqual(opened.catalogue.action(action.id), action);
    assert.equal(opened.catalogue.action('d'), undefined);
    assert.deepEqual(opened.catalogue.devices, facts.devices);
    assert.equal(opened.catalogue.triggers, undefined);
    assert.deepEqual(
      opened.catalogue.searchActions('', 2).map(({ id }) => id),
      ['a', 'b'],
    );
    assert.deepEqual(opened.catalogue.searchActions('UP swipe', 5), [actions[0]]);
    assert.deepEqual(opened.catalogue.similarActions('swpie up'), [actions[0]]);
  });

  it('gives the same object each time, so that what was made of it is found again', () => {
    const { catalogue } = openCatalogue(packed, false)!;
    assert.equal(catalogue.action('a'), catalogue.action('a'));
    assert.equal(catalogue.complete, false);
  });

  it('is not opened when it is cut short, longer, or something else', () => {
    for (let length = 0; length < packed.length; length++) {
      assert.equal(openCatalogue(packed.subarray(0, length), true), undefined, `${length} bytes`);
    }
    assert.equal(openCatalogue(new Uint8Array([...packed, 32]), true), undefined);
    for (const text of ['{}\n', '[]\n', '{"form":1,"facts":{"readAt":1},"index":[]}\n', 'x\n']) {
      assert.equal(openCatalogue(new TextEncoder().encode(text), true), undefined, text);
    }
  });
});
