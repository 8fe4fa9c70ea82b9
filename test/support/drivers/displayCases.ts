import assert from 'node:assert/strict';
import { PhoneFailure } from '../../../src/sandbox/runtime/phoneDriver.ts';
import { pngSize } from '../../../src/util/pngSize.ts';
import { centerOf, type DriverCases, elementsIn, isFailure, LIMITS, type UsedPhone } from './usedPhone.ts';

const SECOND = 1;

/** What every driver does on a phone with the displays 0 and 1. */
export const DISPLAY_CASES: DriverCases = {
  'the facts list the main display first, and others as they are': async ({ driver }) => {
    const [main, ...others] = (await driver.facts(LIMITS)).displays;
    assert.deepEqual(main, await driver.display(0, LIMITS));
    for (const other of others) assert.deepEqual(other, await driver.display(other.id, LIMITS));
  },
  'the second display has a size of its own': async ({ driver }) => {
    const main = await driver.display(0, LIMITS);
    const second = await driver.display(SECOND, LIMITS);
    assert.deepEqual([main.id, second.id], [0, SECOND]);
    assert.ok(main.width < main.height && second.width > second.height);
    assert.notEqual(second.density, main.density);
  },
  'the picture of each display has its size': async ({ driver }) => {
    for (const displayId of [SECOND, 0]) {
      const { width, height } = await driver.display(displayId, LIMITS);
      assert.deepEqual(pngSize(await driver.picture(displayId, LIMITS)), { width, height });
    }
  },
  'a picture of an area of the second display has the size of the area': async ({ driver }) => {
    const area = { left: 1500, top: 20, right: 1800, bottom: 60 };
    assert.deepEqual(pngSize(await driver.picture(SECOND, LIMITS, { area })), { width: 300, height: 40 });
  },
  'the tree of the second display describes what it shows': async phone => {
    const { width, height } = await phone.driver.display(SECOND, LIMITS);
    const state = await phone.driver.tree(SECOND, LIMITS);
    assert.deepEqual(state.device_context?.screen_bounds, { width, height });
    assert.deepEqual(state.a11y_tree?.boundsInScreen, { left: 0, top: 0, right: width, bottom: height });
    const elements = elementsIn(state.a11y_tree);
    assert.ok(elements.some(({ contentDescription }) => contentDescription === 'Show message'));
    assert.ok(!elements.some(({ text }) => text === 'Settings'));
    assert.ok((await phone.texts()).includes('Settings'));
  },
  'the elements of a display are known as its own': async ({ driver }) => {
    const main = await driver.tree(0, LIMITS);
    const second = await driver.tree(SECOND, LIMITS);
    assert.deepEqual(driver.knownTree(SECOND), second);
    assert.notDeepEqual(second, main);
    assert.deepEqual(await driver.tree(0, LIMITS), main);
  },
  'a tap on the second display acts there, and not on the main one': async phone => {
    const before = await phone.texts();
    await phone.driver.tap(SECOND, await tabOf(phone, 'position'), LIMITS);
    assert.equal(await shownPage(phone), 'Show position');
    assert.deepEqual(await phone.texts(), before);
  },
  'a tap on the main display does not act on the second one': async phone => {
    await phone.driver.tap(0, await tabOf(phone, 'position'), LIMITS);
    assert.equal(await shownPage(phone), 'Show clock');
    await phone.tap({ text: 'Settings' });
    assert.equal(await shownPage(phone), 'Show clock');
  },
  'a swipe on the second display turns its page': async phone => {
    const path = [
      { x: 1400, y: 500, ms: 0 },
      { x: 500, y: 500, ms: 300 },
    ];
    await phone.driver.swipe(SECOND, path, LIMITS);
    assert.equal(await shownPage(phone), 'Show message');
  },
  'a curved swipe on the second display ends there': async phone => {
    const path = Array.from({ length: 20 }, (_, step) => ({
      x: 1400 - step * 45,
      y: Math.round(500 + 120 * Math.sin((step / 19) * Math.PI)),
      ms: step * 20,
    }));
    await phone.driver.swipe(SECOND, path, LIMITS);
    assert.equal(await shownPage(phone), 'Show message');
  },
  'a long press on the second display acts there': async phone => {
    const at = await tabOf(phone, 'message');
    const path = [
      { ...at, ms: 0 },
      { x: at.x + 2, y: at.y + 30, ms: 100 },
    ];
    await phone.driver.longPress(SECOND, path, LIMITS);
    assert.equal(await shownPage(phone), 'Show message');
  },
  'a display that does not exist is refused': async ({ driver }) => {
    const path = [{ x: 1, y: 1, ms: 0 }];
    for (const call of [
      () => driver.display(7, LIMITS),
      () => driver.picture(7, LIMITS),
      () => driver.tree(7, LIMITS),
      () => driver.tap(7, { x: 1, y: 1 }, LIMITS),
      () => driver.swipe(7, path, LIMITS),
      () => driver.longPress(7, path, LIMITS),
    ])
      await assert.rejects(call, (error: unknown) => {
        assert.ok(error instanceof PhoneFailure, String(error));
        assert.equal(error.toRefusal().code, 'unknown_display');
        return isFailure('unsupported', /has no display 7\b/)(error);
      });
  },
};

/** Returns the center of the button that shows a page on the second display. */
async function tabOf({ driver }: UsedPhone, page: string): Promise<ReturnType<typeof centerOf>> {
  const { a11y_tree: tree } = await driver.tree(SECOND, LIMITS);
  const tab = elementsIn(tree).find(({ contentDescription }) => contentDescription === `Show ${page}`);
  assert.ok(tab, page);
  return centerOf(tab);
}

async function shownPage({ driver }: UsedPhone): Promise<unknown> {
  const { a11y_tree: tree } = await driver.tree(SECOND, { ...LIMITS, isFresh: true });
  return elementsIn(tree).find(({ isSelected }) => isSelected)?.contentDescription;
}
