import assert from 'node:assert/strict';
import { findPasscode } from '../../../src/util/passcode.ts';

const found: readonly [code: string, subject: string, text?: string][] = [
  ['482913', 'Your sign-in code is 482 913'],
  ['482913', 'Your sign-in code is 482-913'],
  ['482913', '482913 is your verification code'],
  ['482913', 'G-482913 is your verification code.'],
  ['4829', 'Your PIN: 4829'],
  ['48291', 'Use code 48291 to log in'],
  ['48291375', 'Security code: 48291375'],
  ['48291375', 'Security code: 4829 1375'],
  ['482913', 'Sign in to Shop', 'Hello,\n\nuse 482913 to sign in.\n'],
  ['482913', 'Your passcode', 'Here it is:\n\n482 913\n\nThanks, order 2041'],
  ['482913', 'Welcome', 'Your one-time password is 482913. It is valid for 10 minutes.'],
  ['482913', 'OTP 482913', 'Do not share it.'],
  ['002913', 'Your code is 002913'],
  ['2024', 'Your PIN is 2024'],
  ['482913', 'Verification', 'On 2026-11-21 you asked for a code: 482913'],
  ['482913', 'Verify your e-mail', 'Enter this code: 482913. Call +49 30 901820 for help.'],
  ['X7K9Q2', 'Your code: X7K9Q2'],
  ['482913', 'Ihr Einmalkennwort lautet 482913'],
  ['482913', 'Ihr Sicherheitscode: 482 913'],
  ['482913', 'Su código de verificación es 482913'],
  ['482913', 'Votre code de connexion : 482 913'],
  ['482913', 'Il tuo codice è 482913'],
  ['482913', 'Seu código é 482913'],
  ['482913', 'Din kod är 482913'],
  ['482913', 'Uw verificatiecode is 482913'],
  ['482913', 'Ваш код: 482913'],
  ['482913', '您的验证码是 482913'],
  ['482913', '認証コード: 482913'],
  ['482913', '인증번호 482913'],
  ['482913', 'Order 20411 shipped', 'Confirm the delivery with code 482913.'],
  ['482913', 'Your invoice over 1499 EUR', 'To see it use the passcode 482913'],
  ['482913', 'Two-factor authentication', 'Token: 482913'],
  ['482913', 'Log in', '482913 expires in 5 minutes'],
  ['4829', 'code 4829'],
  ['482913', 'Your code is: "482913"'],
  ['482913', 'Your code is (482913).'],
  ['482913', 'Your code is 482913!'],
  ['482913', 'Code:482913'],
];

const none: readonly (readonly [subject: string, text?: string])[] = [
  ['Your order 2041 is on its way', 'It arrives on Friday.'],
  ['Invoice 482913', 'Total: 1299.00 EUR'],
  ['Happy new year 2026'],
  ['Lunch on Friday?', 'How about 12:30?'],
  ['Call me', '+49 30 901820'],
  ['Your parcel 48291375', 'Tracking number 482913'],
  ['Sale', 'Now only $4829'],
  ['Sign in from a new device', 'On 21 November 2026 at 10:41 somebody signed in.'],
  ['Security news 2026', 'Read about 4829 incidents of last year at https://example.com/482913'],
  ['Login', 'Your customer number: 482913'],
  ['Confirm your order', 'Order 482913, total 1299 EUR'],
  ['Verify your address', 'https://example.com/verify/482913'],
  ['Code of conduct', 'We have published it.'],
  ['', ''],
  ['Your code', 'It is in the app.'],
  ['Room 4829', 'Your hotel confirms the booking'],
  ['Your verification is complete', 'Thank you, Ada.'],
  ['Growth of 4829%', 'Codes were used'],
  ['Version 1.482913', 'security fixes'],
  ['Flight LH4829', 'log in to check in'],
  ['Code', '12'],
  ['Code', '123456789012'],
];

describe('finding a passcode', () => {
  for (const [code, ...texts] of found) {
    it(`reads ${code} in “${texts.join(' | ').replaceAll('\n', ' ')}”`, () =>
      assert.equal(findPasscode(...texts), code));
  }
  for (const texts of none) {
    it(`finds none in “${texts.join(' | ')}”`, () => assert.equal(findPasscode(...texts), undefined));
  }

  it('is quick with long texts', () => {
    const long = 'code 12 '.repeat(20_000) + 'a'.repeat(100_000) + '9'.repeat(100_000);
    assert.equal(findPasscode(long, long), undefined);
  });
});
