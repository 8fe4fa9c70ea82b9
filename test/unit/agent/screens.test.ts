import assert from 'node:assert/strict';
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

describe('the screen that an agent sees', () => {
  it('has a passcode if one element names it and another one shows it', () => {
    const screen = screenWith('Your verification code', '482 913', 'Resend');
    assert.deepEqual(shownPasscodes(screen.elements), ['482913']);
    assert.equal(hasSecrets(screen, new CodeHider(shownPasscodes(screen.elements))), true);
  });

  it('has a passcode that is named by a resource ID or hidden by elements that nobody sees', () => {
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

  it('has none without a word for one', () => {
    const screen = screenWith('Order 482913', 'Total', '120 EUR');
    assert.deepEqual(shownPasscodes(screen.elements), []);
    assert.equal(hasSecrets(screen, new CodeHider()), false);
  });
});
