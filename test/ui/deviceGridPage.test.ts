import assert from 'node:assert/strict';
import type { TileState } from '../../src/protocol/deviceGrid.ts';
import { gridOf, type GridPageSettings, tileOf, useGridPages } from '../support/gridPage.ts';
import { testLooks } from '../support/looks.ts';
import { stopped } from '../support/panelStates.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { until } from '../support/until.ts';
import { pressAndRelease } from '../support/clickOnce.ts';

const hostile = '<img src=x onerror=alert(1)> “A-name-that-does-not-end-'.repeat(6);
const failing = {
  icon: 'warning',
  title: 'Cannot read the screen',
  sentence: 'The service asks to wait before the next request.',
  acts: [{ act: 'retry', label: 'Try Again' }],
} as const;
const busy = {
  ...failing,
  icon: 'loading',
  title: 'Device rebooting',
  sentence: 'The screen appears when the device is ready.',
};

function phones(count: number): TileState[] {
  return Array.from({ length: count }, (_, index) => tileOf(`Phone ${index + 1}`));
}

/** Six tiles in different situations. */
const six: readonly TileState[] = [
  tileOf('Pixel phone'),
  tileOf('Android tablet', { size: { width: 1600, height: 2560 } }),
  tileOf(hostile, { id: 'hostile' }),
  tileOf('Stopped phone', { state: 'stopped', situation: stopped, picture: undefined }),
  tileOf('Slow phone', { situation: failing }),
  tileOf('Busy phone', { state: 'rebooting', situation: busy, size: undefined, picture: undefined }),
];

const results: readonly TileState[] = phones(6).map((tile, index) => ({
  ...tile,
  outcome: [
    { state: 'done', error: undefined, expected: undefined, usedPoint: false } as const,
    { state: 'done', error: undefined, expected: 'Button “Send”', usedPoint: true } as const,
    { state: 'failed', error: 'The device is disconnected.', expected: undefined, usedPoint: false } as const,
    { state: 'paused', error: 'The device was stopped.', expected: undefined, usedPoint: false } as const,
    { state: 'waiting', error: undefined, expected: undefined, usedPoint: false } as const,
    { state: 'done', error: undefined, expected: undefined, usedPoint: false } as const,
  ][index],
}));

const states: Readonly<Record<string, GridPageSettings>> = {
  '1 device': { state: gridOf(phones(1)) },
  '6 devices': { state: gridOf(six) },
  '24 devices': { state: gridOf(phones(24)), width: 1280, height: 720 },
  '24 devices on a large screen': { state: gridOf(phones(24)), width: 1920, height: 1080 },
  '24 devices, narrow': { state: gridOf(phones(24)), width: 320, height: 800 },
  'all of 6 devices, with less motion': {
    state: gridOf(results, { actOnAll: true, last: { gesture: 'Tap 540, 1200', id: 'Phone 1' } }),
    reducedMotion: true,
  },
  'all of 24 devices, narrow': { state: gridOf(phones(24), { actOnAll: true }), width: 320, height: 800 },
};

describe('deviceGridPage', () => {
  const open = useGridPages();

  describe('themes', () => {
    const openState = useGridPages('next');

    testLooks('the page of a device grid', states, async settings => {
      const shown = await openState(settings);
      const pictures = settings.state.tiles.filter(tile => tile.picture !== undefined).length;
      await until('the pictures', () => shown.drawn(), pictures);
      return shown;
    });
  });

  it('the page of a device grid scales each screen to its tile, in its shape', async () => {
    const shown = await open({ state: gridOf(six) });
    await until('the pictures', () => shown.drawn(), 4);
    const canvas = shown.screen('Android tablet').locator('canvas');
    const size = [await canvas.getAttribute('width'), await canvas.getAttribute('height')].map(Number);
    const box = await canvas.boundingBox();
    assert.ok(box && Math.abs(box.height / box.width - 1.6) < 0.02, JSON.stringify(box));
    assert.deepEqual(size, [Math.round(box.width), Math.round(box.height)]);
    await shown.page.setViewportSize({ width: 500, height: 900 });
    await until(
      'a larger picture',
      async () => Number(await canvas.getAttribute('width')),
      value => value !== size[0],
    );
    assert.equal(shown.of('picture').length, 4);
  });

  it('the page of a device grid shows names as text', async () => {
    const shown = await open({ state: gridOf(six) });
    await shown.page.getByRole('heading', { name: hostile, level: 2 }).waitFor();
    assert.equal(await shown.page.locator('img').count(), 0);
  });

  it('the page of a device grid reports the tiles in view', async () => {
    const shown = await open({ state: gridOf(phones(24)), width: 320, height: 800 });
    const seen = (): string => shown.of('see').at(-1)?.ids.join() ?? '';
    await until('those at the top', seen, 'Phone 1,Phone 2,Phone 3,Phone 4');
    await shown.screen('Phone 24').scrollIntoViewIfNeeded();
    await until('those at the bottom', seen, ids => ids.includes('Phone 24') && !ids.includes('Phone 1,'));
  });

  it('the page of a device grid taps and swipes where the pointer is on the screen', async () => {
    const shown = await open({ state: gridOf(six) });
    await until('the pictures', () => shown.drawn(), 4);
    const screen = shown.screen('Android tablet');
    const box = await screen.boundingBox();
    assert.ok(box);
    const at = (u: number, v: number): { x: number; y: number } => ({
      x: box.x + box.width * u,
      y: box.y + box.height * v,
    });
    const { mouse } = shown.page;
    await mouse.move(at(0.5, 0.25).x, at(0.5, 0.25).y);
    await pressAndRelease(shown.page);
    await mouse.move(at(0.5, 0.75).x, at(0.5, 0.75).y);
    await mouse.down();
    await mouse.move(at(0.5, 0.5).x, at(0.5, 0.5).y);
    await shown.picture('drag');
    await mouse.up();
    const performed = await until(
      'two gestures',
      () => shown.of('perform'),
      all => all.length === 2,
    );
    const [tap, swipe] = performed.map(({ id, gesture }) => ({ id, gesture }));
    const isNear = (one: { x: number; y: number }, u: number, v: number): boolean =>
      Math.abs(one.x - 1600 * u) < 16 && Math.abs(one.y - 2560 * v) < 16;
    assert.ok(
      tap?.id === 'Android tablet' && tap.gesture.kind === 'tap' && isNear(tap.gesture.at, 0.5, 0.25),
    );
    assert.ok(swipe?.gesture.kind === 'swipe');
    assert.ok(isNear(swipe.gesture.from, 0.5, 0.75) && isNear(swipe.gesture.to, 0.5, 0.5));
  });

  it('the page of a device grid sends nothing if a drag is cancelled, or the screen cannot be shown', async () => {
    const shown = await open({ state: gridOf(six) });
    await until('the pictures', () => shown.drawn(), 4);
    const { page } = shown;
    const { mouse } = page;
    const box = await shown.screen('Pixel phone').boundingBox();
    assert.ok(box);
    await shown.screen('Pixel phone').focus();
    await mouse.move(box.x + 20, box.y + 20);
    await mouse.down();
    await mouse.move(box.x + 60, box.y + 60);
    await page.keyboard.press('Escape');
    await mouse.up();
    await page
      .getByRole('group', { name: 'Slow phone', exact: true })
      .locator('.stage')
      .click({ position: { x: 20, y: 20 } });
    await page
      .getByRole('group', { name: 'Stopped phone', exact: true })
      .getByRole('button', { name: 'Resume' })
      .click();
    await until(
      'the button',
      () =>
        shown
          .of('act')
          .map(({ id, act }) => `${id}: ${act}`)
          .join(),
      'Stopped phone: resume',
    );
    assert.deepEqual(shown.of('perform'), []);
  });

  it('the page of a device grid leads the keyboard through the tiles, and to the buttons of one', async () => {
    const shown = await open({ state: gridOf(phones(24)), width: 1280, height: 720 });
    const { keyboard } = shown.page;
    // Nothing is drawn before the columns are known.
    await until(
      'the pictures',
      () => shown.drawn(),
      drawn => drawn > 0,
    );
    const focused = (): Promise<unknown> =>
      shown.page.evaluate(`document.activeElement.getAttribute('aria-label')`);
    await shown.screen('Phone 1').focus();
    await keyboard.press('ArrowRight');
    assert.equal(await focused(), 'Screen of Phone 2');
    await keyboard.press('End');
    assert.equal(await focused(), 'Screen of Phone 24');
    await keyboard.press('Home');
    await keyboard.press('ArrowDown');
    assert.notEqual(await focused(), 'Screen of Phone 2');
    await keyboard.press('Enter');
    const [opened] = await until(
      'the panel',
      () => shown.of('openPanel'),
      all => all.length === 1,
    );
    assert.equal(await focused(), `Screen of ${opened?.id}`);
    for (const label of ['Back', 'Home', 'Recents']) {
      await keyboard.press('Tab');
      assert.equal(await focused(), label);
    }
    await keyboard.press('Enter');
    const [pressed] = await until(
      'the gesture',
      () => shown.of('perform'),
      all => all.length === 1,
    );
    assert.deepEqual(pressed, {
      kind: 'perform',
      id: opened?.id,
      gesture: { kind: 'global', button: 'recents' },
    });
    // The tiles are one stop of the Tab key, with the buttons of one of them.
    await keyboard.press('Tab');
    assert.equal(await focused(), null);
  });

  it('the page of a device grid shows the failure of a gesture on its tile until it is dismissed', async () => {
    const sentence =
      'This workspace is in Restricted Mode: nothing runs here, and nothing is written to a service.';
    const answer = ({ kind }: { readonly kind: string }): unknown => {
      if (kind !== 'perform') return undefined;
      throw new Error(sentence);
    };
    const shown = await open({ state: gridOf(six), answer });
    const tile = shown.page.getByRole('group', { name: 'Pixel phone', exact: true });
    await tile.getByRole('button', { name: 'Home' }).click();
    await tile.getByText(sentence).waitFor();
    await shown.page.getByRole('status').getByText(sentence).waitFor();
    await shown.picture('failure');
    await tile.getByRole('button', { name: 'Dismiss' }).click();
    await tile.getByText(sentence).waitFor({ state: 'detached' });
  });

  it('the page of a device grid switches acting on all devices, and lets paused ones rejoin', async () => {
    const last = { gesture: 'Tap 540, 1200', id: 'Phone 1' };
    const shown = await open({ state: gridOf(results, { actOnAll: true, last }) });
    await shown.page.getByRole('button', { name: 'Rejoin' }).click();
    await shown.page.getByRole('button', { name: 'Act on All', pressed: true }).click();
    await until(
      'the switch',
      () =>
        shown
          .of('actOnAll')
          .map(({ on }) => on)
          .join(),
      'false',
    );
    assert.equal(shown.of('rejoin').length, 1);
    await shown.page
      .getByRole('img', { name: 'Done at the same point, on another element than Button “Send”' })
      .waitFor();
    await shown.show(gridOf(phones(6)));
    await shown.page.getByRole('button', { name: 'Act on All', pressed: false }).waitFor();
  });

  for (const width of [1000, 320]) {
    it(`the page of a device grid moves no tile and no button when acting on all is switched on or results come, ${width} pixels wide`, async () => {
      const shown = await open({ state: gridOf(phones(6)), width });
      // Everything is in sight, so nothing scrolls.
      await shown.page.setViewportSize({ width, height: 2400 });
      const parts = [
        shown.page.locator('.glass').first(),
        shown.page.locator('.glass').last(),
        shown.page.getByRole('button', { name: 'Act on All' }),
      ];
      const places = () => Promise.all(parts.map(waitForStableBox));
      await until('the pictures', () => shown.drawn(), 6);
      const before = await places();
      const last = { gesture: 'Tap 540, 1200', id: 'Phone 1' };
      const all = shown.page.getByRole('button', { name: 'Act on All', pressed: true });
      for (const [state, text] of [
        [gridOf(phones(6), { actOnAll: true }), 'is performed on all 6 devices'],
        [gridOf(results, { actOnAll: true, last }), 'performed on 3 of 6 devices'],
      ] as const) {
        await shown.show(state);
        await all.waitFor();
        await shown.page.getByText(text).first().waitFor();
        assert.deepEqual(await places(), before);
      }
    });
  }
});
