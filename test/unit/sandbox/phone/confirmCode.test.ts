import assert from 'node:assert/strict';
import { createPhone, type PhoneState } from '../../../../src/sandbox/phone/state.ts';
import { pressEnter, typeText } from '../../../../src/sandbox/phone/typing.ts';

describe('sandbox/phone/confirmCode', () => {
  const asking: PhoneState = {
    ...createPhone('android-phone'),
    place: 'form',
    formResult: { accepted: true, text: 'Welcome!' },
    formCode: '123456',
    focus: { field: 'form.code', cursor: 0 },
  };
  const typed = (text: string): PhoneState => pressEnter(typeText(asking, text)!);

  it('the form that asks for the passcode of its mail accepts the passcode, also with spaces, and rejects any other one', () => {
    assert.equal(typed('123 456').codeResult?.accepted, true);
    assert.deepEqual(typed('123457').codeResult, {
      accepted: false,
      text: 'This is not the passcode of the mail.',
    });
  });

  it('the form that asks for the passcode of its mail resets when it is submitted again', () => {
    const again = pressEnter({ ...typed('123457'), focus: { field: 'form.email', cursor: 0 } });
    assert.deepEqual([again.formCode, again.codeResult, again.fields['form.code']], [null, null, undefined]);
  });
});
