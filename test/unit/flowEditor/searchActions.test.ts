import assert from 'node:assert/strict';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { findActions, noCatalogSentence } from '../../../src/flowEditor/searchActions.ts';
import { ActionSearch } from '../../../src/wording/actionSearch.ts';

const catalog = createCatalog([
  { id: 'a', name: 'Tap', service: 'devices_api', description: 'Taps on the screen.\nSecond line.' },
  { id: 'b', name: 'Long tap', service: 'devices_api', description: null },
  { id: 'c', name: 'Wait', service: 'custom', description: 'Waits before the next tap.' },
  { id: 'd', name: 'Tap and hold' },
]);

describe('flowEditor/searchActions', () => {
  const search = new ActionSearch();
  const find = (text: string, recent: readonly string[] = []): string =>
    findActions(search, catalog, recent, text)
      .actions.map(({ id, isRecent }) => (isRecent ? `${id}!` : id))
      .join('');

  it('a search for actions lists the best matches of the name first, then those of other texts', () => {
    assert.equal(find('tap'), 'adbc');
    assert.equal(find('  TAP  '), 'adbc');
  });

  it('a search for actions needs every word, in the name, the service or the description', () => {
    assert.equal(find('tap devices'), 'ba');
    assert.equal(find('custom'), 'c');
    assert.equal(find('screen tap'), 'a');
    assert.equal(find('tap nothing'), '');
  });

  it('a search for actions lists recently used actions first, unless something is typed', () => {
    assert.equal(find('', ['c', 'gone', 'a']), 'c!a!bd');
    assert.equal(find('tap', ['c']), 'adbc');
  });

  it('a search for actions describes them in one line, and counts those that are not listed', () => {
    assert.deepEqual(findActions(search, catalog, [], 'tap').actions[0], {
      id: 'a',
      name: 'Tap',
      service: 'Devices',
      icon: 'device-mobile',
      description: 'Taps on the screen.',
      isRecent: false,
    });
    const many = createCatalog(Array.from({ length: 5000 }, (_, at) => ({ id: `${at}`, name: `Act ${at}` })));
    const { actions, total } = findActions(search, many, [], 'act');
    assert.deepEqual([actions.length, total], [60, 5000]);
    assert.equal(findActions(search, many, [], 'act 4999').actions[0]?.id, '4999');
  });

  it('a search for actions gives a hint instead of an empty list', () => {
    assert.match(
      findActions(search, catalog, [], 'tap nothing').hint ?? '',
      /^No action matches “tap nothing”/,
    );
    assert.equal(findActions(search, catalog, [], 'tap').hint, undefined);
  });

  it('a search for actions says why there is nothing to find', () => {
    assert.equal(noCatalogSentence({ count: 1, reading: true }), undefined);
    assert.equal(noCatalogSentence({ count: 0, reading: true }), 'Reading the catalog…');
    assert.match(noCatalogSentence({ count: 0, reading: false }) ?? '', /^No catalog is known/);
  });
});
