import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bearingDegrees, distanceMeters, positionBetween } from '../../../src/util/geodesy.ts';
import { positionText, readPosition } from '../../../src/util/geoText.ts';

const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const paris = { latitude: 48.8566, longitude: 2.3522 };
const berlin = { latitude: 52.52, longitude: 13.405 };

describe('util/geodesy: paths on the earth', () => {
  it('paths on the earth have known lengths', () => {
    assert.ok(Math.abs(distanceMeters(paris, berlin) - 877_500) < 1000);
    assert.equal(Math.round(bearingDegrees(paris, berlin)), 58);
    assert.equal(bearingDegrees({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: -1 }), 270);
  });

  it('paths on the earth go continuously from a position to the opposite one, or nearly so', () => {
    const here = { latitude: 0, longitude: 0 };
    for (const longitude of [180, 179.999_999_999, 179.9992]) {
      const there = { latitude: 0, longitude };
      const quarter = positionBetween(here, there, 0.25);
      const half = positionBetween(here, there, 0.5);
      assert.ok(Math.abs(distanceMeters(quarter, half) - distanceMeters(here, there) / 4) < 0.001);
    }
  });

  it('paths on the earth are divided by a fraction of their length', () => {
    fc.assert(
      fc.property(position, position, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, share) => {
        const whole = distanceMeters(one, other);
        const middle = positionBetween(one, other, share);
        assert.ok(Math.abs(distanceMeters(one, middle) - share * whole) < 1);
        assert.ok(Math.abs(distanceMeters(middle, other) - (1 - share) * whole) < 1);
      }),
    );
  });
});

describe('util/geodesy: position formatted as text', () => {
  it('a position formatted as text is read as the same position, to a centimeter', () => {
    fc.assert(
      fc.property(position, ({ latitude, longitude }) => {
        const read = readPosition(positionText({ latitude, longitude }));
        if ('problem' in read) assert.fail(read.problem);
        assert.ok(Math.abs(read.latitude - latitude) < 1e-7 && Math.abs(read.longitude - longitude) < 1e-7);
      }),
    );
    assert.equal(positionText({ latitude: -0, longitude: 1e-9 }), '0, 0');
    assert.equal(positionText({ latitude: 10, longitude: -20.5 }), '10, -20.5');
  });
});
