import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { bodyVariants } from '../../../src/webhooks/bodyVariants.ts';
import { type SignatureCause, diagnose } from '../../../src/webhooks/signatureDiagnosis.ts';

const secret = 'whsec_canary-of-the-diagnosis';
const now = 1_760_000_000_000;
const seconds = '1760000000';
const original = '{"type":"webhook.test","data":{"url":"https://example.com/a","name":"Zoë","empty":[]}}';
const value = JSON.parse(original) as Record<string, unknown>;

function hex(key: string, timestamp: string, body: string | Uint8Array, hash = 'sha256'): string {
  return createHmac(hash, key).update(`${timestamp}.`).update(body).digest('hex');
}

interface Pasted {
  key?: string;
  timestamp?: string;
  body?: string;
  signature?: string;
  headers?: [string, string][];
  headerPrefix?: string;
  at?: number;
}

async function judge(
  pasted: Pasted,
): Promise<{ cause: SignatureCause; isGenuine: boolean; explanation: string }> {
  const { key = secret, timestamp = seconds, body = original, at = now } = pasted;
  const { signature = hex(secret, seconds, original) } = pasted;
  const headers = pasted.headers ?? [
    ['X-Service-Timestamp', timestamp],
    ['X-Service-Signature', signature],
  ];
  const { headerPrefix } = pasted;
  const delivery = { headers, headerPrefix, body: new TextEncoder().encode(body) };
  const verdict = await diagnose(delivery, key, at);
  assert.equal(JSON.stringify(verdict).includes('canary'), false, 'the verdict holds the secret');
  return verdict;
}

const rightOne: [string, string] = ['X-Service-Signature', hex(secret, seconds, original)];
const pythonBody = original.replaceAll(/([,:])(?!\/)/g, '$1 ');

const table: [name: string, pasted: Pasted, cause: SignatureCause, says: RegExp][] = [
  ['a valid signature', {}, 'right', /is right\.$/],
  ['an old timestamp', { at: now + 3_600_000 }, 'clock', /3600 s behind/],
  ['a timestamp in the future', { at: now - 400_000 }, 'clock', /400 s ahead of/],
  [
    'an invalid timestamp',
    { timestamp: 'soon', signature: hex(secret, 'soon', original) },
    'clock',
    /no time/,
  ],
  ['no timestamp', { headers: [rightOne] }, 'noTimestamp', /-Timestamp/],
  ['no signature', { headers: [['x-service-timestamp', seconds]] }, 'noSignature', /-Signature/],
  ['another secret', { key: 'whsec_other' }, 'secret', /not the secret/],
  ['another payload', { body: original.replace('test', 'tent') }, 'secret', /altered/],
  ['SHA-1', { signature: hex(secret, seconds, original, 'sha1') }, 'encoding', /SHA-1;/],
  ['SHA-512', { signature: hex(secret, seconds, original, 'sha512') }, 'encoding', /SHA-512;/],
  [
    'a signature truncated to 40 digits',
    { signature: hex(secret, seconds, original).slice(0, 40) },
    'encoding',
    /40 hex.* Copy all of it\. If this is all of it, it was made with SHA-1/,
  ],
  ['half of a signature', { signature: hex(secret, seconds, original).slice(0, 32) }, 'encoding', /32 hex/],
  ['an unknown prefix', { signature: `md5=${hex(secret, seconds, original)}` }, 'encoding', /neither/],
  [
    'a signature in another header',
    {
      headers: [
        ['X-Service-Timestamp', seconds],
        ['X-Old-Signature', '0'.repeat(64)],
        ['X-New', rightOne[1]],
      ],
    },
    'header',
    /in the header X-New\./,
  ],
  [
    'a timestamp added by a gateway',
    { headers: [['X-Gateway-Request-Timestamp', '7'], ['X-Service-Timestamp', seconds], rightOne] },
    'right',
    /is right\.$/,
  ],
  [
    'another body with headers of a gateway',
    {
      body: `${original}\n`,
      headers: [
        ['X-Gateway-Timestamp', '7'],
        ['X-Gateway-Signature', '0'.repeat(64)],
        ['X-Service-Timestamp', seconds],
        rightOne,
      ],
      headerPrefix: 'Service',
    },
    'body',
    /line end was added/,
  ],
  ['white space around the secret', { key: ` ${secret}\n` }, 'secretForm', /white space/],
  ['quotes around the secret', { key: `"${secret}"` }, 'secretForm', /quotes/],
  ['a secret without its prefix', { key: secret.replace('whsec_', '') }, 'secretForm', /with the prefix/],
  [
    'a duplicate prefix',
    { signature: hex('canary', seconds, original), key: 'whsec_canary' },
    'secretForm',
    /without its prefix/,
  ],
  ['an added line ending', { body: `${original}\n` }, 'body', /line end was added/],
  [
    'a removed line ending',
    { signature: hex(secret, seconds, `${original}\n`) },
    'body',
    /line end .* removed/,
  ],
  ['an added byte order mark', { body: `\uFEFF${original}` }, 'body', /byte order mark was put/],
  [
    'a removed byte order mark',
    { signature: hex(secret, seconds, `\uFEFF${original}`) },
    'body',
    /mark before it was removed/,
  ],
  ['LF converted to CRLF', { body: 'a\r\nb', signature: hex(secret, seconds, 'a\nb') }, 'body', /LF to CRLF/],
  ['CRLF converted to LF', { body: 'a\nb', signature: hex(secret, seconds, 'a\r\nb') }, 'body', /CRLF to LF/],
  ['surrounding white space', { body: `  ${original} \n` }, 'body', /white space|reformatted/],
  ['indented JSON', { body: JSON.stringify(value, undefined, 2) }, 'body', /signed without spaces/],
  [
    'compacted JSON',
    { signature: hex(secret, seconds, JSON.stringify(value, undefined, 4)) },
    'body',
    /four spaces/,
  ],
  [
    'removed tabs',
    { signature: hex(secret, seconds, JSON.stringify(value, undefined, '\t')) },
    'body',
    /tabs/,
  ],
  ['spaced JSON compacted', { signature: hex(secret, seconds, pythonBody) }, 'body', /a space after commas/],
  [
    'unescaped characters',
    { signature: hex(secret, seconds, original.replace('ë', '\\u00eb')) },
    'body',
    /ASCII escaped/,
  ],
  [
    'unescaped slashes',
    { signature: hex(secret, seconds, original.replaceAll('/', '\\/')) },
    'body',
    /slashes escaped/,
  ],
  [
    'keys in another order',
    { body: '{"b":1,"a":2}', signature: hex(secret, seconds, '{"a":2,"b":1}') },
    'body',
    /keys sorted/,
  ],
  ...(
    [
      ['Go', '{"q":"a<b>&c"}', String.raw`{"q":"a\u003cb\u003e\u0026c"}`, /by Go/],
      ['Gson', `{"q":"a='b'"}`, String.raw`{"q":"a\u003d\u0027b\u0027"}`, /by Gson/],
      [
        '.NET',
        `{"q":"+1 \\"é\\" <a>"}`,
        String.raw`{"q":"\u002B1 \u0022\u00E9\u0022 \u003Ca\u003E"}`,
        /by \.NET/,
      ],
      ['PHP', '{"q":"é/<"}', String.raw`{"q":"\u00e9\/<"}`, /slashes and other characters/],
      ['Ruby', '{"q":"\u2028<"}', String.raw`{"q":"\u2028\u003c"}`, /Ruby/],
      ['a text kept as it is', '{\n"q":"\\u003C\\/"}', String.raw`{"q":"\u003C\/"}`, /texts as they are/],
      ['two decimals', '{"price":19.9,"count":3}', '{"price":19.90,"count":3}', /two decimals in fractions/],
      ['.0', '{"a":1,"b":"x"}', '{"a":1.0,"b":"x"}', /\.0 after whole numbers/],
      ['one .0', '{"a":1,"b":2}', '{"a":1.0,"b":2}', /other decimals/],
      [
        'digits',
        '{ "id": 12345678901234567891, "price": 19.90 }',
        '{"id":12345678901234567891,"price":19.90}',
        /without/,
      ],
      ['an exponent', '{"a":1e+21}', '{"a":1000000000000000000000}', /without exponents/],
      ['short numbers', '{"a":1.0,"b":2.50}', '{"a":1,"b":2.5}', /as JavaScript/],
      ['an order', '{"a":1,"b":2,"c":3}', '{"c":3,"a":1,"b":2}', /keys in another order/],
      ['composed characters', '"e\u0301"', '"\u00e9"', /form NFC/],
      ['a misread charset', '{"name":"ZoÃ«"}', '{"name":"Zoë"}', /read as Windows-1252/],
      [
        'lost digits',
        '{"id":12345678901234567000}',
        '{"id":12345678901234567891}',
        /last digits were probably lost/,
      ],
      ['lost characters', '{"name":"Zo\ufffd"}', '{"name":"Zoë"}', /has the character U\+FFFD/],
    ] as const
  ).map(([name, body, signed, says]): (typeof table)[number] => [
    `JSON that was signed with ${name}`,
    { body, signature: hex(secret, seconds, signed) },
    'body',
    says,
  ]),
  [
    'seconds instead of milliseconds',
    { signature: hex(secret, `${now}`, original) },
    'timestamp',
    /in milliseconds/,
  ],
  ['milliseconds instead of seconds', { timestamp: `${now}` }, 'timestamp', /in seconds/],
  ['ISO instead of seconds', { timestamp: new Date(now).toISOString() }, 'timestamp', /in seconds/],
  [
    'a timestamp of a later attempt',
    { timestamp: '1760000120' },
    'timestamp',
    /another delivery or attempt, 120 s earlier/,
  ],
  ['a timestamp of an earlier one', { timestamp: '1759999995' }, 'timestamp', /5 s later/],
];

describe('webhooks/signatureDiagnosis', () => {
  for (const [name, pasted, cause, says] of table) {
    it(`the diagnosis of a signature finds ${cause} for ${name}`, async () => {
      const verdict = await judge(pasted);
      assert.equal(verdict.cause, cause);
      assert.match(verdict.explanation, says);
      assert.equal(verdict.isGenuine, cause === 'right' || cause === 'clock');
    });
  }

  it('the diagnosis of a signature finds a body that was converted to Latin-1', async () => {
    const headers: [string, string][] = [
      ['a-timestamp', seconds],
      ['a-signature', rightOne[1]],
    ];
    const verdict = await diagnose({ headers, body: Buffer.from(original, 'latin1') }, secret, now);
    assert.equal(verdict.cause, 'body');
    assert.match(verdict.explanation, /changed from UTF-8 to Windows-1252/);
  });

  it('the diagnosis of a signature accepts every valid signature of its body, and finds a body that was reformatted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.jsonValue(), async (key, json) => {
        const body = JSON.stringify(json);
        const signature = hex(key, seconds, body);
        const headers: [string, string][] = [
          ['a-timestamp', seconds],
          ['a-signature', signature],
        ];
        const right = await diagnose({ headers, body: Buffer.from(body) }, key, now);
        assert.equal(right.cause, 'right');
        const indented = JSON.stringify(JSON.parse(body), undefined, 3);
        if (indented === body || JSON.stringify(JSON.parse(body)) !== body) return;
        const changed = await diagnose({ headers, body: Buffer.from(indented) }, key, now);
        assert.equal(changed.cause, 'body');
      }),
      { numRuns: 60 },
    );
  });

  it('the diagnosis of a signature writes no JSON anew that indentation makes much larger', () => {
    const rewritten = (body: string): number =>
      [...bodyVariants(Buffer.from(body))].filter(({ change }) => change.includes('reformatted')).length;
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    assert.ok(rewritten(`[${nested(31)},"${'0'.repeat(60_000)}"]`) > 0);
    assert.equal(rewritten(nested(33)), 0);
    assert.equal(rewritten(JSON.stringify('0'.repeat(65_536))), 0);
  });

  it('the diagnosis of a signature accepts a body that is not UTF-8', async () => {
    const body = Uint8Array.of(0xff, 0xfe, 0x00);
    const headers: [string, string][] = [
      ['a-timestamp', seconds],
      ['a-signature', hex('k', seconds, body)],
    ];
    assert.equal((await diagnose({ headers, body }, 'k', now)).cause, 'right');
    assert.equal((await diagnose({ headers, body }, 'other', now)).cause, 'secret');
  });
});
