import assert from 'node:assert/strict';
import { pngSize } from '../../../src/util/pngSize.ts';
import { APPS, type DriverCases, elementsIn, FIELD, isFailure, LIMITS } from './usedPhone.ts';

const WAKE = 224;
const SLEEP = 223;

/** What every driver says about its phone and its screen. */
export const SCREEN_CASES: DriverCases = {
  'the facts name the model, the version, and the app in front': async ({ driver }) => {
    const facts = await driver.facts(LIMITS);
    assert.notEqual(facts.model, '');
    assert.notEqual(facts.systemVersion, '');
    assert.equal(facts.currentApp, APPS.home);
    assert.deepEqual([facts.isScreenOn, facts.isLocked], [true, false]);
  },
  'the facts and the display agree about its size': async phone => {
    const { displays } = await phone.driver.facts(LIMITS);
    const display = await phone.display();
    assert.deepEqual(displays, [display]);
    assert.equal(display.id, 0);
    assert.ok(display.width >= 720 && display.height >= 720 && display.density > 1);
  },
  'the facts name the app that was started': async phone => {
    await phone.driver.apps.start(APPS.maps, LIMITS);
    assert.equal(await phone.front(), APPS.maps);
  },
  'the facts say that the screen is off, and on again': async ({ driver }) => {
    await driver.pressKey(SLEEP, LIMITS);
    assert.equal((await driver.facts(LIMITS)).isScreenOn, false);
    await driver.pressKey(WAKE, LIMITS);
    assert.equal((await driver.facts(LIMITS)).isScreenOn, true);
  },
  'the power key turns the screen off': async ({ driver }) => {
    await driver.pressKey(26, LIMITS);
    assert.equal((await driver.facts(LIMITS)).isScreenOn, false);
  },
  'the picture is a PNG of the size of the display': async phone => {
    const { width, height } = await phone.display();
    assert.deepEqual(pngSize(await phone.driver.picture(0, LIMITS)), { width, height });
  },
  'a picture of an area has the size of the area': async ({ driver }) => {
    const area = { left: 10, top: 20, right: 310, bottom: 60 };
    assert.deepEqual(pngSize(await driver.picture(0, LIMITS, { area })), { width: 300, height: 40 });
  },
  'pictures and elements of another display are unsupported': async ({ driver }) => {
    await assert.rejects(driver.display(7, LIMITS), isFailure('unsupported'));
    await assert.rejects(driver.picture(7, LIMITS), isFailure('unsupported'));
    await assert.rejects(driver.tree(7, LIMITS), isFailure('unsupported'));
    assert.equal(driver.knownTree(7), undefined);
  },
  'gestures on another display are unsupported': async ({ driver }) => {
    const point = { x: 1, y: 1 };
    await assert.rejects(driver.tap(7, point, LIMITS), isFailure('unsupported'));
    await assert.rejects(driver.swipe(7, [{ ...point, ms: 0 }], LIMITS), isFailure('unsupported'));
    await assert.rejects(driver.longPress(7, [{ ...point, ms: 0 }], LIMITS), isFailure('unsupported'));
  },
  'the tree describes the screen': async phone => {
    const { width, height, density } = await phone.display();
    await phone.driver.apps.start(APPS.form, LIMITS);
    const { device_context: context, phone_state: state } = await phone.tree();
    assert.deepEqual(context?.screen_bounds, { width, height });
    assert.equal(context.display_metrics?.densityDpi, Math.round(density * 160));
    assert.deepEqual([state?.packageName, state?.activityName], [APPS.form, `${APPS.form}.MainActivity`]);
    assert.deepEqual([state?.isEditable, state?.keyboardVisible], [false, false]);
  },
  'the tree describes a focused field': async phone => {
    await phone.openForm();
    const field = await phone.find(FIELD.name);
    assert.equal(field.className, 'android.widget.EditText');
    assert.equal(field.packageName, APPS.form);
    assert.deepEqual(
      [field.isEditable, field.isFocused, field.isEnabled, field.isPassword, field.isVisibleToUser],
      [true, true, true, false, true],
    );
    const { phone_state: state } = await phone.tree();
    assert.equal(state?.isEditable, true);
    assert.equal(state.focusedElement?.resourceId, FIELD.name.resourceId);
    assert.equal(state.focusedElement.className, 'android.widget.EditText');
  },
  'the tree describes a field without the focus': async phone => {
    await phone.driver.apps.start(APPS.form, LIMITS);
    const field = await phone.find(FIELD.name);
    assert.deepEqual([field.isFocused, field.text], [false, '']);
    assert.equal((await phone.tree()).phone_state?.focusedElement, undefined);
  },
  'each element counts its children and has bounds': async phone => {
    await phone.driver.apps.start(APPS.settings, LIMITS);
    for (const { childCount, children, boundsInScreen } of await phone.elements()) {
      assert.equal(childCount, children?.length);
      assert.ok(boundsInScreen);
      const { left, top, right, bottom } = boundsInScreen;
      assert.ok(right >= left && bottom >= top, JSON.stringify(boundsInScreen));
    }
  },
  'the root has the bounds of the display': async phone => {
    const { width, height } = await phone.display();
    const { a11y_tree: root } = await phone.tree();
    assert.deepEqual(root?.boundsInScreen, { left: 0, top: 0, right: width, bottom: height });
  },
  'a list can be scrolled': async phone => {
    await phone.driver.apps.start(APPS.settings, LIMITS);
    assert.ok((await phone.elements()).some(({ isScrollable }) => isScrollable));
  },
  'a switch is checkable, and checked after a tap': async phone => {
    await phone.driver.apps.start(APPS.settings, LIMITS);
    const wanted = { isCheckable: true };
    const before = await phone.find(wanted);
    await phone.tap(wanted);
    assert.equal((await phone.find(wanted)).isChecked, !before.isChecked);
  },
  'the keyboard is described only while it is shown': async phone => {
    await phone.openForm();
    assert.equal((await phone.tree()).phone_state?.keyboardVisible, true);
    await phone.driver.pressButton('back', LIMITS);
    const { phone_state: state, ime_tree: keyboard } = await phone.tree();
    assert.equal(state?.keyboardVisible, false);
    assert.equal(elementsIn(keyboard).filter(({ text }) => (text ?? '') !== '').length, 0);
  },
  'elements that were read are known without asking': async phone => {
    await phone.tree();
    assert.ok(phone.driver.knownTree(0)?.a11y_tree);
  },
  'elements that are read afresh show what has changed': async phone => {
    await phone.tree();
    await phone.driver.apps.start(APPS.maps, LIMITS);
    const state = await phone.driver.tree(0, { ...LIMITS, isFresh: true });
    assert.equal(state.phone_state?.packageName, APPS.maps);
  },
  'many looks at the same time see the same': async phone => {
    await phone.driver.apps.start(APPS.settings, LIMITS);
    const states = await Promise.all(Array.from({ length: 8 }, () => phone.tree()));
    for (const state of states) assert.deepEqual(state, states[0]);
  },
  'markup, quotes, and other alphabets arrive in the elements': async phone => {
    const text = `<b>&amp; "it's" > ] %`;
    await phone.openForm();
    await phone.driver.typeText(text, LIMITS);
    assert.equal(await phone.textOf(FIELD.name), text);
  },
  'a focused password is known as one after the elements were read': async phone => {
    await phone.openForm(FIELD.password);
    await phone.tree();
    assert.equal(phone.driver.hasPasswordFocus(), true);
  },
  'another focused field is known as no password after the elements were read': async phone => {
    await phone.openForm();
    await phone.tree();
    assert.equal(phone.driver.hasPasswordFocus(), false);
  },
};
