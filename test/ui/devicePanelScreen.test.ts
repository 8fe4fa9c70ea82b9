import assert from 'node:assert/strict';
import { useDevicePages } from '../support/devicePage.ts';
import type { PanelRequest, PanelState, PanelElement } from '../../src/protocol/devicePanel.ts';
import { elements, ready } from '../support/panelStates.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { until } from '../support/until.ts';
import { pressAndRelease } from '../support/clickOnce.ts';

describe('devicePanelScreen', () => {
  const open = useDevicePages();

  it('the screen on the device page taps the same pixel at any zoom of the page, with a rotated image', async () => {
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

  it('the screen on the device page holds a swipe for editing, and cancels a drag with Escape', async () => {
    const shown = await open({ state: ready });
    const fold = shown.page.locator('summary', { hasText: 'Swipe' });
    await fold.click();
    await shown.page.getByLabel('Preview swipes before sending').check();
    // The swipe that is held back opens the section again.
    await fold.click();
    await shown.page.locator('details[open]', { has: fold }).waitFor({ state: 'detached' });
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

  it('the screen on the device page inspects elements without touching the device, pins the clicked one, and copies with a button', async () => {
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

  describe('tree of elements', () => {
    const button = (name: string, index: number, id: string): PanelElement => ({
      ...{
        left: 100,
        top: 100 * index,
        right: 900,
        bottom: 100 * index + 80,
        depth: 2,
        name: `Button “${name}”`,
      },
      facts: [
        { name: 'Text', value: name },
        { name: 'Class', value: 'android.widget.Button' },
        { name: 'Resource', value: `app:id/${id}` },
      ],
    });
    const list: readonly PanelElement[] = [
      { left: 0, top: 0, right: 1080, bottom: 2400, depth: 0, name: 'FrameLayout', facts: [] },
      { left: 0, top: 0, right: 1080, bottom: 1200, depth: 1, name: 'ScrollView', facts: [] },
      button('Send', 1, 'send'),
      button('Delete', 2, 'remove'),
      { left: 0, top: 1200, right: 1080, bottom: 2400, depth: 1, name: 'ImageView', facts: [] },
    ];
    const tree = { ...ready, elements: { list, problem: undefined, read: 1 } };
    const selector = { label: 'ID send', json: '{"resourceId":"app:id/send"}', matches: 3 };
    const answer = ({ kind }: PanelRequest): unknown => (kind === 'elementSelector' ? selector : undefined);

    async function inspect(width = 1000, state: PanelState = tree) {
      const shown = await open({ state, width, answer });
      await shown.page.getByRole('button', { name: 'Inspect Elements' }).click();
      const rows = shown.page.getByRole('treeitem');
      await rows.first().waitFor();
      const names = async (): Promise<readonly (string | null)[]> =>
        Promise.all((await rows.all()).map(row => row.getAttribute('aria-label')));
      const outlined = async (kind: string): Promise<string | null> => {
        const boxes = shown.page.locator(`rect.element.${kind}`);
        return (await boxes.count()) === 0 ? null : boxes.first().getAttribute('y');
      };
      return { shown, page: shown.page, rows, names, outlined };
    }

    it('the tree of elements on the device page outlines the element of the row under the pointer, and pins the one of a clicked row', async () => {
      const { shown, page, rows, outlined } = await inspect();
      const row = rows.filter({ hasText: 'Delete' });
      const before = await waitForStableBox(row);
      await row.hover();
      await until('the outline', () => outlined('pointed'), '200');
      await row.click();
      await until('the pin', () => outlined('pinned'), '200');
      await page.locator('.card .name', { hasText: 'Delete' }).waitFor();
      assert.deepEqual(await waitForStableBox(row), before);
      assert.equal(await row.getAttribute('aria-selected'), 'true');
      const [asked] = shown.of('elementSelector');
      assert.deepEqual([asked?.target.read, asked?.target.element], [1, 3]);
      await page.mouse.move(5, 5);
      await until('no outline', () => outlined('pointed'), null);
      assert.deepEqual(shown.gestures, []);
    });

    it('the tree of elements on the device page names the recommended selector with its matches, and copies it as flows write it', async () => {
      const { shown, page, rows } = await inspect();
      await rows.filter({ hasText: 'Send' }).click();
      await page.getByText('3 matches, the first is used').waitFor();
      await page.getByText('ID send', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Copy Selector' }).click();
      await until(
        'the copy',
        () =>
          shown
            .of('copy')
            .map(({ text }) => text)
            .join(),
        selector.json,
      );
    });

    it('the tree of elements on the device page finds elements by text, ID, and type, and says how many', async () => {
      const { page, names } = await inspect();
      const search = page.getByRole('searchbox', { name: 'Search elements' });
      for (const [text, found] of [
        ['delete', ['Button “Delete”']],
        ['ID/SEND', ['Button “Send”']],
        ['widget.button', ['Button “Send”', 'Button “Delete”']],
        ['image', ['ImageView']],
        ['nothing like it', []],
      ] as const) {
        await search.fill(text);
        await until(`the elements with ${text}`, async () => String(await names()), String(found));
        await page.getByText(`${found.length} of 5 elements`).waitFor();
      }
      await search.press('Escape');
      await until('all', async () => (await names()).length, 5);
    });

    it('the tree of elements on the device page is used by keyboard: from the search to a row, through the tree, and to the pin', async () => {
      const { page, names, outlined } = await inspect();
      await page.getByRole('searchbox', { name: 'Search elements' }).press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await until('the outline', () => outlined('pointed'), '0');
      await page.keyboard.press('ArrowLeft');
      await until('a folded list', async () => String(await names()), 'FrameLayout,ScrollView,ImageView');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await until('the outline of the child', () => outlined('pointed'), '100');
      await page.keyboard.press('Enter');
      await until('the pin', () => outlined('pinned'), '100');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('End');
      await until('the outline of the last', () => outlined('pointed'), '1200');
      await page.keyboard.press('Escape');
      await until('no pin', () => outlined('pinned'), null);
    });

    it('the tree of elements on the device page unfolds what is around an element that is pinned on the screen', async () => {
      const { page, rows, names } = await inspect();
      await rows.filter({ hasText: 'ScrollView' }).locator('.twistie').click();
      await until('a folded list', async () => (await names()).length, 3);
      const box = await waitForStableBox(page.locator('.glass'));
      await page.mouse.click(box.x + box.width / 2, box.y + (140 / 2400) * box.height);
      await until('the row', () => rows.filter({ hasText: 'Send' }).getAttribute('aria-selected'), 'true');
    });

    it('the tree of elements on the device page draws only the rows in sight of 1,500 deeply nested elements with markup in their names', async () => {
      const many = Array.from({ length: 1500 }, (_, index) => ({
        ...button('<img src=x onerror=alert(1)>'.repeat(6), index % 20, `id-${index}`),
        depth: index % 400,
      }));
      const { shown, page, rows } = await inspect(1000, {
        ...ready,
        elements: { list: many, problem: undefined, read: 1 },
      });
      await page.getByText('The first 1,500 elements').waitFor();
      assert.ok((await rows.count()) < 60);
      await page.getByRole('tree').press('End');
      await until('the last row', () => page.locator('#element-1499').count(), 1);
      assert.equal(await page.locator('aside img').count(), 0);
      assert.deepEqual(shown.errors, []);
      assert.equal(await shown.overflowingParts().then(String), '');
    });

    for (const width of [320, 420, 619]) {
      it(`the tree of elements on the device page keeps what is pinned in sight below the phone in a panel ${width} pixels wide`, async () => {
        const { shown, page } = await inspect(width);
        const glass = await waitForStableBox(page.locator('.glass'));
        await page.mouse.click(glass.x + glass.width / 2, glass.y + (140 / 2400) * glass.height);
        const card = page.locator('.card', { hasText: '3 matches' });
        await card.waitFor();
        assert.deepEqual(await waitForStableBox(page.locator('.glass')), glass);
        const box = await waitForStableBox(card);
        assert.ok(box.y >= glass.y + glass.height && box.y + box.height <= 760, JSON.stringify(box));
        await shown.picture(`pinned-${width}`);
      });
    }
  });

  it('the screen on the device page does not move the buttons or the screen while the age of the screenshot changes', async () => {
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
    it(`the screen on the device page marks a tap briefly before the device has done it, ${reducedMotion ? 'without' : 'with'} motion`, async () => {
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

  it('the screen on the device page sends letters as one text, before any key that follows', async () => {
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
