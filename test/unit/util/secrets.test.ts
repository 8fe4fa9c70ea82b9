import assert from 'node:assert/strict';
import { isSecretName } from '../../../src/util/secretNames.ts';
import { hideSecretsInText, hideSecretsIn, namedSecrets } from '../../../src/util/secretText.ts';
import { withoutSecrets } from '../../../src/util/secrets.ts';

const SECRET = `
  X-Auth-Token X-Gitlab-Token X-Vault-Token Proxy-Authorization Authorization Cookie Set-Cookie X-Api-Key xapikey
  api-key apiKey APIKey api_key private_key privateKey accessKey client-secret clientSecret secretAccessKey
  aws_secret_access_key Ocp-Apim-Subscription-Key x-functions-key X-Hub-Signature-256 access_token accessToken refreshToken
  idToken tokens streamToken password PASSWORD password2 newPassword passwordConfirmation passphrase passcode DB_PASS pwd
  otp otpCode verificationCode pin userPin cvv iban ssn secret credentials credential basicAuth proxyAuth sessionId
  Passwort contraseña пароль`;
const HARMLESS = `
  key keyboard keyCode keyword publicKey accessKeyId hotkey monkey code versionCode statusCode name spinner spin pinned
  pinch opinion total tokenCount tokenType tokenUrl pageToken nextPageToken passwordField secretName credentialId compass
  bypass author authority authType authorizationUrl authenticated cookieConsent chatSessionId idempotencyKey path shipping`;

describe('util/secrets: name of a value', () => {
  for (const name of SECRET.trim().split(/\s+/))
    it(`the name “${name}” says that its value is a secret`, () => assert.equal(isSecretName(name), true));
  for (const name of HARMLESS.trim().split(/\s+/))
    it(`the name “${name}” does not say that its value is a secret`, () =>
      assert.equal(isSecretName(name), false));
});

/** Texts with their secrets hidden. */
const TEXTS: Readonly<Record<string, string>> = {
  'https://ada:p@ss@host/x?access_token=abc&x=1#token=z1':
    'https://ada:••••••@host/x?access_token=••••••&x=1#token=••••••',
  'postgres://user:pw1234@db:5432/x': 'postgres://user:••••••@db:5432/x',
  'ada:pw12345@10.0.0.1:8080': 'ada:••••••@10.0.0.1:8080',
  'https://0123456789abcdef0@host/x': 'https://••••••@host/x',
  'https://h/?key=abcd&sig=a%20d&signature=x&sas=y&q=key':
    'https://h/?key=••••••&sig=••••••&signature=••••••&sas=••••••&q=key',
  'grant=1&client_secret=abc&x=2': 'grant=1&client_secret=••••••&x=2',
  'theme=dark; sessionid=xyz123; b=2': 'theme=dark; sessionid=••••••; b=2',
  'Cookie: a=b; s=xyz123\nAccept: */*': 'Cookie: ••••••\nAccept: */*',
  'curl -H "Cookie: a=b; s=xyz123" https://h': 'curl -H "Cookie: ••••••" https://h',
  'X-Auth-Token: abcdefgh\nAccept: text/html': 'X-Auth-Token: ••••••\nAccept: text/html',
  'curl -H "Authorization: Bearer abc.def" https://h': 'curl -H "Authorization: Bearer ••••••" https://h',
  'sent Bearer abc123.def to it': 'sent Bearer •••••• to it',
  'note="password: hunter22"; a=pin=4711': 'note="password: ••••••"; a=pin=••••••',
  'password="hun ter2" x': 'password="••••••" x',
  '\\"password\\": \\"abc def\\"': '\\"password\\": \\"••••••\\"',
  '{"password":"x\\"y","list":[{"name":"X-Api-Key","value":"v"}]}':
    '{"password":"••••••","list":[{"name":"X-Api-Key","value":"••••••"}]}',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- x': '•••••• x',
  'Step “Call https://h/?api_key=abcd” failed': 'Step “Call https://h/?api_key=••••••” failed',
  'the element “password=abcd” to be “Authorization: Bearer abc.def”, but':
    'the element “password=••••••” to be “Authorization: Bearer ••••••”, but',
  'password=ab”cd”ef': 'password=••••••',
  'id eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln end': 'id •••••• end',
};
const KEPT: readonly string[] = [
  'mailto:ada@example.com',
  'https://git@host/x',
  '(//android.widget.TextView[@text="Go"])[2]',
  'https://h/p?page=3&q=password#section=2',
  'Authorization: Bearer {{credentials.shop.token}}',
  'https://{{credentials.shop.user}}:{{credentials.shop.password}}@host/?token={{steps[0].output.token}}',
  'password={{event.payload.password}}',
  'The password: must be a text.',
  'Basic authentication is on. Enter your password',
  'time 12:30:45 user@host',
  '{"keyCode":4,"key":"enter","tokens":512}',
];

describe('util/secrets: text', () => {
  for (const [text, shown] of Object.entries(TEXTS))
    it(`a text such as ${JSON.stringify(text)} is shown without its secrets`, () =>
      assert.equal(hideSecretsInText(text), shown));
  for (const text of KEPT)
    it(`a text such as ${JSON.stringify(text)} is shown as it is`, () =>
      assert.equal(hideSecretsInText(text), text));

  it('a text of two megabytes is searched in a time that is proportional to its length', () => {
    const parts = [
      'password',
      'a:',
      '"',
      '//',
      'a=',
      'password:"',
      'password: ',
      'eyJaaaaaaaa.',
      '{{a',
      'Bearer ',
      '&token=',
    ];
    const timeOf = (length: number): number => {
      const started = process.cpuUsage();
      for (const part of parts) hideSecretsInText(`${part.repeat(length / part.length)}@`);
      const { user, system } = process.cpuUsage(started);
      return user + system;
    };
    timeOf(20_000);
    // A search in quadratic time would take a hundred times as long.
    const [short, long] = [timeOf(200_000), timeOf(2_000_000)];
    assert.ok(long < 40 * short, `${long / 1000} ms for ten times the text of ${short / 1000} ms`);
  });
});

describe('util/secrets: value', () => {
  it('a value is shown without the secrets of members, pairs, and addresses', () => {
    const shown = hideSecretsIn({
      headers: [
        ['X-Auth-Token', 'canary'],
        ['Accept', 'kept'],
      ],
      fields: [
        { name: 'password', value: 'canary' },
        { key: 'user', value: 'kept' },
      ],
      auth: { type: 'kept', user: 'kept', password: 'canary' },
      credentials: { shop: 'canary', more: ['canary', 4711] },
      url: 'https://host/?token=canary',
      tokens: 512,
    });
    assert.doesNotMatch(JSON.stringify(shown), /canary|4711/);
    assert.equal(JSON.stringify(shown).match(/kept/g)?.length, 4);
    assert.match(JSON.stringify(shown), /"tokens":512/);
  });

  it('a value tells its secrets, also in the form in which an address does not encode them', () => {
    const found = namedSecrets({ url: 'https://host/?token=a%20b', body: '{"password":"c\\u0064"}' });
    assert.deepEqual(found, ['a%20b', 'a b', 'cd']);
  });
});

describe('util/secrets: record without secrets', () => {
  it('a record without secrets hides the values of secret fields at any depth and keeps the others', () => {
    const record = {
      id: 'one',
      streamToken: 'canary',
      streamUrl: null,
      checkoutUrl: 'https://host/canary',
      items: [{ secret: 'canary', name: 'kept' }],
    };
    assert.deepEqual(withoutSecrets(record), {
      id: 'one',
      streamToken: '••••••',
      streamUrl: null,
      checkoutUrl: '••••••',
      items: [{ secret: '••••••', name: 'kept' }],
    });
  });
});
