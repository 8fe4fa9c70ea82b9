import assert from 'node:assert/strict';
import { pointOf, screenLine } from '../../../src/agent/tools/screens.ts';
import { hasSecrets, shownPasscodes } from '../../../src/flow/selector/screenSecrets.ts';
import { CodeHider } from '../../../src/util/passcodes/hideCodes.ts';
import { Screen } from '../../../src/flow/selector/screen.ts';

function screenWith(...texts: string[]): Screen {
  const children = texts.map((text, index) => ({
    text,
    boundsInScreen: { left: 0, top: index * 10, right: 100, bottom: index * 10 + 10 },
  }));
  return new Screen({ a11y_tree: { children } });
}

describe('agent/screens: point that an agent taps', () => {
  const size = { device_context: { screen_bounds: { width: 1080, height: 2400 } } };
  const row = (left: number, right: number, text: string) => ({
    text,
    isClickable: true,
    boundsInScreen: { left, top: 100, right, bottom: 200 },
  });

  it('the point that an agent taps is the center of the part that the screen and its lists show', () => {
    const list = { isScrollable: true, boundsInScreen: { left: 0, top: 150, right: 1080, bottom: 800 } };
    const children = [
      row(920, 1420, 'Right'),
      row(-300, 100, 'Left'),
      { ...list, children: [row(0, 100, 'In')] },
    ];
    const screen = new Screen({ ...size, a11y_tree: { children } });
    assert.deepEqual(pointOf(screen, { text: 'Right' }), [1000, 150]);
    assert.deepEqual(pointOf(screen, { text: 'Left' }), [50, 150]);
    assert.deepEqual(pointOf(screen, { text: 'In' }), [50, 175]);
  });

  it('the point that an agent taps does not exist for an element outside of the screen', () => {
    const screen = new Screen({ ...size, a11y_tree: { children: [row(1080, 1500, 'Next')] } });
    assert.throws(() => pointOf(screen, { text: 'Next' }), /“Next” is outside of the screen\. Swipe/);
  });
});

describe('agent/screens: screen that an agent sees', () => {
  it('the screen that an agent sees has a passcode if one element names it and another one shows it', () => {
    const screen = screenWith('Your verification code', '482 913', 'Resend');
    assert.deepEqual(shownPasscodes(screen.elements), ['482913']);
    assert.equal(hasSecrets(screen, new CodeHider(shownPasscodes(screen.elements))), true);
  });

  it('the screen that an agent sees has a passcode that is named by a resource ID or hidden by elements that nobody sees', () => {
    const byId = [{ resourceId: 'com.app:id/otp_code' }, { text: '482913' }];
    assert.deepEqual(shownPasscodes(byId), ['482913']);
    const dialog = 'dialog' as const;
    const behind = [
      { text: 'Code: 1111', hidden: dialog },
      { text: 'Your verification code from Example' },
      { text: 'was sent. Enter:' },
      { text: '4829' },
    ];
    assert.deepEqual(shownPasscodes(behind), ['1111', '4829']);
    const apart = [{ text: 'Your code' }, { text: 'x'.repeat(70), hidden: dialog }, { text: '4829' }];
    assert.deepEqual(shownPasscodes(apart), ['4829']);
  });

  it('the screen that an agent sees has the names of password fields, but not what was typed', () => {
    const lines = [
      { contentDescription: 'Password' },
      { contentDescription: 'Password', text: '••••' },
      { contentDescription: 'Password: hunter2', text: 'hunter2' },
      { contentDescription: 'hunter2', text: '•••••••' },
      { contentDescription: '7', text: '•' },
      { text: 'hunter2' },
    ].map(node => {
      const boundsInScreen = { left: 0, top: 0, right: 100, bottom: 10 };
      const inner = { text: 'hunter2', contentDescription: 'hunter2', boundsInScreen };
      const field = { ...node, isPassword: true, isEditable: true, boundsInScreen, children: [inner] };
      const [element, child] = new Screen({ a11y_tree: field }).elements;
      assert.ok(element && child);
      assert.doesNotMatch(
        JSON.stringify([screenLine(element, element), screenLine(child, child)]),
        /hunter2/,
      );
      return screenLine(element, element).description?.text;
    });
    assert.deepEqual(lines, ['Password', 'Password', undefined, undefined, undefined, undefined]);
  });

  it('the screen that an agent sees has none without a word for one', () => {
    const screen = screenWith('Order 482913', 'Total', '120 EUR');
    assert.deepEqual(shownPasscodes(screen.elements), []);
    assert.equal(hasSecrets(screen, new CodeHider()), false);
  });
});
