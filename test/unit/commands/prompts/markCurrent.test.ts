import assert from 'node:assert/strict';
import { hasPart, markCurrent } from '../../../../src/commands/prompts/markCurrent.ts';

describe('commands/prompts/markCurrent', () => {
  const filter = { search: 'tap', status: '', orderBy: 'name' };

  it('a picker for a filter marks the current item, whatever else the filter contains', () => {
    const items = [
      { label: 'All', part: { status: '' } },
      { label: 'Failing', description: 'at least once', part: { status: 'failing' } },
    ];
    const marked = markCurrent(items, ({ part }) => hasPart(filter, part));
    assert.deepEqual(
      marked.map(({ description }) => description),
      ['current', 'at least once'],
    );
    const other = markCurrent(items, ({ part }) => hasPart({ ...filter, status: 'failing' }, part));
    assert.deepEqual(
      other.map(({ description }) => description),
      [undefined, 'at least once · current'],
    );
  });

  it('a picker for a filter marks an item only if each of its values is that of the filter', () => {
    assert.equal(hasPart(filter, { orderBy: 'name', search: 'tap' }), true);
    assert.equal(hasPart(filter, { orderBy: 'name', search: 'swipe' }), false);
  });
});
