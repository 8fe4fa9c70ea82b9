import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  clampToDisplay,
  pixelAt,
  type Rotation,
  rotateSize,
  toDeviceDistance,
} from '../../../../src/webview/devicePanel/screenMap.ts';

const size = { width: 1080, height: 2400 };
const turns: readonly Rotation[] = [0, 90, 180, 270];

/** Where the middle of a pixel is seen on the page, by turning the picture around the middle of its box. */
function seenAt({ x, y }: { x: number; y: number }, box: DOMBox, turn: Rotation): { x: number; y: number } {
  const seen = rotateSize(size, turn);
  const angle = (turn * Math.PI) / 180;
  const [fromX, fromY] = [x + 0.5 - size.width / 2, y + 0.5 - size.height / 2];
  const turnedX = fromX * Math.cos(angle) - fromY * Math.sin(angle);
  const turnedY = fromX * Math.sin(angle) + fromY * Math.cos(angle);
  return {
    x: box.left + ((turnedX + seen.width / 2) / seen.width) * box.width,
    y: box.top + ((turnedY + seen.height / 2) / seen.height) * box.height,
  };
}

interface DOMBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function boxOf(zoom: number, turn: Rotation, left: number, top: number): DOMBox {
  const seen = rotateSize(size, turn);
  return { left, top, width: seen.width * zoom, height: seen.height * zoom };
}

it('the mapping of the page to the device finds the visible pixel at any zoom, position, and rotation', () => {
  const place = fc.double({ min: -500, max: 500, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: size.width - 1 }),
      fc.integer({ min: 0, max: size.height - 1 }),
      fc.double({ min: 0.05, max: 4, noNaN: true }),
      fc.constantFrom(...turns),
      place,
      place,
      (x, y, zoom, turn, left, top) => {
        const box = boxOf(zoom, turn, left, top);
        assert.deepEqual(pixelAt(seenAt({ x, y }, box, turn), box, turn, size), { x, y });
      },
    ),
  );
});

it('the mapping of the page to the device finds the nearest edge from outside of the screenshot', () => {
  const box = boxOf(0.5, 0, 10, 20);
  assert.deepEqual(pixelAt({ x: -100, y: 5000 }, box, 0, size), { x: 0, y: 2399 });
  assert.deepEqual(pixelAt({ x: 10 + 540, y: 20 }, box, 0, size), { x: 1079, y: 0 });
});

it('the mapping of the page to the device converts a distance on the page to the device', () => {
  const way = (turn: Rotation) => toDeviceDistance({ x: 0, y: 100 }, boxOf(0.5, turn, 0, 0), turn, size);
  assert.deepEqual(
    turns.map(way),
    [
      { x: 0, y: 200 },
      { x: 200, y: -0 },
      { x: -0, y: -200 },
      { x: -200, y: 0 },
    ].map(({ x, y }) => ({ x: x + 0, y: y + 0 })),
  );
});

it('the mapping of the page to the device keeps points on the display', () => {
  assert.deepEqual(clampToDisplay({ x: -3, y: 9999.4 }, size), { x: 0, y: 2399 });
  assert.deepEqual(clampToDisplay({ x: 10.4, y: 10.6 }, size), { x: 10, y: 11 });
});
