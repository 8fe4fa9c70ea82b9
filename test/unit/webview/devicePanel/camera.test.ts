import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Camera,
  CLOSEST,
  CLOSEST_LAND,
  closestZoom,
  fitCamera,
  clampCamera,
  NORTHERNMOST,
  pan,
  positionAt,
  pixelPointOf,
  zoomBy,
} from '../../../../src/webview/devicePanel/map/camera.ts';
import type { Position } from '../../../../src/util/geoText.ts';

const size = { width: 320, height: 240 };
const position = fc.record({
  latitude: fc.double({ min: -84, max: 84, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const camera: fc.Arbitrary<Camera> = fc
  .tuple(position, fc.double({ min: 8, max: 24, noNaN: true }))
  .map(([at, power]) => clampCamera({ ...at, worldPixels: 2 ** power }, size));
const spot = fc.record({
  x: fc.double({ min: 0, max: 320, noNaN: true }),
  y: fc.double({ min: 0, max: 240, noNaN: true }),
});

/** Returns the distance of two longitudes, in the shorter direction. */
function apart(one: number, other: number): number {
  const turn = Math.abs(one - other) % 360;
  return Math.min(turn, 360 - turn);
}

function same(one: Position, other: Position, within: number): void {
  assert.ok(Math.abs(one.latitude - other.latitude) <= within, `${one.latitude} is not ${other.latitude}`);
  assert.ok(apart(one.longitude, other.longitude) <= within, `${one.longitude} is not ${other.longitude}`);
}

it('the camera of the map converts every point on the map to a position and back', () => {
  fc.assert(
    fc.property(camera, spot, (looking, at) => {
      const back = pixelPointOf(positionAt(at, looking, size), looking, size);
      // A map of the whole world shows a position at its edges on either side.
      const wide = Math.abs(back.x - at.x) > looking.worldPixels / 2;
      assert.ok(wide || Math.abs(back.x - at.x) < 1e-3, `${back.x} is not ${at.x}`);
      assert.ok(Math.abs(back.y - at.y) < 1e-3, `${back.y} is not ${at.y}`);
    }),
  );
});

it('the camera of the map locates a click at high zoom far within a hundredth of a degree', () => {
  const looking = clampCamera({ latitude: 48.8584, longitude: 2.2945, worldPixels: CLOSEST }, size);
  same(positionAt({ x: 160, y: 120 }, looking, size), looking, 1e-9);
  same(positionAt({ x: 161, y: 121 }, looking, size), looking, 3e-5);
});

it('the camera of the map zooms closer than the coastlines only while a mark is in view, and never out again by that', () => {
  const looking = clampCamera({ latitude: 10, longitude: 20, worldPixels: CLOSEST_LAND }, size);
  const zoomed = (at: Camera, marks: readonly Position[]): number =>
    zoomBy(at, size, 2, undefined, closestZoom(at, size, marks)).worldPixels;
  const here = { latitude: 10.0001, longitude: 20 };
  const elsewhere = { latitude: 40, longitude: 20 };
  assert.equal(zoomed(looking, []), CLOSEST_LAND);
  assert.equal(zoomed(looking, [elsewhere]), CLOSEST_LAND);
  assert.equal(zoomed(looking, [elsewhere, here]), CLOSEST_LAND * 2);
  const close = { ...looking, worldPixels: CLOSEST };
  assert.equal(zoomed(close, [here]), CLOSEST);
  assert.equal(zoomed({ ...close, worldPixels: CLOSEST / 2 }, []), CLOSEST / 2);
  assert.equal(zoomBy(close, size, 0.5, undefined, CLOSEST_LAND).worldPixels, CLOSEST / 2);
});

it('the camera of the map keeps the position below the pointer when zooming', () => {
  fc.assert(
    fc.property(camera, spot, fc.double({ min: 1, max: 4, noNaN: true }), (looking, at, factor) => {
      const before = positionAt(at, looking, size);
      const after = positionAt(at, zoomBy(looking, size, factor, at), size);
      same(before, after, 1e-6);
    }),
  );
});

it('the camera of the map moves by the dragged pixels, and stays within the world', () => {
  const looking = clampCamera({ latitude: 10, longitude: 179.9, worldPixels: 4096 }, size);
  const moved = pan(looking, size, 40, 0);
  assert.ok(Math.abs(moved.longitude - (179.9 + (40 * 360) / 4096 - 360)) < 1e-6);
  const top = pan(looking, size, 0, -100_000);
  assert.ok(Math.abs(positionAt({ x: 0, y: 0 }, top, size).latitude - NORTHERNMOST) < 1e-6);
  fc.assert(
    fc.property(camera, fc.integer(), fc.integer(), (from, across, down) => {
      const { latitude, longitude, worldPixels } = pan(from, size, across, down);
      assert.ok(Math.abs(latitude) <= NORTHERNMOST && Math.abs(longitude) <= 180);
      assert.equal(worldPixels, from.worldPixels);
    }),
  );
});

it('the camera of the map stays between the whole world and two meters per pixel', () => {
  const at = { latitude: 0, longitude: 0 };
  assert.equal(clampCamera({ ...at, worldPixels: 0 }, size).worldPixels, 320);
  assert.equal(clampCamera({ ...at, worldPixels: 1e12 }, size).worldPixels, CLOSEST);
});

it('the camera of the map fits all given positions, also on both sides of the antimeridian', () => {
  const fiji = [
    { latitude: -17, longitude: 177 },
    { latitude: -19, longitude: -178 },
  ];
  const looking = fitCamera(fiji, size)!;
  assert.ok(apart(looking.longitude, 179.5) < 1e-6);
  assert.ok(looking.worldPixels > 10_000);
  fc.assert(
    fc.property(fc.array(position, { minLength: 1, maxLength: 5 }), positions => {
      // Distant positions may need more than the map shows at once.
      const near = positions.map(({ latitude, longitude }) => ({
        latitude: latitude / 3,
        longitude: longitude / 3,
      }));
      const seen = fitCamera(near, size)!;
      for (const one of near) {
        const { x, y } = pixelPointOf(one, seen, size);
        assert.ok(x >= -1e-6 && x <= 320 + 1e-6 && y >= -1e-6 && y <= 240 + 1e-6, `${x}, ${y}`);
      }
    }),
  );
  assert.equal(fitCamera([], size), undefined);
});
