import assert from 'node:assert/strict';
import { decodeText, EncodingError } from '../../../src/util/decodeText.ts';

function bytesOf(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
}

it('the decoder of a text file reads UTF-8 with and without a byte order mark', () => {
  const text = 'a ü € 😀 \ufffd \ufeff';
  assert.deepEqual(decodeText(bytesOf(text)), { text, mark: '' });
  assert.deepEqual(decodeText(bytesOf('\ufeff', text)), { text, mark: '\ufeff' });
  assert.deepEqual(decodeText(new Uint8Array()), { text: '', mark: '' });
});

it('the decoder of a text file names the first byte that is not UTF-8 and its position', () => {
  for (const [bytes, expected] of [
    [bytesOf([0xfc]), 'FC in line 1, column 1'],
    [bytesOf('\ufeff{\n  "name": "Gr', [0xfc, 0xdf], 'e"\n}'), 'FC in line 2, column 14'],
    [bytesOf('a\r\nb\rü😀', [0xe9], 'x'), 'E9 in line 3, column 4'],
    // The first byte of a character of three, at the end of the file.
    [bytesOf('ab', [0xe2, 0x82]), 'E2 in line 1, column 3'],
    [bytesOf('ab', [0xc0, 0x80]), 'C0 in line 1, column 3'],
    [bytesOf('ab', [0xed, 0xa0, 0x80]), 'ED in line 1, column 3'],
    [bytesOf('x'.repeat(100_000), [0xff], '\n'.repeat(100_000)), 'FF in line 1, column 100001'],
  ] as const) {
    const message = `it is not UTF-8 text: the byte ${expected} is invalid; save it as UTF-8`;
    assert.throws(() => decodeText(bytes), { name: 'EncodingError', message });
  }
});

it('the decoder of a text file names UTF-16 in one sentence', () => {
  const little = Buffer.from('\ufeff{"name": "ü"}', 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const [bytes, name] of [
    [little, 'UTF-16 LE'],
    [big, 'UTF-16 BE'],
  ] as const)
    assert.throws(() => decodeText(bytes), new EncodingError(`it is ${name} text; save it as UTF-8`));
});
