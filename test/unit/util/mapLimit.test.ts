import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { mapLimit } from '../../../src/util/mapLimit.ts';

it('the mapping with limited concurrency keeps the order, and never exceeds the limit', async () => {
  let running = 0;
  let most = 0;
  const results = await mapLimit([...Array(50).keys()], 7, async item => {
    most = Math.max(most, ++running);
    for (let left = item % 5; left > 0; left--) await turn();
    running--;
    return item * 2;
  });
  assert.deepEqual(
    results,
    [...Array(50).keys()].map(item => item * 2),
  );
  assert.equal(most, 7);
});

it('the mapping with limited concurrency starts nothing after a failure', async () => {
  const begun: number[] = [];
  const work = mapLimit([...Array(20).keys()], 2, async item => {
    begun.push(item);
    await turn();
    if (item === 3) throw new Error('no');
  });
  await assert.rejects(work, /no/);
  await turn();
  assert.ok(begun.length <= 6, begun.join());
});

it('the mapping with limited concurrency does nothing for an empty list', async () => {
  assert.deepEqual(await mapLimit([], 4, () => Promise.reject(new Error('asked'))), []);
});
