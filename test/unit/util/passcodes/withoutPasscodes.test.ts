import assert from 'node:assert/strict';
import { withoutPasscodes } from '../../../../src/util/passcodes/withoutPasscodes.ts';

const MESSAGE = { id: 'm', subject: 'Your code is 482 913', preview: 'Hello,\n482913 is your code.' };

it('a displayed delivery has dots for the passcode of its message, in an object and in the text of a body', () => {
  const event = { type: 'mailbox.passcode.received', data: MESSAGE, code: '482913' };
  const requestBody = JSON.stringify(event);
  const attempts = [{ requestBody, responseSnippet: requestBody.slice(0, 90) }];
  const text = JSON.stringify(withoutPasscodes({ event, attempts }));
  assert.doesNotMatch(text, /482.?913/);
  assert.equal(text.match(/••••••/g)?.length, 7);
});

it('a displayed delivery has dots for a text message, and for a body within another one', () => {
  const text = '{\n "data": {"from": "Shop", "text": "Your PIN: 4829"}\n}\n';
  assert.equal(withoutPasscodes(text), text.replace('4829', '••••••'));
  const echo = JSON.stringify({ status: 200, echo: text });
  assert.equal(withoutPasscodes(echo), echo.replace('4829', '••••••'));
});

it('a displayed delivery has dots for all numbers and codes if it has very many passcodes', () => {
  const numbers = Array.from({ length: 5_000 }, (_, index) => 100_000 + index);
  const text = JSON.stringify(numbers.map(number => ({ text: `Your code is ${number}, not 12.` })));
  const shown = withoutPasscodes(text);
  assert.equal(shown, text.replaceAll(/\d{6}/g, '••••••'));
  assert.equal(withoutPasscodes([shown, 'A'.repeat(100_000), text])[1], 'A'.repeat(100_000));
});

it('a displayed delivery is otherwise unchanged, whatever it is', () => {
  for (const text of [
    '',
    '{',
    'Your code is 482913',
    '{"data":{"subject":"Order 482913"},"n":1.0}',
    '['.repeat(100_000),
  ])
    assert.equal(withoutPasscodes(text), text);
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  assert.equal(withoutPasscodes(deep), deep);
});
