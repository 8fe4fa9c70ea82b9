import assert from 'node:assert/strict';
import fc from 'fast-check';
import { UiState } from '../../../../src/contract/records/uiState.ts';
import { openApp } from '../../../../src/sandbox/phone/applyEffect.ts';
import { programInFront } from '../../../../src/sandbox/phone/apps.ts';
import {
  elementTextAt,
  findElements,
  type PhoneSelector,
  appTexts,
} from '../../../../src/sandbox/phone/elements.ts';
import type { Point } from '../../../../src/sandbox/phone/geometry.ts';
import { KEY_CODES, pressGlobal, pressKey } from '../../../../src/sandbox/phone/keys.ts';
import { openAddress } from '../../../../src/sandbox/phone/openAddress.ts';
import { createPhone, type PhoneState } from '../../../../src/sandbox/phone/state.ts';
import { swipe, tap } from '../../../../src/sandbox/phone/touch.ts';
import { clearField, typeText } from '../../../../src/sandbox/phone/typing.ts';
import { uiStateOf, withInteractiveOnly } from '../../../../src/sandbox/phone/uiState.ts';
import { testWorld } from './testWorld.ts';

function screenOf(state: PhoneState, displayId = 0): UiState {
  return uiStateOf(state, testWorld, { displayId }) ?? {};
}

function middleOf(state: PhoneState, selector: PhoneSelector): Point {
  const [found] = findElements(screenOf(state), selector);
  assert.ok(found, `there is ${JSON.stringify(selector)} among ${appTexts(screenOf(state)).join(', ')}`);
  const { left, top, right, bottom } = found.bounds;
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function tapOn(state: PhoneState, selector: PhoneSelector): PhoneState {
  return tap(state, testWorld, 0, middleOf(state, selector));
}

const byText = (text: string): PhoneSelector => ({ by: 'text', text, exact: false });
const byLabel = (description: string): PhoneSelector => ({ by: 'description', description });
const drag = (state: PhoneState, from: Point, to: Point, ms = 300): PhoneState =>
  swipe(state, testWorld, 0, [
    { ...from, ms: 0 },
    { ...to, ms },
  ]);

const platforms = ['android-phone', 'android-tablet', 'ios-phone'] as const;

for (const platform of platforms) {
  describe(`sandbox/phone/gestures: simulated ${platform}`, () => {
    const phone = createPhone(platform);

    it(`a simulated ${platform} opens apps with a tap on their icons and goes to the home screen`, () => {
      for (const label of ['Messages', 'Maps', 'Browser', 'Form', 'Settings']) {
        const opened = tapOn(phone, { by: 'text', text: label });
        assert.equal(programInFront(opened).label, label);
        assert.equal(programInFront(pressGlobal(opened, 'home')).label, 'Home');
      }
    });

    it(`a simulated ${platform} shows the passcode of a message and copies it`, () => {
      const opened = tapOn(openApp(phone, 'messages'), byText('Your sign-in code'));
      assert.ok(appTexts(screenOf(opened)).includes('482913'));
      const copied = tapOn(opened, byText('Copy passcode'));
      assert.equal(copied.clipboard, '482913');
      const back = pressGlobal(copied, 'back');
      assert.ok(appTexts(screenOf(back)).some(text => text.startsWith('Ada Lovelace')));
    });

    it(`a simulated ${platform} accepts a completed form, and reports missing fields`, () => {
      let state = openApp(phone, 'form');
      state = tapOn(state, byText('Create account'));
      state = pressKey(tapOn(state, byLabel('Name')), KEY_CODES.enter);
      assert.ok(appTexts(screenOf(state)).includes('Enter your name.'));
      const fill = (label: string, text: string): void => {
        const typed = typeText(tapOn(state, byLabel(label)), text);
        assert.ok(typed);
        state = typed;
        state = pressGlobal(state, 'back');
      };
      fill('Name', 'Ada');
      fill('E-mail', 'ada@example.com');
      fill('Password', 'correct horse');
      state = tapOn(state, byText('I accept the terms'));
      state = pressKey(tapOn(state, byLabel('Name')), KEY_CODES.enter);
      assert.deepEqual(state.formResult, {
        accepted: true,
        text: 'Welcome, Ada! We wrote to ada@example.com.',
      });
      assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
    });

    it(`a simulated ${platform} opens a URL in the browser, and deep links in their apps`, () => {
      const page = openAddress(phone, 'https://example.com/status');
      assert.ok(appTexts(screenOf(page)).includes('https://example.com/status'));
      assert.equal(programInFront(openAddress(phone, 'maps://berlin')).label, 'Maps');
      assert.equal(programInFront(openAddress(phone, 'not an address')).label, 'Browser');
    });
  });
}

describe('sandbox/phone/gestures: simulated phone', () => {
  const phone = createPhone('android-phone', true);

  it('a simulated phone types on its own keyboard, at the cursor', () => {
    let state = tapOn(openApp(phone, 'form'), byLabel('Name'));
    assert.ok(state.keyboardVisible);
    for (const key of ['a', 'd', 'a']) {
      state = tapOn(state, { by: 'resourceId', resourceId: `org.sandbox.keyboard:id/key_${key}` });
    }
    state = pressKey(state, 67);
    state = pressKey(state, 29);
    assert.equal(state.fields['form.name'], 'ada');
    assert.equal(pressKey(state, KEY_CODES.tab).focus?.field, 'form.email');
    assert.equal(clearField(state)?.fields['form.name'], '');
  });

  it('a simulated phone types nothing without a focus', () => {
    assert.equal(typeText(phone, 'a'), undefined);
    assert.equal(clearField(phone), undefined);
    assert.deepEqual(pressKey(phone, 29), phone);
  });

  it('a simulated phone never reveals what was typed as a password', () => {
    const typed = typeText(tapOn(openApp(phone, 'form'), byLabel('Password')), 'tr0ub4dor');
    assert.ok(typed);
    const told = JSON.stringify([typed, uiStateOf(typed, testWorld), appTexts(screenOf(typed))]);
    assert.ok(!told.includes('tr0ub'));
    assert.equal(typed.fields['form.password']?.length, 9);
    assert.ok(!JSON.stringify(uiStateOf(typed, testWorld)).includes('•'));
  });

  it('a simulated phone scrolls a list by the distance of the swipe and stops at its ends', () => {
    const settings = openApp(phone, 'settings');
    const down = drag(settings, { x: 500, y: 1500 }, { x: 510, y: 1237.5 });
    assert.equal(down.scroll.settings, 100);
    const far = Array.from({ length: 20 }).reduce<PhoneState>(
      state => drag(state, { x: 500, y: 2000 }, { x: 500, y: 400 }),
      settings,
    );
    const further = drag(far, { x: 500, y: 2000 }, { x: 500, y: 400 });
    assert.equal(further.scroll.settings, far.scroll.settings);
    assert.ok(appTexts(screenOf(far)).includes('About this phone'));
    assert.equal(drag(settings, { x: 500, y: 400 }, { x: 500, y: 2000 }).scroll.settings, 0);
  });

  it('a simulated phone turns pages, also on its second display, and has no third', () => {
    const turned = drag(phone, { x: 900, y: 1200 }, { x: 200, y: 1200 });
    assert.equal(turned.scroll.home, 1);
    assert.equal(drag(turned, { x: 200, y: 1200 }, { x: 900, y: 1200 }).scroll.home, 0);
    const path = [
      { x: 1500, y: 500, ms: 0 },
      { x: 300, y: 500, ms: 200 },
    ];
    assert.equal(swipe(phone, testWorld, 1, path).scroll.dashboard, 1);
    assert.equal(swipe(phone, testWorld, 2, path), phone);
    assert.equal(uiStateOf(phone, testWorld, { displayId: 2 }), undefined);
  });

  it('a simulated phone moves its map with a swipe', () => {
    const maps = openApp(phone, 'maps');
    const { map } = drag(maps, { x: 500, y: 1000 }, { x: 300, y: 1000 });
    assert.ok(map.east > 0 && map.north === 0);
    assert.equal(tapOn(maps, byLabel('Zoom in')).map.zoom, maps.map.zoom + 1);
    assert.deepEqual(tapOn({ ...maps, map }, byLabel('Show my position')).map, maps.map);
  });

  it('a simulated phone closes a recent app that is swiped away', () => {
    const recents = pressGlobal(openApp(openApp(phone, 'maps'), 'messages'), 'recents');
    const card = middleOf(recents, { by: 'text', text: 'Messages' });
    assert.deepEqual(drag(recents, card, { x: card.x, y: card.y - 600 }).recents, ['maps']);
    assert.equal(programInFront(tapOn(recents, { by: 'text', text: 'Messages' })).label, 'Messages');
    assert.deepEqual(tapOn(recents, byText('Close all')).recents, []);
  });

  it('a simulated phone performs a long press', () => {
    const state = openApp(phone, 'messages');
    const at = middleOf(state, byText('Your sign-in code'));
    assert.equal(drag(state, at, { x: at.x + 3, y: at.y }, 600).clipboard, '482913');
    assert.equal(drag(state, at, at, 100).clipboard, '');
  });

  it('a simulated phone closes one thing at a time with back', () => {
    const editing = tapOn(openApp(phone, 'form'), byLabel('Name'));
    const once = pressGlobal(editing, 'back');
    assert.deepEqual([once.keyboardVisible, once.place], [false, 'form']);
    assert.equal(pressGlobal(once, 'back').place, 'home');
    assert.equal(pressGlobal(phone, 'back').place, 'home');
  });

  it('a simulated phone returns the same element at a point as the screenshot and the elements', () => {
    const at = middleOf(phone, { by: 'text', text: 'Maps' });
    assert.equal(elementTextAt(screenOf(phone), at), 'Maps');
    assert.equal(elementTextAt(screenOf(phone), { x: 540, y: 1700 }), null);
  });

  const point = fc.record({ x: fc.integer({ min: -10, max: 1100 }), y: fc.integer({ min: -10, max: 2450 }) });
  const gesture = fc.oneof(
    point.map(at => (state: PhoneState) => tap(state, testWorld, 0, at)),
    fc.tuple(point, point).map(
      ([from, to]) =>
        (state: PhoneState) =>
          drag(state, from, to),
    ),
    fc.string().map(text => (state: PhoneState) => typeText(state, text) ?? state),
    fc.integer({ min: 0, max: 320 }).map(key => (state: PhoneState) => pressKey(state, key)),
    fc
      .constantFrom('back' as const, 'home' as const, 'recents' as const)
      .map(button => (state: PhoneState) => pressGlobal(state, button)),
  );

  it('a simulated phone stays consistent, with elements that match the contract, for any gestures', () => {
    fc.assert(
      fc.property(fc.array(gesture, { maxLength: 30 }), gestures => {
        const state = gestures.reduce<PhoneState>((before, one) => one(before), phone);
        assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
        UiState.parse(uiStateOf(state, testWorld));
        UiState.parse(withInteractiveOnly(screenOf(state)));
      }),
      { numRuns: 60 },
    );
  });
});

describe('sandbox/phone/gestures: screen of a simulated phone', () => {
  const phone = createPhone('android-phone');
  const off = pressKey(openApp(phone, 'form'), KEY_CODES.power);

  it('the screen of a simulated phone is turned off and on by the power key, and by the keys for one of both', () => {
    const on = pressKey(off, KEY_CODES.power);
    assert.deepEqual([off.isScreenOff, on.isScreenOff, on.place], [true, false, 'form']);
    assert.equal(pressKey(on, KEY_CODES.wake).isScreenOff, false);
    assert.equal(pressKey(pressKey(on, KEY_CODES.sleep), KEY_CODES.sleep).isScreenOff, true);
    assert.equal(pressKey(off, KEY_CODES.wake).isScreenOff, false);
  });

  it('the screen of a simulated phone shows nothing while it is off', () => {
    assert.deepEqual(appTexts(screenOf(off)), []);
    UiState.parse(uiStateOf(off, testWorld));
    assert.ok(appTexts(screenOf(createPhone('android-phone', true), 1)).length > 0);
  });

  it('the screen of a simulated phone has no effect on touches, buttons, and typing while it is off', () => {
    const field = tapOn(openApp(phone, 'form'), {
      by: 'resourceId',
      resourceId: 'org.sandbox.form:id/form.name',
    });
    assert.ok(field.focus);
    const dark = pressKey(field, KEY_CODES.power);
    assert.equal(typeText(dark, 'a'), undefined);
    assert.equal(clearField(dark), undefined);
    for (const after of [
      pressKey(dark, KEY_CODES.delete),
      pressKey(dark, KEY_CODES.home),
      pressGlobal(dark, 'back'),
      tap(dark, testWorld, 0, { x: 540, y: 1200 }),
      drag(dark, { x: 540, y: 1800 }, { x: 540, y: 400 }),
    ])
      assert.deepEqual({ ...after, trail: null }, { ...dark, trail: null });
  });
});
