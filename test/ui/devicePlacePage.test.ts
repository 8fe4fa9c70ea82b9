import assert from 'node:assert/strict';
import type { PanelState } from '../../src/protocol/devicePanel.ts';
import type { PlaceState, TrackState } from '../../src/protocol/devicePlace.ts';
import { type DevicePage, DevicePages } from '../support/devicePage.ts';
import { until } from '../support/until.ts';
import type { Theme } from '../support/webviewPage.ts';

const endless = 'A-name-that-does-not-end-'.repeat(20);
const place: PlaceState = {
  device: { latitude: 52.5163, longitude: 13.3777 },
  problem: undefined,
  saved: [],
  track: undefined,
  asked: 1,
};
const track: TrackState = {
  ...{ number: 1, name: 'A walk in Lisbon', note: undefined, timed: true, positions: 10, metres: 1488 },
  ...{ duration: 1_035_000, speed: { kind: 'recorded', factor: 1 }, play: 'playing', elapsed: 200_000 },
  ...{ gone: 310, problem: undefined },
};
const saved = Array.from({ length: 200 }, (_, n) => ({
  name: `Stop ${n}`,
  latitude: n / 4,
  longitude: n / 2,
}));
const failed = 'The device is stopped; it must be ready.';

const states: Readonly<Record<string, { readonly place: PlaceState; readonly lacks?: readonly string[] }>> = {
  known: { place },
  'never read': { place: { ...place, device: undefined } },
  'not to be read': { place: { ...place, device: undefined, problem: failed } },
  'a track': { place: { ...place, saved: saved.slice(0, 3), track } },
  'a track that failed': { place: { ...place, track: { ...track, play: 'paused', problem: failed } } },
  'names without end': {
    place: {
      ...place,
      saved: [{ name: endless, latitude: 1.2345678, longitude: -100.1234567 }],
      track: { ...track, name: endless, note: endless, timed: false, speed: { kind: 'steady', kmh: 30 } },
    },
  },
  'many places': { place: { ...place, saved } },
  missing: { place, lacks: ['geo'] },
};

describe('the place of a device in its page', function () {
  this.timeout(120_000);
  let pages: DevicePages;
  let opened: DevicePage | undefined;

  async function open(name: string, theme: Theme = 'dark'): Promise<DevicePage> {
    const { place: shown, lacks = [] } = states[name]!;
    const state: PanelState = {
      ...{
        lacks,
        situation: undefined,
        elements: undefined,
        log: [],
        place: shown,
        replay: undefined,
        mirrors: [],
      },
      device: {
        ...{ id: 'one', name: 'Pixel phone', state: 'ready', kind: 'android_cloud_phone' },
        ...{ connection: 'Sandbox', connectionId: 'sandbox' },
      },
      screen: { display: 0, size: undefined, picture: undefined, reading: false, everyMs: 0 },
    };
    opened = await pages.open({ state, png: new Uint8Array(), theme, height: 1000 });
    if (!lacks.includes('geo'))
      await opened.page.getByText('Click to pick, drag to move, wheel to zoom.').waitFor();
    else await opened.page.getByText('This device has no simulated position').waitFor();
    return opened;
  }

  before(async () => {
    pages = await DevicePages.start();
  });

  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  after(() => pages.close());

  for (const theme of ['dark', 'light', 'contrast'] satisfies Theme[]) {
    for (const name of Object.keys(states)) {
      it(`is sound and accessible in ${theme}: ${name}`, async () => {
        const shown = await open(name, theme);
        assert.deepEqual(shown.complaints, []);
        assert.deepEqual(await shown.seriousFindings(), []);
        assert.ok(await shown.fitsAcross(), 'The page is wider than its window.');
        await shown.picture(`place ${theme} ${name}`.replaceAll(/[^a-z0-9]+/g, '-'));
      });
    }
  }

  it('is moved by dragging, looked at from nearer by the wheel, and picked by a click alone', async () => {
    const { page } = await open('known');
    const map = page.getByRole('application', { name: 'World map' });
    const box = (await map.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    const where = (): Promise<string | null> => page.locator('.map-where').textContent();
    await until('the position below the pointer', async () => /\d, -?\d/.test((await where()) ?? ''));
    const before = await where();
    await page.mouse.wheel(0, -1200);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 20, { steps: 4 });
    await page.mouse.up();
    await until('the map moved', async () => (await where()) !== before);
    await page.getByText('Nothing is picked yet.').waitFor();
    await page.mouse.click(x, y);
    await page.locator('.spot:has(.picked) strong').waitFor();
  });
});
