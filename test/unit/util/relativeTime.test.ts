import assert from 'node:assert/strict';
import { relativeTime, relativeTimestamp, tickingTime } from '../../../src/util/relativeTime.ts';

describe('util/relativeTime', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');

  it('a relative time uses the largest unit that fits, in both directions', () => {
    assert.equal(relativeTime(now - 150_000, now), '2 min. ago');
    assert.equal(relativeTime(now + 3 * 3_600_000, now), 'in 3 hr.');
    assert.equal(relativeTime(now - 86_400_000, now), 'yesterday');
  });

  it('a relative time shows seconds only if it is updated every second', () => {
    assert.equal(relativeTime(now, now), 'just now');
    assert.equal(relativeTime(now - 42_000, now), 'just now');
    assert.equal(relativeTime(now + 42_000, now), 'in less than 1 min.');
    assert.equal(relativeTime(now - 60_000, now), '1 min. ago');
    assert.equal(tickingTime(now, now), 'now');
    assert.equal(tickingTime(now - 42_000, now), '42 sec. ago');
    assert.equal(tickingTime(now - 150_000, now), '2 min. ago');
  });

  it('a relative time returns an invalid timestamp unchanged', () => {
    assert.equal(relativeTimestamp('2026-03-01T11:00:00Z', now), '1 hr. ago');
    assert.equal(relativeTimestamp('soon', now), 'soon');
  });
});
