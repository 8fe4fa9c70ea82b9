import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from '../../src/manifest.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { DeviceWorkbench } from '../support/deviceWorkbench.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** How wide the world is when a place was searched for, in pixels, and how often the test looks twice as close. */
const SEARCHED = 2048;
const CLOSER = 7;

/** Time to advance between two reads of the device location, in milliseconds. */
const STEP_MS = 1000;

const TRACK = 'lisbon-walk.gpx';

describe('devicePlace', () => {
  const step = story();
  let window: DeviceWorkbench;
  let folder: string;

  before(async () => {
    const text = await readFile(resolve(import.meta.dirname, '../../examples', TRACK), 'utf8');
    folder = await sharedFolder({ [TRACK]: text });
    window = await DeviceWorkbench.open(folder);
  });

  after(async () => {
    await window.close();
  });

  async function position(key = 'phone'): Promise<Position> {
    const answer = await window.sandbox.request('GET', `/devices/${demoDeviceId(key)}/location`);
    return (await answer.json()) as Position;
  }

  async function search(text: string): Promise<void> {
    const field = window.panel.getByRole('combobox', { name: 'Place or position' });
    await field.fill(text);
    await window.panel.locator('place-field [role=option]').first().waitFor();
    await field.press('Enter');
  }

  const map = () => window.panel.getByRole('application', { name: 'World map' });
  const picked = () => window.panel.locator('.spot:has(.picked) strong');

  step(
    'the location of a device is set on a map that a command shows, by a listed place and a click',
    async () => {
      const { workbench } = window;
      await workbench.hosts.start(Command.setLocationOnMap);
      await window.chooseDevice('Set Location on Map: Device', 'Pixel phone');
      await map().waitFor();
      // The names of places come with the atlas.
      await window.panel.getByText(/Device at [^]*Berlin, Germany/).waitFor();
      await workbench.picture('device-place-dark');
      await search('lisb');
      await window.panel.getByText('Lisbon, Portugal', { exact: true }).waitFor();
      await picked().getByText('38.717, -9.133').waitFor();
      await workbench.picture('device-place-search');
    },
  );

  step(
    'the location of a device is set within a hundredth of a degree of the clicked point at high zoom',
    async () => {
      const center = { latitude: 38.7223, longitude: -9.1393 };
      await search(`${center.latitude}, ${center.longitude}`);
      await map().focus();
      for (let n = 0; n < CLOSER; n++) await map().press('+');
      const { width, height } = await waitForStableBox(map());
      const [right, down] = [60, -45];
      await map().click({ position: { x: width / 2 + right, y: height / 2 + down } });
      const wanted = moved(center, right, down, SEARCHED * 2 ** CLOSER);
      await until(
        'the pick',
        () => picked().textContent(),
        value => value !== `${center.latitude}, ${center.longitude}`,
      );
      await window.workbench.picture('device-place-near');
      await window.panel.getByRole('button', { name: 'Set Location', exact: true }).click();
      await until('the device has moved', position, value => near(value, wanted, 0.01));
      // A pixel is a thousandth of a degree here, so it is much nearer than it must be.
      assert.ok(near(await position(), wanted, 0.002), JSON.stringify([await position(), wanted]));
      await window.panel.getByText(/Device at 38\.7\d+, -9\.0\d+/).waitFor();
    },
  );

  step('the location of a device is set by keyboard only', async () => {
    await map().focus();
    const before = await picked().textContent();
    await map().press('ArrowRight');
    await map().press('Shift+ArrowDown');
    await map().press('Enter');
    await until(
      'another pick',
      () => picked().textContent(),
      value => value !== before,
    );
  });

  step(
    'the location of a device reports why a text is not a position, and reads degrees, minutes and seconds, geo: URIs, and links',
    async () => {
      const field = window.panel.getByRole('combobox', { name: 'Place or position' });
      await field.fill('nowhere at all');
      await field.press('Enter');
      await window.panel.getByRole('alert').getByText('No matching place.').waitFor();
      for (const text of [
        '38°42′26″N 9°8′10″W',
        'geo:38.70722,-9.13611',
        'https://example.com/?q=38.70722,-9.13611',
      ]) {
        await search(text);
        await until(
          text,
          async () => (await picked().textContent()) ?? '',
          value => /^38\.7072\d*, -9\.1361\d*$/.test(value),
        );
      }
    },
  );

  step('the location of a device is saved with a name, found by it, and deleted', async () => {
    await window.panel.getByRole('button', { name: 'Save Place…' }).click();
    await window.workbench.answer('Quay');
    await window.panel.getByRole('heading', { name: 'Saved places' }).waitFor();
    await search('quay');
    await window.panel.getByRole('button', { name: 'Remove Quay' }).click();
    await window.panel.getByRole('heading', { name: 'Saved places' }).waitFor({ state: 'detached' });
  });

  step('the location of a device is reset to the real location', async () => {
    await window.panel.getByRole('button', { name: 'Reset Location' }).click();
    await window.panel.getByText(/Device at [^]*Berlin, Germany/).waitFor();
  });

  step(
    'the location of a device follows a track in order, one position at a time, also while the panel is hidden',
    async () => {
      const { workbench, gateway, panel } = window;
      const locations = () => gateway.bodies('POST', /\/location$/);
      const before = locations().length;
      await panel.getByRole('button', { name: 'Open Track…' }).click();
      // The dialog fills its field with the folder once it has read it.
      await until(
        'the dialog',
        () => workbench.input.inputValue(),
        value => value === `${folder}/`,
      );
      await workbench.input.fill(join(folder, TRACK));
      await workbench.page.locator('.quick-input-list .focused', { hasText: TRACK }).waitFor();
      await workbench.input.press('Enter');
      await panel.getByText('A walk in Lisbon').waitFor();
      // 100 positions, of which slow responses on a busy computer skip only a part.
      await panel.getByLabel('Track speed').selectOption({ label: '10 × recorded speed' });
      await panel.getByRole('button', { name: 'Play', exact: true }).click();
      let advanced = -1;
      // Time passes only after a request, since a track skips the positions for which it is late.
      const advance = async (): Promise<void> => {
        if (locations().length === advanced) return;
        advanced = locations().length;
        await workbench.advance(STEP_MS);
      };
      await until(
        'a few positions',
        async () => {
          await advance();
          return locations().length;
        },
        value => value > before + 3,
      );
      await panel.getByRole('button', { name: 'Pause' }).click();
      await panel.locator('.progress[data-play=paused]').waitFor();
      await workbench.picture('device-place-track');
      advanced = -1;
      await panel.getByRole('button', { name: 'Play', exact: true }).click();
      await workbench.run('Help: Welcome');
      await until(
        'the last position',
        async () => {
          await advance();
          return position();
        },
        value => near(value, { latitude: 38.71862, longitude: -9.1453 }, 1e-6),
      );
      const sent = locations().slice(before);
      assert.ok(sent.length >= 10, `${sent.length} positions`);
      assert.ok(sent.every(({ concurrency }) => concurrency === 1));
      // The walk goes north all the way.
      const latitudes = sent.map(({ body }) => (body as Position).latitude);
      assert.deepEqual(
        latitudes,
        latitudes.toSorted((a, b) => a - b),
      );
      await workbench.page.getByRole('tab', { name: 'Pixel phone' }).click();
      await panel.locator('.progress[data-play=finished]').waitFor();
      await panel.getByText(/Device at [^]*Lisbon, Portugal/).waitFor();
      await workbench.pictures('device-place');
    },
  );

  step('the location of a device pauses a track with a message when the device fails', async () => {
    const { panel } = window;
    await panel.getByRole('button', { name: 'Play Again' }).click();
    await panel.locator('.progress[data-play=playing]').waitFor();
    const stopped = await window.sandbox.request('POST', `/devices/${demoDeviceId('phone')}/stop`);
    assert.ok(stopped.ok, String(stopped.status));
    await panel.locator('.progress[data-play=paused]').waitFor();
    await panel.locator('.track').getByRole('alert').waitFor();
    await window.workbench.picture('device-place-failed');
  });

  it('the location of a device is not offered on a device without GPS', async () => {
    await window.openPanel('Phone without GPS');
    await window.panel.getByText('Location', { exact: true }).click();
    await window.panel.getByText('This device cannot simulate GPS').waitFor();
  });
});

/** The position so many pixels away from the middle of a map in Mercator's projection. */
function moved(
  { latitude, longitude }: Position,
  right: number,
  down: number,
  worldPixels: number,
): Position {
  const radians = Math.PI / 180;
  const y = Math.asinh(Math.tan(latitude * radians)) - (down * 2 * Math.PI) / worldPixels;
  return { latitude: Math.atan(Math.sinh(y)) / radians, longitude: longitude + (right * 360) / worldPixels };
}

function near(one: Position, other: Position, degrees: number): boolean {
  return (
    Math.abs(one.latitude - other.latitude) <= degrees && Math.abs(one.longitude - other.longitude) <= degrees
  );
}
