import assert from 'node:assert/strict';
import { findPasscode, withoutPasscode } from '../../../../src/util/passcodes/passcode.ts';

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
  ['482913', 'Verification code', '4 8 2 9 1 3'],
  ['482913', 'Your code is <b>482913</b>'],
  ['482913', 'Your code is **482913**'],
  ['4829137', 'Your passcode is 482 9137'],
  ['123456', 'Dein Code lautet: 12 34 56'],
  ['482913', 'Your TAN: 482913'],
  ['482913', 'Password reset', 'Your temporary password: 482913'],
  ['482913', '[482913] is your code'],
  ['482913', '10:41 482913 is your code'],
  ['5561', 'Verify your account', 'Hi, you joined in 2019. Your code: 5561'],
  ['4829', 'Ride code: 4829. Reply STOP to 12345 to end'],
  ['4829', 'Code 4829 expires 2026-11-21 10:41'],
  ['77412', 'Your code expires in 3600 seconds: 77412'],
  ['ABC-123', 'Your code is ABC-123'],
  ['A1B-2C3', 'Your code: A1B-2C3'],
  ['482913', 'Twój kod to 482913'],
  ['482913', 'Doğrulama kodunuz 482913'],
  ['482913', 'Kode verifikasi Anda 482913'],
  ['482913', 'Vahvistuskoodi: 482913'],
  ['482913', 'Váš ověřovací kód je 482913'],
  ['482913', 'Codul tău este 482913'],
  ['482913', 'Ο κωδικός σας είναι 482913'],
  ['482913', 'Mã xác nhận của bạn là 482913'],
  ['482913', 'รหัส OTP ของคุณคือ 482913'],
  ['482913', 'رمز التحقق الخاص بك هو 482913'],
  ['482913', 'קוד האימות שלך 482913'],
  ['482913', 'आपका ओटीपी 482913 है'],
  ['482913', '您的驗證碼為 482913'],
  ['482913', 'ログインコード 482913'],
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
  ['Use promo code SAVE2024 for 20% off'],
  ['Use code SUMMER25 at checkout'],
  ['Your zip code is 10115'],
  ['Error code 404040 in your app'],
  ['Your booking code XK49Q2'],
  ['Confirm your booking 482913'],
  ['Please confirm', 'Order: 482913'],
  ['Confirm your appointment on 12/11/2026 at 1430'],
  ['Please confirm your phone 0170 123 4567'],
  ['Your code', 'Call (555) 123-4567'],
  ['Your verification code', 'Your card 4829 1234 5678 9012'],
  ['Security alert for account ending in 4829'],
  ['Your security deposit of 1500 dollars'],
  ['Sign-in alert', 'IP 192.168.10.20 from Berlin at 10:41, 21 Nov 2026'],
  ['Log in before 31.12.2026'],
  ['Your code was made on 20261121'],
  ['Your COVID19 certificate', 'Confirm it'],
  ['Your code', 'Write to 482913@example.com'],
];

describe('util/passcodes/passcode: search for a passcode', () => {
  for (const [code, ...texts] of found) {
    it(`the search for a passcode reads ${code} in “${texts.join(' | ').replaceAll('\n', ' ')}”`, () =>
      assert.equal(findPasscode(...texts), code));
  }
  for (const texts of none) {
    it(`the search for a passcode finds none in “${texts.join(' | ')}”`, () =>
      assert.equal(findPasscode(...texts), undefined));
  }

  it('the search for a passcode is fast with long texts', () => {
    const long = 'code 12 '.repeat(20_000) + 'a'.repeat(100_000) + '9'.repeat(100_000);
    assert.equal(findPasscode(long, long), undefined);
    for (const part of ['A', '-', '0 ', 'a@', '1-', 'a 1234 b ', 'www.'])
      assert.equal(findPasscode(part.repeat(100_000 / part.length)), undefined);
  });
});

describe('util/passcodes/passcode: displayed message', () => {
  for (const [code, subject, preview] of found) {
    it(`a displayed message hides “${code}”: ${subject}${preview ? ` | ${preview.slice(0, 30)}` : ''}`, () => {
      const shown = withoutPasscode({ id: 'a', subject, preview });
      const text = `${shown.subject} ${shown.preview ?? ''}`;
      assert.match(text, /••••••/);
      assert.equal(findPasscode(shown.subject, shown.preview), undefined, text);
      assert.ok(!text.replaceAll(/[ -]/g, '').includes(code), text);
    });
  }

  it('a displayed message is unchanged without a passcode, whatever its fields are', () => {
    const letter = { id: 'a', subject: 'Your order 20417', preview: null };
    assert.equal(withoutPasscode(letter), letter);
    const odd = { id: 'a', subject: 7, preview: ['Your code is 482913'] };
    assert.equal(withoutPasscode(odd), odd);
  });

  it('a displayed message loses nothing but the passcode', () => {
    const message = { id: 'a', subject: 'Code 482 913', preview: 'Use 482-913, order 20411.', extra: 1 };
    assert.deepEqual(withoutPasscode(message), {
      id: 'a',
      subject: 'Code ••••••',
      preview: 'Use ••••••, order 20411.',
      extra: 1,
    });
  });
});
