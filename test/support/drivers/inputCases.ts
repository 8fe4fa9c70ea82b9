import assert from 'node:assert/strict';
import { APPS, centerOf, type DriverCases, FIELD, isFailure, LIMITS } from './usedPhone.ts';

const KEY = { home: 3, back: 4, zero: 7, a: 29, tab: 61, enter: 66, delete: 67, recents: 187, unknown: 999 };

/** What every driver does with fingers, keys, and texts. */
export const INPUT_CASES: DriverCases = {
  'a tap opens an app': async phone => {
    await phone.tap({ text: 'Settings' });
    assert.equal(await phone.front(), APPS.settings);
  },
  'a tap between two pixels hits as well': async phone => {
    const { x, y } = centerOf(await phone.find({ text: 'Settings' }));
    await phone.driver.tap(0, { x: x + 0.4, y: y - 0.3 }, LIMITS);
    assert.equal(await phone.front(), APPS.settings);
  },
  'a tap on a field focuses it': async phone => {
    await phone.openForm(FIELD.email);
    assert.equal((await phone.find(FIELD.email)).isFocused, true);
    assert.equal((await phone.find(FIELD.name)).isFocused, false);
  },
  'taps at the corners are taken': async phone => {
    const { width, height } = await phone.display();
    for (const x of [0, width - 1])
      for (const y of [0, height - 1]) await phone.driver.tap(0, { x, y }, LIMITS);
    assert.ok((await phone.elements()).length > 1);
  },
  'a swipe scrolls a list, and back': async phone => {
    await phone.driver.apps.start(APPS.settings, LIMITS);
    const before = await phone.texts();
    await phone.scroll(0.4);
    assert.notDeepEqual(await phone.texts(), before);
    await phone.scroll(-0.4);
    assert.deepEqual(await phone.texts(), before);
  },
  'a curved swipe ends where its path does': async phone => {
    const { width, height } = await phone.display();
    await phone.driver.apps.start(APPS.settings, LIMITS);
    const before = await phone.texts();
    const path = Array.from({ length: 30 }, (_, step) => ({
      x: Math.round(width * (0.5 + 0.14 * Math.sin((step / 29) * Math.PI))),
      y: Math.round(height * (0.75 - step * 0.016)),
      ms: step * 15,
    }));
    await phone.driver.swipe(0, path, LIMITS);
    assert.notDeepEqual(await phone.texts(), before);
  },
  'a short swipe in one place is a tap': async phone => {
    const at = centerOf(await phone.find({ text: 'Settings' }));
    await phone.driver.swipe(
      0,
      [
        { ...at, ms: 0 },
        { ...at, ms: 50 },
      ],
      LIMITS,
    );
    assert.equal(await phone.front(), APPS.settings);
  },
  'a path of one point is a tap': async phone => {
    const at = centerOf(await phone.find({ text: 'Settings' }));
    await phone.driver.swipe(0, [{ ...at, ms: 0 }], LIMITS);
    assert.equal(await phone.front(), APPS.settings);
  },
  'a finger that stays pastes the clipboard into a field': async phone => {
    if (!(await phone.requires('clipboard', phone.driver.clipboard.write('pasted', LIMITS)))) return;
    await phone.driver.apps.start(APPS.form, LIMITS);
    const at = centerOf(await phone.find(FIELD.name));
    await phone.driver.swipe(
      0,
      [
        { ...at, ms: 0 },
        { ...at, ms: 800 },
      ],
      LIMITS,
    );
    assert.equal(await phone.textOf(FIELD.name), 'pasted');
  },
  'a long press that drifts stays where it began': async phone => {
    if (!(await phone.requires('clipboard', phone.driver.clipboard.write('held', LIMITS)))) return;
    await phone.driver.apps.start(APPS.form, LIMITS);
    const at = centerOf(await phone.find(FIELD.name));
    const path = [
      { ...at, ms: 0 },
      { x: at.x + 3, y: at.y + 40, ms: 200 },
    ];
    await phone.driver.longPress(0, path, LIMITS);
    assert.equal(await phone.textOf(FIELD.name), 'held');
  },
  'a typed text arrives letter for letter': async phone => {
    const text = `100%s %% 'one' "two" \`id\` $HOME $(id) ; rm -rf / && x | y > z \\ \\n # ~ * ? [a] {b} ! %`;
    await phone.openForm();
    await phone.driver.typeText(text, LIMITS);
    assert.equal(await phone.textOf(FIELD.name), text);
  },
  'every character of a keyboard arrives': async phone => {
    const text = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
    await phone.openForm();
    await phone.driver.typeText(text, LIMITS);
    assert.equal(await phone.textOf(FIELD.name), text);
  },
  'spaces at both ends and in a row arrive': async phone => {
    await phone.openForm();
    await phone.driver.typeText('  two  words  ', LIMITS);
    assert.equal(await phone.textOf(FIELD.name), '  two  words  ');
  },
  'a text that looks like an option arrives': async phone => {
    await phone.openForm();
    await phone.driver.typeText('--help', LIMITS);
    await phone.driver.typeText('-d 1', LIMITS);
    assert.equal(await phone.textOf(FIELD.name), '--help-d 1');
  },
  'a long text arrives letter for letter': async phone => {
    const text = 'a b%s'.repeat(60) + 'long '.repeat(900);
    await phone.openForm();
    await phone.driver.typeText(text, LIMITS);
    assert.equal(await phone.textOf(FIELD.name), text);
  },
  'an empty text changes nothing': async phone => {
    await phone.openForm();
    await phone.driver.typeText('', LIMITS);
    assert.equal(await phone.textOf(FIELD.name), '');
  },
  'two texts are typed one after the other': async phone => {
    await phone.openForm();
    await phone.driver.typeText('Ada', LIMITS);
    await phone.driver.typeText(' Lovelace', LIMITS);
    assert.equal(await phone.textOf(FIELD.name), 'Ada Lovelace');
  },
  'a text with a tab goes to the next field': async phone => {
    await phone.openForm();
    await phone.driver.typeText('Ada\tada@example.com', LIMITS);
    assert.equal(await phone.textOf(FIELD.name), 'Ada');
    assert.equal(await phone.textOf(FIELD.email), 'ada@example.com');
  },
  'a line break submits what was typed': async phone => {
    await phone.openForm();
    await phone.driver.typeText('Ada\n', LIMITS);
    assert.notEqual((await phone.tree()).phone_state?.isEditable, true);
  },
  'a text that is not ASCII is typed or pasted where the phone can, and named otherwise': async phone => {
    const text = 'Zoë 你好 😀';
    await phone.openForm();
    if (phone.driver.capabilities.clipboard) {
      await phone.driver.typeText(text, LIMITS);
      assert.equal(await phone.textOf(FIELD.name), text);
    } else
      await assert.rejects(
        phone.driver.typeText(text, LIMITS),
        isFailure('unsupported', /“ë”, “你”, “好”, “😀”/),
      );
  },
  'a refused text types no part of it': async phone => {
    if (phone.driver.capabilities.clipboard) return;
    await phone.openForm();
    await assert.rejects(phone.driver.typeText('plain\tZoë', LIMITS), isFailure('unsupported'));
    assert.equal(await phone.textOf(FIELD.name), '');
  },
  'a typed password is in no tree': async phone => {
    await phone.openForm(FIELD.password);
    await phone.driver.typeText('hunter2hunter2', LIMITS);
    const field = await phone.find(FIELD.password);
    assert.deepEqual([field.isPassword, field.text], [true, '']);
    assert.ok(!JSON.stringify(await phone.tree()).includes('hunter2'));
  },
  'a password is emptied': async phone => {
    await phone.openForm(FIELD.password);
    await phone.driver.typeText('hunter2hunter2', LIMITS);
    await phone.driver.clearText(LIMITS);
    assert.equal((await phone.find(FIELD.password)).isFocused, true);
  },
  'the focused field is emptied, and can be typed into again': async phone => {
    await phone.openForm();
    await phone.driver.typeText('Ada Lovelace', LIMITS);
    await phone.driver.clearText(LIMITS);
    assert.equal(await phone.textOf(FIELD.name), '');
    await phone.driver.typeText('Grace', LIMITS);
    assert.equal(await phone.textOf(FIELD.name), 'Grace');
  },
  'a long text is emptied': async phone => {
    await phone.openForm();
    await phone.driver.typeText('long '.repeat(60), LIMITS);
    await phone.driver.clearText(LIMITS);
    assert.equal(await phone.textOf(FIELD.name), '');
  },
  'an empty field stays empty when it is emptied': async phone => {
    await phone.openForm();
    await phone.driver.clearText(LIMITS);
    assert.equal(await phone.textOf(FIELD.name), '');
  },
  'no field is emptied without the focus': async ({ driver }) => {
    await assert.rejects(driver.clearText(LIMITS), isFailure('refused', /no field has the focus/i));
  },
  'keys type digits and letters': async phone => {
    await phone.openForm();
    for (const key of [KEY.a, KEY.a + 1, KEY.zero, KEY.zero + 9]) await phone.driver.pressKey(key, LIMITS);
    assert.equal(await phone.textOf(FIELD.name), 'ab09');
  },
  'a key deletes a character': async phone => {
    await phone.openForm();
    await phone.driver.typeText('Ada', LIMITS);
    await phone.driver.pressKey(KEY.delete, LIMITS);
    assert.equal(await phone.textOf(FIELD.name), 'Ad');
  },
  'a key is pressed several times, also more than a command presses': async phone => {
    await phone.openForm();
    await phone.driver.pressKey(KEY.a, LIMITS, 250);
    assert.equal(await phone.textOf(FIELD.name), 'a'.repeat(250));
    await phone.driver.pressKey(KEY.delete, LIMITS, 249);
    assert.equal(await phone.textOf(FIELD.name), 'a');
  },
  'a key goes to the next field': async phone => {
    await phone.openForm();
    await phone.driver.pressKey(KEY.tab, LIMITS);
    assert.equal((await phone.find(FIELD.email)).isFocused, true);
  },
  'a key without a meaning changes nothing': async phone => {
    await phone.openForm();
    await phone.driver.pressKey(KEY.unknown, LIMITS);
    assert.equal(await phone.textOf(FIELD.name), '');
    assert.equal(await phone.front(), APPS.form);
  },
  'the keys lead home and back': async phone => {
    await phone.driver.apps.start(APPS.maps, LIMITS);
    await phone.driver.pressKey(KEY.home, LIMITS);
    assert.equal(await phone.front(), APPS.home);
    await phone.driver.pressKey(KEY.recents, LIMITS);
    assert.equal(await phone.front(), APPS.system);
    await phone.driver.pressKey(KEY.back, LIMITS);
    assert.equal(await phone.front(), APPS.home);
  },
  'the buttons lead home and back': async phone => {
    await phone.driver.apps.start(APPS.maps, LIMITS);
    await phone.driver.pressButton('home', LIMITS);
    assert.equal(await phone.front(), APPS.home);
    await phone.driver.pressButton('recents', LIMITS);
    assert.equal(await phone.front(), APPS.system);
    await phone.driver.pressButton('back', LIMITS);
    assert.equal(await phone.front(), APPS.home);
  },
  'the button back hides the keyboard first': async phone => {
    await phone.openForm();
    await phone.driver.pressButton('back', LIMITS);
    assert.equal(await phone.front(), APPS.form);
    assert.equal((await phone.tree()).phone_state?.keyboardVisible, false);
  },
};
