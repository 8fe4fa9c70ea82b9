import assert from 'node:assert/strict';
import type { PanelRequest, PanelState } from '../../src/protocol/devicePanel.ts';
import type { PickChoices } from '../../src/protocol/elementPick.ts';
import { useDevicePages } from '../support/devicePage.ts';
import { testLooks } from '../support/looks.ts';
import { ready } from '../support/panelStates.ts';
import { until } from '../support/until.ts';

const whole = { left: 0, top: 0, right: 1080, bottom: 2400, depth: 0, name: 'FrameLayout', facts: [] };
const list = [
  whole,
  { ...whole, left: 60, top: 400, right: 1020, bottom: 520, depth: 1, name: 'Button “Sign in”' },
  { ...whole, left: 100, top: 420, right: 400, bottom: 500, depth: 2, name: 'TextView “Sign in”' },
  { ...whole, left: 60, top: 600, right: 1020, bottom: 720, depth: 1, name: 'Button “Help”' },
];
const picking: PanelState = {
  ...ready,
  elements: { list, problem: undefined, read: 7 },
  pick: { step: 'Tap', takesPoints: true, mode: undefined },
};
const choices: PickChoices = [
  { label: 'ID submit', detail: 'Only match, likely to stay', isUnique: true },
  { label: 'Text “Sign in”', detail: 'Only match, likely to stay', isUnique: true },
  { label: 'Point 540, 460', detail: 'Changes with the layout of the screen', isUnique: false },
];
const answer = ({ kind }: PanelRequest): unknown => (kind === 'pickChoices' ? choices : undefined);

const problem = 'Text “Sign in” matches 2 elements; the first is used.';

/** The middle of an element on the screen, in CSS pixels from its corner. */
function middleOf(
  { left, top, right, bottom }: typeof whole,
  { width, height }: { width: number; height: number },
) {
  return { x: ((left + right) / 2 / 1080) * width, y: ((top + bottom) / 2 / 2400) * height };
}

describe('devicePanelPick', () => {
  const open = useDevicePages();

  async function opened(state = picking) {
    const shown = await open({ state, answer });
    const screen = shown.page.locator('.glass');
    const at = async (index: number) => {
      const box = await screen.boundingBox();
      const element = list[index];
      assert.ok(box && element);
      return { position: middleOf(element, box) };
    };
    const label = shown.page.locator('.pick-label');
    const uses = (): string =>
      shown.requests
        .flatMap(request =>
          request.kind === 'usePick' ? [`${request.target.element}: ${request.choice}`] : [],
        )
        .join();
    const { page } = shown;
    return { page, shown, screen, at, label, uses };
  }

  it('the pick of an element in the device page outlines the element under the pointer with its name, and a click picks it', async () => {
    const { screen, at, label, uses, shown } = await opened();
    await screen.hover(await at(3));
    await label.getByText('ID submit').waitFor();
    assert.equal(await shown.page.locator('.element.pointed').getAttribute('y'), '600');
    assert.equal(await label.getByText('Only match, likely to stay').count(), 1);
    await screen.click(await at(1));
    await until('the pick', uses, '1: 0');
    assert.deepEqual(shown.gestures, []);
    await shown.show(ready);
    await until('no label', () => label.count(), 0);
  });

  it('the pick of an element in the device page focuses the screen as soon as it has loaded', async () => {
    const { shown, page } = await opened(ready);
    await shown.show({ ...picking, screen: { ...ready.screen, size: undefined } });
    await page.getByText('Loading screen…').waitFor();
    await shown.show(picking);
    await page.locator('.glass:focus').waitFor();
  });

  it('the pick of an element in the device page compares the names of an element on a right-click', async () => {
    const { screen, at, uses, shown } = await opened();
    await screen.click({ ...(await at(1)), button: 'right' });
    const names = shown.page.getByRole('complementary', { name: 'Tools' }).locator('.pick-choice');
    await until('three names', () => names.count(), 3);
    // The element stays outlined on the way to the list.
    await screen.hover(await at(3));
    assert.equal(await shown.page.locator('.element.pointed').getAttribute('y'), '400');
    await names.filter({ hasText: 'Text “Sign in”' }).click();
    await until('the pick', uses, '1: 1');
  });

  it('the pick of an element in the device page needs no mouse: arrow keys walk the tree, Enter or a number picks, Escape cancels', async () => {
    const { page, uses, shown } = await opened();
    await until('the focus', () => page.evaluate(`document.activeElement?.className.split(' ')[0]`), 'glass');
    const walked: unknown[] = [];
    for (const key of [
      'ArrowDown',
      'ArrowRight',
      'ArrowRight',
      'ArrowLeft',
      'ArrowDown',
      'ArrowDown',
      'ArrowUp',
    ]) {
      await page.keyboard.press(key);
      const box = page.locator('.element.pointed');
      walked.push(`${await box.getAttribute('x')} ${await box.getAttribute('y')}`);
    }
    assert.deepEqual(walked, ['0 0', '60 400', '100 420', '60 400', '60 600', '60 600', '60 400']);
    await page
      .getByRole('status')
      .getByText('Button “Sign in”. ID submit: Only match, likely to stay.')
      .waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('2');
    await until('the picks', uses, '1: 0,1: 1');
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await until('the end', () => shown.requests.some(({ kind }) => kind === 'cancelPick'), true);
    assert.deepEqual(shown.gestures, []);
  });

  it('the pick of an element in the device page asks what to check of the element by its button and by a key, and goes on', async () => {
    const { screen, at, page, shown, label } = await opened();
    const checks = (): string =>
      shown.requests
        .flatMap(request => (request.kind === 'checkElement' ? [`${request.target.element}`] : []))
        .join();
    await screen.press('c');
    await screen.click({ ...(await at(1)), button: 'right' });
    await page.getByRole('button', { name: 'Check…' }).click();
    await until('the check', checks, '1');
    await screen.press('ArrowDown');
    await until('the next element', () => page.locator('.element.pointed').getAttribute('y'), '600');
    await screen.press('c');
    await until('both checks', checks, '1,3');
    // The pointer does not choose another element on its way to what is asked.
    await screen.hover(await at(1));
    assert.equal(await page.locator('.element.pointed').getAttribute('y'), '600');
    await label.getByText('ID submit').waitFor();
    assert.deepEqual(shown.gestures, []);
  });

  it('the pick of an element in the device page keeps the outline when the elements are read again, unless the element is gone', async () => {
    const { screen, at, page, shown } = await opened();
    await screen.hover(await at(1));
    await page.locator('.pick-label').getByText('ID submit').waitFor();
    await shown.show({
      ...picking,
      elements: { list: list.map(one => ({ ...one })), problem: undefined, read: 8 },
    });
    await until(
      'the names of the new read',
      () => shown.requests.some(one => one.kind === 'pickChoices' && one.target.read === 8),
      true,
    );
    assert.equal(await page.locator('.element.pointed').count(), 1);
    await shown.show({ ...picking, elements: { list: list.slice(0, 1), problem: undefined, read: 9 } });
    await until('no outline', () => page.locator('.element.pointed').count(), 0);
  });

  it('the pick of an element in the device page picks a point of a device that reports no elements, and says so', async () => {
    const problem = 'It has no accessibility.';
    const { screen, page, uses } = await opened({ ...picking, elements: { list: [], problem, read: 0 } });
    await page.getByRole('alert').getByText('You can pick a point of the screen.').waitFor();
    await screen.click();
    await until('the pick', uses, 'undefined: 0');
  });

  it('the pick of an element in the device page outlines the element of the selected step, in red with the reason if it is wrong', async () => {
    const box = { left: 60, top: 400, right: 1020, bottom: 520 };
    const outline = { step: 'Tap', label: 'Text “Sign in”', boxes: [box], problem: undefined };
    const shown = await open({ state: { ...ready, outline }, answer });
    const note = shown.page.locator('.outline-note');
    await note.getByText('Text “Sign in”').waitFor();
    const outlined = shown.page.locator('.element.outlined');
    assert.equal(await outlined.getAttribute('y'), '400');
    assert.equal(await outlined.and(shown.page.locator('.wrong')).count(), 0);
    const wrong = { ...outline, boxes: [box, { ...box, top: 600, bottom: 720 }], problem };
    await shown.show({ ...ready, outline: wrong });
    await note.getByText(problem).waitFor();
    await until('both in red', () => shown.page.locator('.element.outlined.wrong').count(), 2);
    // The step may be for another screen, so this is no error.
    const absent = 'Text “Sign in” is not on this screen.';
    await shown.show({ ...ready, outline: { ...outline, boxes: [], problem: absent } });
    await note.getByText(absent).waitFor();
    assert.equal(await note.and(shown.page.locator('.wrong')).count(), 0);
  });

  describe('themes', () => {
    const openState = useDevicePages('next');

    testLooks(
      'the pick of an element in the device page',
      { 'pick, wide': {}, 'pick, narrow': { width: 320, height: 1200 } },
      async size => {
        const shown = await openState({ state: picking, answer, ...size });
        await shown.page.locator('.glass').press('ArrowDown');
        await shown.page.locator('.glass').press('ArrowRight');
        await shown.page.locator('.pick-label').getByText('ID submit').waitFor();
        return shown;
      },
    );

    testLooks(
      'the pick of an element in the device page',
      { 'a wrong element, narrow': { width: 320, height: 1200 } },
      async size => {
        const outline = { step: 'Tap', label: 'Text “Sign in”', boxes: [list[1]!, list[3]!], problem };
        const shown = await openState({ state: { ...ready, outline }, answer, ...size });
        await shown.page.locator('.outline-note').getByText(problem).waitFor();
        await until('both in red', () => shown.page.locator('.element.outlined.wrong').count(), 2);
        return shown;
      },
    );
  });
});
