import assert from 'node:assert/strict';
import { SecretMask } from '../../../../src/flow/trace/secretMask.ts';

it('the mask for secrets hides a secret within texts, names, addresses, JSON text, and numbers', () => {
  const mask = new SecretMask();
  mask.learn('geheim "x"/1');
  mask.learn('90210');
  const value = {
    plain: 'the geheim "x"/1 here',
    url: `https://a.example/?q=${encodeURIComponent('geheim "x"/1')}`,
    json: JSON.stringify({ a: 'geheim "x"/1' }),
    list: [90210, { '90210': true }],
  };
  assert.deepEqual(mask.value(value), {
    plain: 'the •••••• here',
    url: 'https://a.example/?q=••••••',
    json: '{"a":"••••••"}',
    list: ['••••••', { '••••••': true }],
  });
});

it('the mask for secrets hides a short secret only as a whole', () => {
  const mask = new SecretMask();
  mask.learn('ab');
  assert.deepEqual(mask.value(['ab', 'about']), ['••••••', 'about']);
});

it('the mask for secrets hides a passcode wherever its digits stand, also within a longer number', () => {
  const mask = new SecretMask();
  mask.learnPasscode('482913');
  assert.equal(
    mask.text('482 913, 482-913, 1482913, 4829130, \\n482913'),
    '••••••, ••••••, 1••••••, ••••••0, \\n••••••',
  );
});

it('the mask for secrets hides members that are named like secrets', () => {
  const mask = new SecretMask();
  const given = {
    password: 'a',
    apiToken: 'b',
    code: '123456',
    status: { code: 'logic' },
    count: 3,
    Authorization: 'x',
  };
  assert.deepEqual(mask.value(given), {
    password: '••••••',
    apiToken: '••••••',
    code: '••••••',
    status: { code: 'logic' },
    count: 3,
    Authorization: '••••••',
  });
});

it('the mask for secrets keeps measures that are equal to a passcode', () => {
  const mask = new SecretMask();
  mask.learnPasscode('1080');
  const value = { x: 1080, y: 5, order: 1080 };
  const shown = { x: 1080, y: 5, order: '••••••' };
  assert.deepEqual([mask.value(value), mask.hideIn(value)], [shown, shown]);
});

it('the mask for secrets cuts what is too long, too large, or too deep', () => {
  const mask = new SecretMask();
  const limits = { text: 3, members: 4, depth: 2 };
  assert.deepEqual(mask.value(['abcd', [1, [2]], 5, 6, 7], limits), ['abc…', ['…'], 5, 6, '…']);
  assert.deepEqual(mask.value({ a: { b: { c: 1 } } }, limits), { a: { b: '…' } });
});

it('the mask for secrets keeps a member named __proto__ as data', () => {
  const copy = new SecretMask().value(JSON.parse('{"__proto__":{"a":1}}') as unknown);
  assert.equal(JSON.stringify(copy), '{"__proto__":{"a":1}}');
});
