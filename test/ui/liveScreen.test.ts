import assert from 'node:assert/strict';
import { DeviceWorkbench } from '../support/deviceWorkbench.ts';
import { until } from '../support/until.ts';

describe('liveScreen', () => {
  let window: DeviceWorkbench;

  before(async () => {
    window = await DeviceWorkbench.open();
    await window.openPanel('Pixel phone');
    await window.screen.waitFor();
  });

  after(() => window.close());

  async function source(): Promise<string> {
    return (await window.screen.locator('img').getAttribute('src')) ?? '';
  }

  it('a live screen in the device panel shows each change without a gesture', async () => {
    const device = `/devices/${window.id('phone')}`;
    const home = await source();
    await window.sandbox.request('PUT', `${device}/apps/org.sandbox.maps`, {});
    const rate = window.panel.getByLabel('Refresh rate', { exact: true });
    const asked = (): number =>
      window.gateway.requests.filter(({ path }) => path.includes('/screenshot')).length;
    const earlier = asked();
    await rate.selectOption({ label: 'Live' });
    await until('live screenshots', asked, count => count >= earlier + 3);
    await until('the map', source, shown => shown !== home);
    // Another interval would replace the picture with each screenshot.
    const sources = new Set<string>();
    const before = asked();
    await until(
      'five more screenshots',
      async () => {
        sources.add(await source());
        return asked();
      },
      count => count >= before + 5,
    );
    // The screen may change once, by its clock.
    assert.ok(sources.size <= 2, [...sources].join(', '));
    // Counts the pictures that come with a state instead of after a request.
    const body = window.panel.locator('body');
    await body.evaluate(`addEventListener('message', ({ data }) => {
      if (data.state?.pictureBytes) globalThis.sentPictures = (globalThis.sentPictures ?? 0) + 1;
    })`);
    for (const longitude of [13.41, 13.52, 13.63]) {
      const before = await source();
      const { status } = await window.sandbox.request('POST', `${device}/location`, {
        latitude: 52.5,
        longitude,
      });
      assert.ok(status < 300, String(status));
      await until('the new position on the screen', source, value => value !== before);
    }
    assert.ok(Number(await body.evaluate('globalThis.sentPictures')) >= 3);
    await window.workbench.pictures('live-screen');
    await rate.selectOption({ label: 'On demand' });
    assert.equal(await rate.inputValue(), '0');
  });
});
