import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decimate } from '../../../src/devicePanel/place/devicePlace.ts';

it('a simplified track has at most the given number of positions, in order, with the first and the last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 500 }), fc.integer({ min: 2, max: 600 }), (count, most) => {
      const points = Array.from({ length: count }, (_, n) => ({ latitude: n, longitude: -n }));
      const found = decimate(points, most);
      const latitudes = found.filter((_, index) => index % 2 === 0);
      assert.equal(latitudes.length, Math.min(count, most));
      assert.deepEqual([latitudes[0], latitudes.at(-1)], [0, count - 1]);
      assert.deepEqual(
        latitudes,
        [...new Set(latitudes)].sort((a, b) => a - b),
      );
      assert.ok(found.every((value, index) => index % 2 === 0 || value === -(found[index - 1] ?? 0)));
    }),
  );
});
