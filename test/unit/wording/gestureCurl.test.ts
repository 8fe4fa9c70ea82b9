import assert from 'node:assert/strict';
import { gestureCurl } from '../../../src/wording/gestureCurl.ts';

const on = { deviceId: 'bc19a5dc-a46d-4723-9f28-1c25924e01f5', at: 0 };

it('a gesture as curl is its request, with the key as a variable and the display as a header', () => {
  const text = gestureCurl('https://api.example.com/v1', {
    ...on,
    display: 1,
    gesture: { kind: 'tap', at: { x: 5, y: 6 }, stealth: false },
  });
  assert.equal(
    text,
    [
      `curl --request POST 'https://api.example.com/v1/devices/${on.deviceId}/tap'`,
      `--header "Authorization: Bearer $API_KEY"`,
      `--header 'X-Device-Display-ID: 1'`,
      `--header 'Content-Type: application/json'`,
      `--data '{"x":5,"y":6,"stealth":false}'`,
    ].join(' \\\n  '),
  );
});

it('a gesture as curl needs no header for the first display, and no body if the request has none', () => {
  const text = gestureCurl('https://api.example.com/v1', { ...on, display: 0, gesture: { kind: 'clear' } });
  assert.match(text, /--request DELETE/);
  assert.doesNotMatch(text, /X-Device-Display-ID|--data/);
});

it('a gesture as curl escapes typed text, and has a placeholder for a password', () => {
  const typed = (text: string, secret: boolean): string =>
    gestureCurl('https://a.example', {
      ...on,
      display: 0,
      gesture: { kind: 'text', text, stealth: false, secret },
    });
  assert.ok(typed("it's", false).includes(`"it'\\''s"`));
  assert.ok(typed('', true).includes('"PASSWORD"'));
});
