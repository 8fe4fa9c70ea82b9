import assert from 'node:assert/strict';
import { isSecretField, isSecretName, looksSecret, withoutSecrets } from '../../../src/util/secrets.ts';

/** Each name with the rules that it meets: it looks secret, is a secret field of a record, or says that it is secret. */
const NAMES: readonly (readonly [name: string, rules: string])[] = [
  ['password', 'looks says'],
  ['passcode', 'looks says'],
  ['secret', 'looks field says'],
  ['apiKey', 'looks field says'],
  ['Authorization', 'looks field says'],
  ['credentials', 'looks field says'],
  ['streamToken', 'looks field says'],
  ['accessToken', 'looks says'],
  ['access_token', 'looks says'],
  ['api_key', 'looks says'],
  ['clientSecret', 'looks says'],
  ['set-cookie', 'looks says'],
  ['otp', 'looks says'],
  ['pin', 'looks says'],
  ['userPin', 'looks'],
  ['cvv', 'looks'],
  ['iban', 'looks'],
  ['privateKey', 'looks'],
  ['tokenCount', 'looks'],
  ['passwordField', 'looks'],
  ['streamUrl', 'field'],
  ['checkoutUrl', 'field'],
  ['redirectUrl', 'field'],
  ['code', ''],
  ['name', ''],
  ['spinner', ''],
  ['keyword', ''],
  ['pinned', ''],
  ['total', ''],
];

describe('the name of a property', () => {
  for (const [name, rules] of NAMES)
    it(`“${name}” ${rules === '' ? 'is no secret' : `is secret: ${rules}`}`, () => {
      const met = [
        ...(looksSecret(name) ? ['looks'] : []),
        ...(isSecretField(name) ? ['field'] : []),
        ...(isSecretName(name) ? ['says'] : []),
      ];
      assert.equal(met.join(' '), rules);
    });
});

describe('a record without secrets', () => {
  it('hides the values of secret fields at any depth and keeps the others', () => {
    const record = {
      id: 'one',
      streamToken: 'canary',
      streamUrl: null,
      items: [{ secret: 'canary', name: 'kept' }],
    };
    const shown = withoutSecrets(record);
    assert.deepEqual(shown, {
      id: 'one',
      streamToken: '••••••',
      streamUrl: null,
      items: [{ secret: '••••••', name: 'kept' }],
    });
    assert.doesNotMatch(JSON.stringify(shown), /canary/);
  });
});
