import assert from 'node:assert/strict';
import { GridPace } from '../../../src/devicePanel/grid/gridPace.ts';

it('the pace of a grid reads a tile again that became due while it was read', () => {
  const pace = new GridPace(['one']);
  pace.see(['one']);
  assert.deepEqual(pace.next(1000), { id: 'one' });
  pace.begin('one', 1000);
  assert.equal(pace.next(1000), undefined);
  pace.hurry(['one'], 1010);
  pace.end('one', 1100, 'same');
  assert.deepEqual(pace.next(1100), { id: 'one' });
});

it('the pace of a grid slows down once for the requests that are refused before its pause ends', () => {
  const ids = ['one', 'two', 'three'];
  const pace = new GridPace(ids);
  pace.see(ids);
  for (const id of ids) pace.begin(id, 1000);
  for (const id of ids) {
    pace.slowDown(1100);
    pace.end(id, 1100, { waitMs: 5000 });
  }
  const afterMs = (now: number): number => {
    const next = pace.next(now);
    return next && 'afterMs' in next ? Math.round(next.afterMs) : 0;
  };
  assert.equal(afterMs(1100), 5000);
  pace.begin('one', 6100);
  assert.equal(afterMs(6100), Math.round(1000 / 6));
  pace.slowDown(6100);
  assert.equal(afterMs(6100), 1000);
  pace.begin('two', 7100);
  assert.equal(afterMs(7100), Math.round(1000 / 3));
});

it('the pace of a grid reads a few tiles at the same time', () => {
  const ids = Array.from({ length: 24 }, (_, index) => `phone${index}`);
  const pace = new GridPace(ids);
  pace.see([...ids, 'unknown']);
  let now = 1000;
  for (let reads = 0; reads < 6; reads++) {
    const next = pace.next(now);
    assert.ok(next && 'id' in next, String(reads));
    pace.begin(next.id, now);
    now += 100;
  }
  assert.equal(pace.next(now), undefined);
  pace.end('phone0', now, 'failed');
  assert.deepEqual(pace.next(now), { id: 'phone6' });
});
