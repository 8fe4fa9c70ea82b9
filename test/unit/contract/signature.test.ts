import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { deliveryHeaders, sign, verify } from '../../../src/contract/signature.ts';

const utf8 = new TextEncoder();

/** The signature by another implementation than the one under test. */
function expected(secret: string, timestamp: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
}

function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const at = Math.floor(bit / 8) % copy.length;
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8));
  return copy;
}

function flipText(text: string, bit: number): string {
  const ascii = flipBit(utf8.encode(text), Math.floor(bit / 7) * 8 + (bit % 7));
  return String.fromCharCode(...ascii);
}

const asciiText = fc.stringMatching(/^[abcXYZ019_:-]{1,40}$/);
const bytes = fc.uint8Array({ maxLength: 200 });

describe('contract/signature: signature of a delivery', () => {
  const secret = 'whsec_sample';
  const timestamp = '1760000000';
  const body = utf8.encode('{"type":"webhook.test"}');
  const mac = expected(secret, timestamp, body);

  const vectors: [name: string, secret: string, timestamp: string, body: Uint8Array][] = [
    ['JSON', secret, timestamp, body],
    ['an empty body', secret, timestamp, new Uint8Array()],
    ['bytes that are not UTF-8', secret, timestamp, Uint8Array.of(0xff, 0xfe, 0xc3, 0x28, 0x00, 0x80)],
    ['a byte order mark', secret, timestamp, Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d)],
    ['an ISO timestamp', secret, '2026-03-01T10:00:00Z', body],
    ['a secret with non-ASCII characters', 'geheim-ü-鍵-🔑', timestamp, body],
    ['a secret longer than a hash block', 'k'.repeat(200), timestamp, body],
  ];
  for (const [name, key, time, content] of vectors) {
    it(`the signature of a delivery is HMAC-SHA256 in lower-case hex for ${name}`, async () => {
      const hex = expected(key, time, content).toString('hex');
      assert.equal(await sign(key, time, content), hex);
      assert.equal(await verify(key, time, content, hex), true);
    });
  }

  it('the signature of a delivery matches a value computed by openssl', async () => {
    assert.equal(
      await sign('key', '1', utf8.encode('body')),
      '91b5374b153842ad05b2c4eab9349b8321b14703165bd3fb8b034dfb8be98ae5',
    );
  });

  const spellings: [name: string, text: string][] = [
    ['lower-case hex', mac.toString('hex')],
    ['upper-case hex', mac.toString('hex').toUpperCase()],
    ['hex after sha256=', `sha256=${mac.toString('hex')}`],
    ['hex after v1=', `v1=${mac.toString('hex')}`],
    ['base64', mac.toString('base64')],
    ['base64 after sha256=', `sha256=${mac.toString('base64')}`],
    ['base64 after v1=', `v1=${mac.toString('base64')}`],
    ['base64 without padding', mac.toString('base64').replace(/=+$/, '')],
    ['base64url', mac.toString('base64url')],
    ['hex between spaces', ` ${mac.toString('hex')} `],
  ];
  for (const [name, text] of spellings) {
    it(`the signature of a delivery is accepted as ${name}`, async () => {
      assert.equal(await verify(secret, timestamp, body, text), true);
    });
  }

  const refused: [name: string, text: string][] = [
    ['an empty string', ''],
    ['only a prefix', 'sha256='],
    ['hex one digit too short', mac.toString('hex').slice(0, -1)],
    ['hex one digit too long', `${mac.toString('hex')}0`],
    ['hex of half the bytes', mac.toString('hex').slice(0, 32)],
    ['hex with an invalid letter', `g${mac.toString('hex').slice(1)}`],
    ['base64 one character too short', mac.toString('base64').slice(0, 42)],
    ['base64 of too many bytes', Buffer.concat([mac, mac]).toString('base64')],
    ['an unknown prefix', `md5=${mac.toString('hex')}`],
    ['two signatures in one', `${mac.toString('hex')},${mac.toString('hex')}`],
    ['the right length but all zero', '0'.repeat(64)],
  ];
  for (const [name, text] of refused) {
    it(`the signature of a delivery is refused without an exception as ${name}`, async () => {
      assert.equal(await verify(secret, timestamp, body, text), false);
    });
  }

  it('the signature of a delivery covers the received bytes, not the parsed JSON', async () => {
    const spaced = utf8.encode('{ "type": "webhook.test" }');
    assert.equal(await verify(secret, timestamp, spaced, mac.toString('hex')), false);
  });

  it('the signature of a delivery separates the timestamp from the body', async () => {
    const moved = await sign(secret, '17', utf8.encode('6.x'));
    assert.equal(await verify(secret, '176', utf8.encode('.x'), moved), false);
  });

  it('the signature of a delivery matches another implementation for any secret, timestamp, and body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string(), bytes, async (key, time, content) => {
        const mac = expected(key, time, content);
        assert.equal(await sign(key, time, content), mac.toString('hex'));
        assert.equal(await verify(key, time, content, mac.toString('base64url')), true);
      }),
    );
  });

  it('the signature of a delivery is invalid if a single bit of secret, timestamp, body, or signature is flipped', async () => {
    const content = fc.uint8Array({ minLength: 1, maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(asciiText, asciiText, content, fc.nat(1000), async (key, time, bytes, bit) => {
        const hex = await sign(key, time, bytes);
        const other = Buffer.from(flipBit(Buffer.from(hex, 'hex'), bit)).toString('hex');
        const keyBit = bit % (key.length * 7);
        const timeBit = bit % (time.length * 7);
        assert.equal(await verify(flipText(key, keyBit), time, bytes, hex), false, 'secret');
        assert.equal(await verify(key, flipText(time, timeBit), bytes, hex), false, 'timestamp');
        assert.equal(await verify(key, time, flipBit(bytes, bit), hex), false, 'body');
        assert.equal(await verify(key, time, bytes, other), false, 'signature');
      }),
    );
  });
});

describe('contract/signature: headers of a delivery', () => {
  it('the headers of a delivery have the prefix of the connection', () => {
    assert.deepEqual(deliveryHeaders('Acme'), {
      timestamp: 'X-Acme-Timestamp',
      signature: 'X-Acme-Signature',
      event: 'X-Acme-Event',
      eventId: 'X-Acme-Event-Id',
      deliveryId: 'X-Acme-Delivery-Id',
      attempt: 'X-Acme-Attempt',
    });
  });
});
