import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { DeviceWorkbench } from '../support/deviceWorkbench.ts';
import { Sidebar } from '../support/sidebar.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { tap } from '../support/screenInput.ts';

describe('deviceGrid', () => {
  const step = story();
  let window: DeviceWorkbench;

  before(async () => {
    window = await DeviceWorkbench.open();
  });

  after(() => window.close());

  function screen(name: string): Locator {
    return window.panel.getByRole('button', { name: `Screen of ${name}`, exact: true });
  }

  async function waitForScreens(): Promise<void> {
    for (const name of ['Pixel phone', 'Android tablet']) {
      await screen(name).waitFor();
      const tile = window.panel.locator('grid-tile').filter({ has: screen(name) });
      await tile.locator('.situation').waitFor({ state: 'detached' });
    }
  }

  function tabs(): Locator {
    return window.workbench.page.getByRole('tab', { name: 'Grid: 2 Devices' });
  }

  /** Returns the picture that is drawn on a tile. */
  async function pictureOf(name: string): Promise<string> {
    const find = `document.querySelector('[aria-label="Screen of ${name}"] canvas')`;
    return String(await window.panel.locator('body').evaluate(`${find}.toDataURL()`));
  }

  step('a grid of devices in a window opens from the palette for chosen devices', async () => {
    const { workbench } = window;
    await workbench.run('Cloud Devices: Open Devices in Grid');
    for (const name of ['Pixel phone', 'Android tablet'])
      await workbench.quickPickRows(name).first().getByRole('checkbox').click();
    await workbench.page.getByRole('button', { name: 'OK', exact: true }).click();
    await workbench.input.waitFor({ state: 'hidden' });
    await tabs().waitFor();
    await waitForScreens();
    await workbench.pictures('device-grid-2');
  });

  step('a grid of devices in a window is revealed from the context menu of the same devices', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await window.openPanel('Pixel phone');
    const [phone, tablet] = ['Pixel phone', 'Android tablet'].map(name =>
      workbench.treeItem(new RegExp(`^${name}, device`)),
    );
    assert.ok(phone && tablet);
    const selected = page.locator('[aria-selected=true]');
    // The view selects the device of the panel.
    await phone.and(selected).waitFor();
    // A click without the modifier would open the panel of the device.
    await tablet.click({ modifiers: ['ControlOrMeta'] });
    await page.locator('[role=treeitem][aria-selected=true]').nth(1).waitFor();
    const tab = page.getByRole('tab', { name: 'Grid: 2 Devices', selected: true });
    await new Sidebar(workbench).choose(/^Pixel phone, device/, 'Open Devices in Grid', tab);
    assert.equal(await tabs().count(), 1);
    await waitForScreens();
  });

  step('a grid of devices in a window taps the device of a tile, and shows the new screen', async () => {
    const before = (await window.readGestures('phone')).length;
    const others = (await window.readGestures('tablet')).length;
    const box = await screen('Pixel phone').boundingBox();
    assert.ok(box);
    const drawn = await pictureOf('Pixel phone');
    // The icon of the maps.
    await tap(screen('Pixel phone'), { x: box.width * 0.38, y: box.height * 0.31 });
    const { asked } = await window.waitForGesture('phone', before);
    const { x } = asked as { x: number };
    assert.ok(Math.abs(x - 0.38 * 1080) < 8, String(x));
    await until(
      'another picture',
      () => pictureOf('Pixel phone'),
      value => value !== drawn,
    );
    assert.equal((await window.readGestures('tablet')).length, others);
  });

  step(
    'a grid of devices in a window leads the keyboard from tile to tile and to the panel of a device',
    async () => {
      const { page } = window.workbench;
      await screen('Pixel phone').focus();
      // The list of devices, and so the grid, has the phone last.
      await page.keyboard.press('ArrowLeft');
      const focused = `document.activeElement.getAttribute('aria-label')`;
      await until(
        'the focus on the tablet',
        () => window.panel.locator('body').evaluate(focused),
        'Screen of Android tablet',
      );
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: 'Android tablet', selected: true }).waitFor();
      await window.panel.getByRole('heading', { name: 'Android tablet', level: 1 }).waitFor();
    },
  );
});
