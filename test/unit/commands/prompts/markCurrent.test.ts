import assert from 'node:assert/strict';
import { hasPart, markCurrent } from '../../../../src/commands/prompts/markCurrent.ts';

describe('a choice of what is shown', () => {
  const filter = { search: 'tap', status: '', orderBy: 'name' };

  it('says which entry is in force, whatever else the filter holds', () => {
    const items = [
      { label: 'All', part: { status: '' } },
      { label: 'Failing', description: 'at least once', part: { status: 'failing' } },
    ];
    const marked = markCurrent(items, ({ part }) => hasPart(filter, part));
    assert.deepEqual(
      marked.map(({ description }) => description),
      ['now', 'at least once'],
    );
    const other = markCurrent(items, ({ part }) => hasPart({ ...filter, status: 'failing' }, part));
    assert.deepEqual(
      other.map(({ description }) => description),
      [undefined, 'at least once · now'],
    );
  });

  it('has a part only where each of its values is that of the filter', () => {
    assert.equal(hasPart(filter, { orderBy: 'name', search: 'tap' }), true);
    assert.equal(hasPart(filter, { orderBy: 'name', search: 'swipe' }), false);
  });
});
