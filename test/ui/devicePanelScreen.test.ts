import assert from 'node:assert/strict';
import { useDevicePages } from '../support/devicePage.ts';
import { elements, ready } from '../support/panelStates.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { until } from '../support/until.ts';
import { pressAndRelease } from '../support/clickOnce.ts';

describe('the screen on the device page', () => {
  const open = useDevicePages();

  it('taps the same pixel at any zoom of the page, with a rotated image', async () => {
    const shown = await open({ state: ready });
    const glass = shown.page.locator('.glass');
    const tapped = async (share: { x: number; y: number }): Promise<unknown> => {
      const before = shown.gestures.length;
      const box = await waitForStableBox(glass);
      await shown.page.mouse.move(box.x + box.width * share.x, box.y + box.height * share.y);
      await pressAndRelease(shown.page);
      await until(
        'the tap',
        () => shown.gestures.length,
        value => value > before,
      );
      const gesture = shown.gestures.at(-1);
      return gesture?.kind === 'tap' ? gesture.at : gesture;
    };
    const near = (found: unknown, x: number, y: number): void => {
      const at = found as { x: number; y: number };
      assert.ok(Math.abs(at.x - x) <= 4 && Math.abs(at.y - y) <= 4, `${at.x}, ${at.y} is not ${x}, ${y}`);
    };
    for (const zoom of [0.8, 1, 1.5]) {
      await shown.page.evaluate(`document.documentElement.style.zoom = '${zoom}'`);
      near(await tapped({ x: 0.25, y: 0.1 }), 270, 240);
    }
    await shown.page.evaluate(`document.documentElement.style.zoom = ''`);
    const turn = shown.page.getByRole('button', { name: 'Rotate' });
    await turn.click();
    // Turned clockwise, the upper left of what is seen is the lower left of the device.
    near(await tapped({ x: 0.1, y: 0.25 }), 270, 2160);
    await turn.click();
    near(await tapped({ x: 0.1, y: 0.25 }), 972, 1800);
    await turn.click();
    near(await tapped({ x: 0.1, y: 0.25 }), 810, 240);
  });

  it('holds a swipe for editing, and cancels a drag with Escape', async () => {
    const shown = await open({ state: ready });
    await shown.page.getByLabel('Preview swipes before sending').check();
    const box = await waitForStableBox(shown.page.locator('.glass'));
    const presses = (): readonly string[] =>
      shown.requests.map(({ kind }) => kind).filter(kind => kind === 'press' || kind === 'cancelPress');
    const drag = async (): Promise<void> => {
      await shown.page.mouse.move(box.x + 50, box.y + 400);
      await shown.page.mouse.down();
      await shown.page.mouse.move(box.x + 60, box.y + 200, { steps: 4 });
    };
    await drag();
    await shown.page.mouse.up();
    const send = shown.page.getByRole('button', { name: 'Send Swipe' });
    await send.waitFor();
    assert.equal(shown.gestures.length, 0);
    await until('the end of the press', () => presses().join(), 'press,cancelPress');
    await shown.page.getByLabel('Duration (ms)').fill('777');
    await send.click();
    await until('the swipe', () => shown.gestures.length, 1);
    const [swipe] = shown.gestures;
    assert.ok(swipe?.kind === 'swipe' && swipe.duration === 777);
    await drag();
    await shown.page.keyboard.press('Escape');
    await shown.page.mouse.up();
    await shown.page.getByRole('button', { name: 'Send Again' }).waitFor();
    assert.equal(shown.gestures.length, 1);
    assert.deepEqual(presses(), ['press', 'cancelPress', 'press', 'cancelPress']);
  });

  it('inspects elements without touching the device, pins the clicked one, and copies with a button', async () => {
    const shown = await open({ state: { ...ready, elements } });
    const { page } = shown;
    await page.getByRole('button', { name: 'Inspect Elements' }).click();
    const box = await waitForStableBox(page.locator('.glass'));
    const at = { x: box.x + box.width / 2, y: box.y + (460 / 2400) * box.height };
    const name = page.locator('.card .name');
    const leave = () => page.mouse.move(box.x + box.width + 60, at.y);
    await page.mouse.move(at.x, at.y);
    await until('the element', () => name.textContent(), 'Button “Send”');
    await page.getByText('60, 400 – 1020, 520').waitFor();
    await leave();
    await name.waitFor({ state: 'detached' });
    await page.mouse.click(at.x, at.y);
    await page.getByRole('button', { name: 'Unpin' }).waitFor();
    // Neither another element nor the way out of the screen takes the details away.
    await page.mouse.move(at.x, box.y + box.height - 20);
    await leave();
    assert.equal(await name.textContent(), 'Button “Send”');
    assert.deepEqual(
      shown.requests.filter(({ kind }) => kind === 'copy'),
      [],
    );
    await shown.picture('pinned-element');
    // The word disappears after two seconds.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const copy = page.getByRole('button', { name: 'Copy Coordinates' });
    await copy.click();
    await until('a word on it', async () => (await copy.textContent())?.trim(), 'Copied');
    const copied = shown.requests.find(({ kind }) => kind === 'copy');
    assert.match(copied?.kind === 'copy' ? copied.text : '', /^5\d\d, 4\d\d$/);
    await page.locator('.glass').focus();
    await page.keyboard.press('Escape');
    await name.waitFor({ state: 'detached' });
    assert.deepEqual(shown.gestures, []);
  });

  it('does not move the buttons or the screen while the age of the screenshot changes', async () => {
    for (const width of [1000, 620, 320]) {
      const shown = await open({ state: ready, width });
      const parts = [shown.page.getByRole('button', { name: 'Home' }), shown.page.locator('.glass')];
      const places = () => Promise.all(parts.map(waitForStableBox));
      const before = await places();
      for (const [index, seconds] of [9, 42, 600, 10_000].entries()) {
        const picture = { number: index + 2, display: 0, takenAt: Date.now() - 1000 * seconds };
        const age = shown.page.locator('picture-age');
        const last = await age.textContent();
        await shown.show({ ...ready, screen: { ...ready.screen, picture } });
        await until(
          'another age',
          () => age.textContent(),
          text => text !== last && text !== '',
        );
        assert.deepEqual(await places(), before, `${seconds} s at ${width} px`);
      }
      await shown.close();
    }
  });

  for (const reducedMotion of [false, true]) {
    it(`marks a tap briefly before the device has done it, ${reducedMotion ? 'without' : 'with'} motion`, async () => {
      const shown = await open({
        state: ready,
        reducedMotion,
        answer: ({ kind }) => (kind === 'perform' ? new Promise(() => undefined) : undefined),
      });
      const { page } = shown;
      const ripple = page.locator('.ripple');
      const box = await waitForStableBox(page.locator('.glass'));
      await page.mouse.move(box.x + box.width / 4, box.y + box.height / 4);
      await page.mouse.down();
      await page.locator('.pressed').waitFor();
      // How the mark moves is read as it appears, because it is gone soon.
      await page.evaluate(`new MutationObserver((_, observer) => {
        const ripple = document.querySelector('.ripple');
        if (!ripple) return;
        observer.disconnect();
        window.marked = [ripple.getAttribute('cx'), getComputedStyle(ripple).animationName];
      }).observe(document.querySelector('.glass'), { childList: true, subtree: true })`);
      await page.mouse.up();
      await until(
        'the mark',
        () => page.evaluate('window.marked'),
        marked => marked !== undefined,
      );
      const [x, motion] = await page.evaluate<readonly [string, string]>('window.marked');
      assert.ok(Math.abs(Number(x) - 270) < 5, x);
      assert.equal(motion, reducedMotion ? 'none' : 'grow');
      await ripple.waitFor({ state: 'detached' });
      assert.equal(shown.gestures.length, 1);
    });
  }

  it('sends letters as one text, before any key that follows', async () => {
    const shown = await open({ state: ready });
    await shown.page.locator('.glass').focus();
    // A pause between two letters would send what is there.
    await shown.page.clock.install();
    await shown.page.clock.pauseAt(Date.now() + 3_600_000);
    await shown.page.keyboard.type('Gruss 1');
    await shown.page.keyboard.press('Enter');
    await until('both', () => shown.gestures.length, 2);
    assert.deepEqual(shown.gestures, [
      { kind: 'text', text: 'Gruss 1', stealth: false },
      { kind: 'key', key: 66 },
    ]);
  });
});
