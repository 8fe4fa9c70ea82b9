import assert from 'node:assert/strict';
import { fitInto, layoutGrid, nextTile } from '../../../../src/webview/deviceGrid/gridLayout.ts';

const PHONE = { width: 1080, height: 2400 };
const TABLET = { width: 2560, height: 1600 };

function phones(count: number): (typeof PHONE)[] {
  return Array.from({ length: count }, () => PHONE);
}

/** Returns the width and the height that the tiles of a layout take up together. */
function extent(
  { width, height }: { width: number; height: number },
  count: number,
): { width: number; height: number } {
  const { columns, stage } = layoutGrid({ width, height }, phones(count));
  const rows = Math.ceil(count / columns);
  return { width: columns * (stage.width + 10) - 10, height: rows * (stage.height + 74 + 10) - 10 };
}

it('the layout of a device grid shows all tiles without scrolling if there is space, as large as possible', () => {
  for (const count of [1, 2, 6, 12, 24]) {
    const page = { width: 1900, height: 1000 };
    const { width, height } = extent(page, count);
    assert.ok(width <= page.width + 0.01 && height <= page.height + 0.01, `${count}: ${width} × ${height}`);
    assert.ok(width > 0.9 * page.width || height > 0.85 * page.height, `${count}: ${width} × ${height}`);
  }
});

it('the layout of a device grid scrolls tiles of a usable width if they do not fit', () => {
  const narrow = layoutGrid({ width: 300, height: 700 }, phones(24));
  assert.deepEqual([narrow.columns, narrow.stage.width], [2, 145]);
  const low = layoutGrid({ width: 900, height: 150 }, phones(2));
  assert.deepEqual([low.columns, low.stage.width], [2, 248]);
  assert.equal(layoutGrid({ width: 80, height: 700 }, phones(24)).columns, 1);
});

it('the layout of a device grid follows the shape of the tallest screen', () => {
  const shapeOf = (screens: readonly (typeof PHONE | undefined)[]): number => {
    const { stage } = layoutGrid({ width: 1000, height: 800 }, screens);
    return Number((stage.height / stage.width).toFixed(3));
  };
  assert.equal(shapeOf([TABLET, undefined]), 0.625);
  assert.equal(shapeOf([TABLET, PHONE]), 2.222);
  assert.equal(shapeOf([undefined]), 2.222);
  assert.equal(shapeOf([{ width: 1, height: 9000 }]), 2.4);
  assert.equal(shapeOf([{ width: 9000, height: 1 }]), 0.5);
});

it('the layout of a device grid fits a picture into its space', () => {
  assert.deepEqual(fitInto({ width: 100, height: 200 }, TABLET), { width: 100, height: 62.5 });
  assert.deepEqual(fitInto({ width: 100, height: 100 }, { width: 50, height: 200 }), {
    width: 25,
    height: 100,
  });
});

it('the layout of a device grid leads the arrow keys to the tiles around', () => {
  const grid = { columns: 3, count: 8 };
  const to = (key: string, index: number): number | undefined => nextTile(key, index, grid);
  assert.deepEqual(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map(key => to(key, 4)),
    [3, 5, 1, 7, 0, 7, undefined],
  );
  assert.deepEqual(
    [to('ArrowLeft', 0), to('ArrowUp', 1), to('ArrowRight', 7), to('ArrowDown', 6)],
    [0, 1, 7, 6],
  );
});
