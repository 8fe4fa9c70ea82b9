import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { DeviceWorkbench } from '../support/deviceWorkbench.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { findFilesWith } from '../support/storedText.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { tap, typeAtOnce } from '../support/screenInput.ts';

const PASSWORD = 'canary-3b9d71e6f0';
const PASTED = 'pasted-canary-64d0c7';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The pixel of the device that is shown at a place of the window, counted without any of the panel's own sums. */
function pixelOf(place: Place, box: Place & { width: number; height: number }, size: Place): Place {
  return {
    x: Math.floor(((place.x - box.x) / box.width) * size.x),
    y: Math.floor(((place.y - box.y) / box.height) * size.y),
  };
}

describe('devicePanel', () => {
  let window: DeviceWorkbench;

  before(async () => {
    window = await DeviceWorkbench.open();
  });

  after(async () => {
    // A view has moved.
    await window.end();
  });

  function tool(label: string): Locator {
    return window.panel.getByLabel(label, { exact: true });
  }

  /** Has the panel of the phone in front. */
  async function showPhone(): Promise<void> {
    const tab = window.workbench.page.getByRole('tab', { name: 'Pixel phone', selected: true });
    if (!(await tab.isVisible())) await window.openPanel('Pixel phone');
    await window.screen.waitFor();
  }

  async function logged(text: string | RegExp): Promise<void> {
    await window.panel.locator('gesture-list .log-line.done', { hasText: text }).first().waitFor();
  }

  it('the device panel opens from the view with the screen of the device, and taps the clicked position', async () => {
    const { workbench } = window;
    await window.openPanel('Pixel phone', 'view');
    await window.screen.waitFor();
    await workbench.picture('device-panel-dark');
    const before = (await window.readGestures('phone')).length;
    await tap(window.screen, { x: 100, y: 200 });
    const { kind, asked } = await window.waitForGesture('phone', before);
    assert.equal(kind, 'tap');
    const line = window.panel.locator('gesture-list .log-line.done').first();
    await line.locator(`p[title="Tap ${String(asked['x'])}, ${String(asked['y'])}"]`).waitFor();
  });

  describe('swipes', () => {
    before(async () => {
      await window.openPanel('Foldable with two displays');
      await window.screen.waitFor();
    });

    for (const [display, zoom] of [
      [0, '1'],
      [1, 'fit'],
    ] as const) {
      it(`a swipe with the mouse on the device panel lands within a pixel on display ${display} at zoom ${zoom}`, async () => {
        await tool('Display').selectOption(String(display));
        const name = `Screen of Foldable with two displays${display === 0 ? '' : ', display 1'}`;
        const glass = window.panel.getByLabel(name, { exact: true });
        await glass.locator('img').waitFor();
        await tool('Zoom').selectOption(zoom);
        const [, , width, height] = (await glass.locator('svg').getAttribute('viewBox'))!
          .split(' ')
          .map(Number);
        const size = { x: width!, y: height! };
        if (zoom !== 'fit') {
          await until(
            'the zoom',
            async () => (await glass.boundingBox())?.width ?? 0,
            value => Math.abs(value - size.x * Number(zoom)) < 1,
          );
        }
        const box = await waitForStableBox(glass);
        const stage = await waitForStableBox(window.panel.locator('device-screen'));
        // Both ends where the picture can be seen, whatever is scrolled out of sight.
        const left = Math.max(box.x, stage.x) + 12;
        const right = Math.min(box.x + box.width, stage.x + stage.width) - 30;
        const top = Math.max(box.y, stage.y) + 12;
        const bottom = Math.min(box.y + box.height, stage.y + stage.height) - 30;
        const from = { x: Math.round(left), y: Math.round(bottom) };
        const to = { x: Math.round(right), y: Math.round((top + bottom) / 2) };
        const before = (await window.readGestures('foldable')).length;
        const { mouse } = window.workbench.page;
        await mouse.move(from.x, from.y);
        await mouse.down();
        await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
        await mouse.move(to.x, to.y);
        await mouse.up();
        const { kind, displayId, asked, path } = await window.waitForGesture('foldable', before);
        assert.equal(kind, 'swipe');
        assert.equal(displayId, display);
        const [start, end] = [pixelOf(from, box, size), pixelOf(to, box, size)];
        const off = [
          Number(asked['startX']) - start.x,
          Number(asked['startY']) - start.y,
          Number(asked['endX']) - end.x,
          Number(asked['endY']) - end.y,
          path.at(-1)!.x - end.x,
          path.at(-1)!.y - end.y,
        ];
        assert.ok(
          off.every(pixels => Math.abs(pixels) <= 1),
          `off by ${off.join(', ')}`,
        );
        await logged(`Swipe ${String(asked['startX'])}, ${String(asked['startY'])} → `);
      });
    }
  });

  it('the device panel can be used with the keyboard only', async () => {
    await showPhone();
    const before = await window.readGestures('phone');
    const { keyboard } = window.workbench.page;
    await window.screen.focus();
    await keyboard.press('ArrowDown');
    await window.panel.getByRole('status').getByText('540, 1200').waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Shift+ArrowRight');
    await window.panel.getByRole('status').getByText('541, 1224').waitFor();
    await keyboard.press('Enter');
    const tap = await window.waitForGesture('phone', before.length);
    assert.deepEqual([tap.kind, tap.asked['x'], tap.asked['y']], ['tap', 541, 1224]);
    await keyboard.press('Control+Enter');
    for (let step = 0; step < 5; step++) await keyboard.press('ArrowUp');
    await keyboard.press('Control+Enter');
    const swipe = await window.waitForGesture('phone', before.length + 1);
    const { startX, startY, endX, endY, duration } = swipe.asked;
    assert.deepEqual([startX, startY, endX, endY, duration], [541, 1224, 541, 1104, 300]);
    await keyboard.press('Shift+Enter');
    const press = await window.waitForGesture('phone', before.length + 2);
    assert.deepEqual([press.asked['startX'], press.asked['endX'], press.asked['duration']], [541, 541, 800]);
    await keyboard.press('Escape');
    await keyboard.press('PageDown');
    const scroll = await window.waitForGesture('phone', before.length + 3);
    assert.ok(Number(scroll.asked['startY']) > Number(scroll.asked['endY']));
  });

  it('the device panel scrolls with the wheel, in the opposite direction of a finger', async () => {
    await showPhone();
    const before = (await window.readGestures('phone')).length;
    await window.screen.hover();
    await window.workbench.page.mouse.wheel(0, 60);
    const { asked } = await window.waitForGesture('phone', before);
    assert.ok(Number(asked['startY']) > Number(asked['endY']));
    assert.equal(asked['startX'], asked['endX']);
  });

  const swipeStep = story();

  swipeStep('the device panel repeats a swipe with other numbers', async () => {
    await showPhone();
    const before = (await window.readGestures('phone')).length;
    await window.panel.locator('summary', { hasText: 'Swipe' }).click();
    const form = window.panel.locator('swipe-form');
    for (const [label, value] of [
      ['From x', 500],
      ['From y', 1500],
      ['To x', 510],
      ['To y', 700],
      ['Duration (ms)', 450],
    ] as const) {
      await form.getByLabel(label).fill(String(value));
    }
    await form.getByRole('button', { name: 'Send Swipe' }).click();
    const { asked } = await window.waitForGesture('phone', before);
    assert.deepEqual(asked, { startX: 500, startY: 1500, endX: 510, endY: 700, duration: 450 });
    await form.getByRole('button', { name: 'Send Again' }).waitFor();
  });

  swipeStep(
    'the device panel shows the bounds of stealth, and that a short swipe becomes a long press',
    async () => {
      const form = window.panel.locator('swipe-form');
      await form.getByLabel('Stealth').check();
      await form.getByLabel('Duration (ms)').fill('450');
      await form.getByLabel('From x').fill('500');
      await form.getByLabel('From y').fill('1500');
      await form.getByText('Duration: 405 to 495 ms.').waitFor();
      await form.getByText('End: up to 15 px').waitFor();
      await form.getByLabel('To x').fill('502');
      await form.getByLabel('To y').fill('1503');
      await form.getByText('sent as a long press with slight drift').waitFor();
      await form.getByLabel('To y').fill('700');
      await window.workbench.picture('device-panel-stealth');
      await form.getByLabel('Stealth').uncheck();
    },
  );

  it('the device panel types the text, and neither shows nor logs a possible password', async () => {
    await showPhone();
    const { keyboard } = window.workbench.page;
    await tool('Inspect Elements').click();
    const fields = window.panel.locator('rect.element');
    await fields.first().waitFor();
    await window.workbench.picture('device-panel-inspect');
    await tool('Inspect Elements').click();
    await window.panel.getByRole('button', { name: 'Home' }).click();
    await logged('Press Home');
    await window.tapElement('phone', 'Form');
    await window.tapElement('phone', 'form.name');
    await window.screen.focus();
    await keyboard.press('Escape');
    await typeAtOnce(window.workbench.page, 'Ada');
    await logged('Type “Ada”');
    await window.tapElement('phone', 'form.password');
    await window.screen.focus();
    await keyboard.type(PASSWORD);
    await logged('Type hidden text');
    await until(
      'the password on the device',
      async () => (await window.readGestures('phone')).at(0),
      newest => newest?.kind === 'text' && newest.input === null,
    );
    await tool('Inspect Elements').click();
    await fields.first().waitFor();
    const page = await window.panel.locator('body').innerHTML();
    assert.ok(!page.includes(PASSWORD), 'The password is in the page.');
    await window.workbench.picture('device-panel-password');
    await tool('Inspect Elements').click();
  });

  it('the device panel pastes the clipboard with Ctrl+V, and stores its text in no file of the window', async () => {
    await showPhone();
    const { page, context, server } = window.workbench;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await window.panel.getByRole('button', { name: 'Home' }).click();
    await window.tapElement('phone', 'Form');
    await window.tapElement('phone', 'form.name');
    await page.evaluate(`navigator.clipboard.writeText('${PASTED}')`);
    await window.screen.focus();
    await page.keyboard.press('Control+v');
    await logged(`Type “${PASTED}”`);
    const [typed] = await window.readGestures('phone');
    assert.deepEqual([typed?.kind, typed?.input], ['text', PASTED]);
    await until('a log', async () => (await findFilesWith(server.data, 'POST · /devices')).length);
    assert.deepEqual(await findFilesWith(server.data, PASTED), []);
    await page.evaluate("navigator.clipboard.writeText('')");
    const before = (await window.readGestures('phone')).length;
    await page.keyboard.press('Control+v');
    await window.panel.getByRole('alert').getByText('Cannot paste: the clipboard has no text.').waitFor();
    assert.equal((await window.readGestures('phone')).length, before);
  });

  it('the device panel has a device icon on its tab, for dark and light themes', async () => {
    await showPhone();
    const parts = `[...document.querySelectorAll('.tab[aria-label^="Pixel phone"] *')]`;
    const image = `${parts}.map(part => getComputedStyle(part).backgroundImage).join()`;
    const icon = (): Promise<string> => window.workbench.page.evaluate(image);
    await until('an icon', icon, url => url.includes('device-dark.svg'));
  });

  describe('window reload', () => {
    const step = story();

    step('the device panel after a window reload is open again with its device', async () => {
      await showPhone();
      await window.openPanel('Android tablet');
      await window.screen.waitFor();
      const loaded = window.workbench.page.waitForEvent('load');
      await window.workbench.run('Developer: Reload Window');
      await loaded;
      await window.panel.getByRole('heading', { name: 'Android tablet', level: 1 }).waitFor();
      await window.screen.waitFor();
    });

    step(
      'the device panel after a window reload shows a device once, also if its tab was not shown since',
      async () => {
        await window.openPanel('Pixel phone');
        await until(
          'a single panel',
          () => window.workbench.page.getByRole('tab', { name: 'Pixel phone' }).count(),
          1,
        );
      },
    );
  });
});
