import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Route, type TrackSpeed } from '../../../../src/flow/track/route.ts';
import { type Track, trackOf } from '../../../../src/flow/track/track.ts';
import { distanceMeters } from '../../../../src/util/geodesy.ts';

function track(points: Track['points']): Track {
  const made = trackOf(undefined, points);
  if ('problem' in made) assert.fail(made.problem);
  return made;
}

/** A kilometer on the equator in degrees. */
const KILOMETER = 1 / 111.1949;
const straight = track([0, 1, 3].map(n => ({ latitude: 0, longitude: n * KILOMETER })));
const timed = track(
  [0, 60, 360].map((at, n) => ({ latitude: 0, longitude: n * KILOMETER, time: at * 1000 })),
);
const steady = (kmh: number): TrackSpeed => ({ kind: 'steady', kmh });
const recorded = (factor: number): TrackSpeed => ({ kind: 'recorded', factor });

function near(found: number, wanted: number, within: number): void {
  assert.ok(Math.abs(found - wanted) <= within, `${found} is not ${wanted} within ${within}`);
}

const points = fc.array(
  fc.record({
    latitude: fc.double({ min: -85, max: 85, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    wait: fc.integer({ min: 0, max: 600_000 }),
  }),
  { minLength: 2, maxLength: 30 },
);
const routes = points.map(list => {
  let time = 0;
  return track(list.map(({ latitude, longitude, wait }) => ({ latitude, longitude, time: (time += wait) })));
});
const speeds = fc.oneof(
  fc.double({ min: 0.1, max: 1000, noNaN: true }).map(steady),
  fc.double({ min: 0.1, max: 100, noNaN: true }).map(recorded),
);
const share = fc.double({ min: 0, max: 1, noNaN: true });

it('the route of a track has a length, and a duration for each speed', () => {
  const route = new Route(straight);
  near(route.meters, 3000, 0.1);
  near(route.duration(steady(60)), 180_000, 10);
  near(route.at(60_000, steady(60)).longitude, KILOMETER, 1e-7);
  near(route.at(120_000, steady(60)).meters, 2000, 0.1);
  near(route.at(120_000, steady(60)).longitude, 2 * KILOMETER, 1e-7);
});

it('the route of a track is played as recorded, or by a factor of it', () => {
  const route = new Route(timed);
  assert.ok(route.timed);
  assert.equal(route.duration(recorded(1)), 360_000);
  assert.equal(route.duration(recorded(4)), 90_000);
  near(route.at(30_000, recorded(1)).meters, 500, 0.1);
  near(route.at(30_000, recorded(2)).meters, 1000, 0.1);
  near(route.at(210_000, recorded(1)).meters, 1500, 0.1);
});

it('the route of a track leaves out pauses of days, as after a time from before the first satellite', () => {
  const now = Date.UTC(2026, 10, 29);
  const late = track([0, now, now + 60_000].map((time, n) => ({ latitude: 0, longitude: n, time })));
  assert.match(late.note ?? '', /^Position 2 is 20786 days later than the one before it; pauses of days/);
  assert.equal(new Route(late).duration(recorded(1)), 60_000);
  const night = track([0, 43_200_000].map((time, n) => ({ latitude: 0, longitude: n, time })));
  assert.equal(night.note, undefined);
  assert.equal(new Route(night).duration(recorded(1)), 43_200_000);
});

it('the route of a track is played at walking speed if no times were recorded', () => {
  const route = new Route(straight);
  assert.ok(!route.timed);
  near(route.duration(recorded(1)), 36 * 60_000, 100);
  near(route.duration(recorded(2)), 18 * 60_000, 100);
});

it('the route of a track crosses the antimeridian on the short side', () => {
  const across = new Route(track([{ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 }])); // oxfmt-ignore
  near(across.meters, 222_390, 10);
  const { longitude } = across.at(across.duration(steady(100)) * 0.75, steady(100));
  near(longitude, -179.5, 1e-6);
});

it('the route of a track keeps its position when the speed changes', () => {
  const route = new Route(timed);
  const at = route.carried(210_000, recorded(1), steady(6));
  near(at, 900_000, 100);
  near(route.carried(at, steady(6), recorded(1)), 210_000, 100);
  near(route.carried(90_000, recorded(1), recorded(3)), 30_000, 0.001);
});

it('the route of a track starts and ends exactly at the first and last position, for any time', () => {
  fc.assert(
    fc.property(routes, speeds, (one, speed) => {
      const route = new Route(one);
      const last = one.points.at(-1)!;
      const { latitude, longitude } = route.at(route.duration(speed) + 1, speed);
      assert.deepEqual([latitude, longitude], [last.latitude, last.longitude]);
      const start = route.at(-1, speed);
      assert.deepEqual([start.latitude, start.longitude, start.meters], [one.points[0]!.latitude, one.points[0]!.longitude, 0]); // oxfmt-ignore
    }),
  );
});

it('the route of a track never goes back, and at a constant speed never exceeds it', () => {
  fc.assert(
    fc.property(routes, speeds, share, share, (one, speed, first, second) => {
      const route = new Route(one);
      const duration = route.duration(speed);
      const [from, to] = [first, second].sort((a, b) => a - b).map(part => part * duration) as [
        number,
        number,
      ];
      const [before, after] = [route.at(from, speed), route.at(to, speed)];
      assert.ok(after.meters >= before.meters - 1e-6);
      if (speed.kind !== 'steady') return;
      const allowed = ((to - from) * speed.kmh) / 3600;
      // Floating point: the way round the earth is known to about a meter.
      assert.ok(distanceMeters(before, after) <= allowed + 1);
      near(after.meters - before.meters, allowed, 1);
    }),
  );
});

it('the route of a track returns to the same position at another speed', () => {
  fc.assert(
    fc.property(routes, speeds, speeds, share, (one, from, to, part) => {
      const route = new Route(one);
      const elapsed = part * route.duration(from);
      const place = route.at(elapsed, from);
      const carried = route.carried(elapsed, from, to);
      assert.ok(carried >= 0 && carried <= route.duration(to) * (1 + 1e-9) + 1e-6);
      const moving = from.kind === to.kind || to.kind === 'steady';
      if (moving) near(route.at(carried, to).meters, place.meters, 1);
    }),
  );
});
