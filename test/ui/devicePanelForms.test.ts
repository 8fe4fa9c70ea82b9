import assert from 'node:assert/strict';
import { useDevicePages } from '../support/devicePage.ts';
import { ready, stopped, track } from '../support/panelStates.ts';
import { until } from '../support/until.ts';

/** Runs in the page: returns the brightest red in a picture, from 0 to 255. */
function brightestOf(base64: string): string {
  return `(async () => {
    const bytes = Uint8Array.from(atob('${base64}'), letter => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return data.reduce((most, part, index) => (index % 4 === 0 ? Math.max(most, part) : most), 0);
  })()`;
}

describe('devicePanelForms', () => {
  const open = useDevicePages();

  it('the forms of the device page says which number of a swipe is invalid', async () => {
    const shown = await open({ state: ready, height: 1900 });
    const { page } = shown;
    await page.locator('summary', { hasText: 'Swipe' }).click();
    const field = page.getByLabel('From x');
    await field.fill('-5');
    await page.getByRole('button', { name: 'Send Swipe' }).click();
    await page.getByRole('alert').getByText('From x: Enter a whole number from 0 to 1079.').waitFor();
    assert.equal(await page.locator('input:focus').inputValue(), '-5');
    await page.getByLabel('Duration (ms)').fill('5');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await field.fill('7');
    await page.getByRole('button', { name: 'Send Swipe' }).click();
    await page.getByRole('alert').getByText('Duration (ms): Enter a whole number of at least 10.').waitFor();
    assert.deepEqual(shown.gestures, []);
  });

  it('the forms of the device page draws the completed part of a track darker than the surrounding text in a dark theme', async () => {
    const state = { ...ready, place: { ...ready.place, asked: 1, track } };
    const { page } = await open({ state, height: 1900 });
    const slider = await page.getByLabel('Track progress').screenshot();
    const brightest: number = await page.evaluate(brightestOf(slider.toString('base64')));
    assert.ok(brightest < 200, String(brightest));
  });

  it('the forms of the device page disables its buttons, Type, and Record while nothing can be done on the device', async () => {
    const shown = await open({ state: { ...ready, situation: stopped, takesGestures: false } });
    const button = (name: string) => shown.page.getByRole('button', { name, exact: true });
    const names = ['Back', 'Home', 'Recents', 'Power', 'Type', 'Type Newest Passcode', 'Enter', 'Record'];
    const disabled = () => Promise.all(names.map(name => button(name).isDisabled()));
    assert.deepEqual(
      await disabled(),
      names.map(() => true),
    );
    await shown.show(ready);
    await until('enabled buttons', async () => (await disabled()).join(), names.map(() => false).join());
  });

  it('the forms of the device page acts on the phone apart from its screen, as far as the device can', async () => {
    const shown = await open({ state: { ...ready, lacks: ['clipboard'] }, height: 1900 });
    const { page } = shown;
    await page.locator('summary', { hasText: 'Phone' }).click();
    await page.getByRole('button', { name: 'Time Zone…' }).click();
    await page.getByRole('button', { name: 'Browse Files…' }).click();
    const acts = () => shown.requests.flatMap(one => (one.kind === 'phone' ? [one.act] : []));
    await until('the requests', () => acts().join(), 'timeZone,browseFiles');
    const disabled = (name: string) => page.getByRole('button', { name, exact: true }).isDisabled();
    assert.deepEqual(await Promise.all(['Copy from Device', 'Paste to Device', 'Language…'].map(disabled)), [
      true,
      true,
      false,
    ]);
    await shown.show({ ...ready, situation: stopped, takesGestures: false });
    await until('no act on a stopped device', () => disabled('Language…'), true);
  });

  it('the forms of the device page offers five speeds for a track, with or without times', async () => {
    assert.ok(track);
    for (const timed of [true, false]) {
      const { page } = await open({
        state: { ...ready, place: { ...ready.place, track: { ...track, timed } } },
      });
      await page.locator('summary', { hasText: 'Location' }).click();
      const options = page.getByLabel('Track speed').locator('option');
      await until(`speeds, timed: ${timed}`, () => options.count(), 5);
      await page.close();
    }
  });
});
