import assert from 'node:assert/strict';
import type { GridTile } from '../../src/protocol/deviceGrid.ts';
import { gridOf, type GridPageSettings, tileOf, useGridPages } from '../support/gridPage.ts';
import { until } from '../support/until.ts';
import type { Theme } from '../support/webviewPage.ts';

const hostile = '<img src=x onerror=alert(1)> “A-name-that-does-not-end-'.repeat(6);
const stopped = {
  icon: 'debug-pause',
  title: 'Device stopped',
  sentence: 'Its apps and data are kept. Resume the device to use it.',
  acts: [{ act: 'resume', label: 'Resume' }],
} as const;
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

function phones(count: number): GridTile[] {
  return Array.from({ length: count }, (_, index) => tileOf(`Phone ${index + 1}`));
}

/** Six tiles in different situations. */
const six: readonly GridTile[] = [
  tileOf('Pixel phone'),
  tileOf('Android tablet', { size: { width: 1600, height: 2560 } }),
  tileOf(hostile, { id: 'hostile' }),
  tileOf('Stopped phone', { state: 'stopped', situation: stopped, picture: undefined }),
  tileOf('Slow phone', { situation: failing }),
  tileOf('Busy phone', { state: 'rebooting', situation: busy, size: undefined, picture: undefined }),
];

const results: readonly GridTile[] = phones(6).map((tile, index) => ({
  ...tile,
  outcome: [
    { state: 'done', error: undefined, expected: undefined } as const,
    { state: 'done', error: undefined, expected: 'Button “Send”' } as const,
    { state: 'failed', error: 'The device is disconnected.', expected: undefined } as const,
    { state: 'paused', error: 'The device was stopped.', expected: undefined } as const,
    { state: 'waiting', error: undefined, expected: undefined } as const,
    { state: 'done', error: undefined, expected: undefined } as const,
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

describe('the page of a device grid', () => {
  const open = useGridPages();

  for (const theme of ['dark', 'light', 'contrast', 'lightContrast'] satisfies Theme[]) {
    for (const [name, settings] of Object.entries(states)) {
      it(`has no layout or accessibility errors in ${theme}: ${name}`, async () => {
        const shown = await open({ ...settings, theme });
        const pictures = settings.state.tiles.filter(tile => tile.picture !== undefined).length;
        await until('the pictures', () => shown.drawn(), pictures);
        assert.deepEqual(shown.errors, []);
        assert.deepEqual(await shown.seriousFindings({ colorsOnly: theme !== 'dark' }), []);
        await until('a page as wide as its window', () => shown.overflowingParts().then(String), '');
        await shown.picture(`${theme} ${name}`.replaceAll(/[^a-z0-9]+/g, '-'));
      });
    }
  }
});
