import assert from 'node:assert/strict';
import { DIRECT } from '../../../src/client/proxyPolicy.ts';
import { proxyFor } from '../../../src/client/proxyRoute.ts';
import {
  isJson,
  MAX_BODY_BYTES,
  mediaTypeOf,
  notJsonFailure,
  readBody,
  readChunks,
} from '../../../src/client/readBody.ts';
import type { HttpResponse } from '../../../src/client/sendOnce.ts';

function answer(type: string | undefined, body: HttpResponse['body'] = none()): HttpResponse {
  return { status: 200, headers: type === undefined ? {} : { 'content-type': type }, body };
}

async function* none(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new Uint8Array());
}

async function* breaking(error: Error): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Uint8Array.of(1));
  throw error;
}

describe('client/bodies: body of a response', () => {
  it('the body of a response has a media type in lower case without parameters', () => {
    assert.equal(mediaTypeOf(answer(' Text/HTML ; charset=utf-8')), 'text/html');
    assert.equal(mediaTypeOf(answer(undefined)), '');
    assert.ok(isJson(answer('application/problem+JSON')));
    assert.ok(isJson(answer('application/json;charset=utf-8')));
    assert.ok(!isJson(answer('text/json')));
  });

  it('the body of a response is quoted from its start if it is not JSON, with collapsed white space', () => {
    const { failure } = notJsonFailure(answer('text/plain'), Buffer.from(`  a \n\n b${'c'.repeat(500)}`));
    assert.deepEqual(failure, {
      kind: 'notJson',
      status: 200,
      mediaType: 'text/plain',
      excerpt: `a b${'c'.repeat(117)}`,
    });
  });

  it('the body of a response is read up to 32 MiB', async () => {
    assert.equal(MAX_BODY_BYTES, 33_554_432);
    const whole = async function* (size: number): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(new Uint8Array(size));
    };
    assert.equal((await readBody(answer('', whole(MAX_BODY_BYTES)))).length, MAX_BODY_BYTES);
    await assert.rejects(readBody(answer('', whole(MAX_BODY_BYTES + 1))), { message: 'tooLarge' });
  });

  it('the body of a response is read into memory of its stated size, of which at most 1 MiB is reserved', async () => {
    const parts = async function* (): AsyncGenerator<Uint8Array> {
      for (const part of [1, 2, 3]) yield await Promise.resolve(new Uint8Array(100_000).fill(part));
    };
    const read = async (length: string): Promise<Uint8Array> =>
      readBody({ status: 200, headers: { 'content-length': length }, body: parts() });
    const reserved = async (length: string): Promise<number> => (await read(length)).buffer.byteLength;
    assert.equal(await reserved('300000'), 300_000);
    assert.equal(await reserved('999999999999'), 1024 * 1024);
    for (const length of ['300000', '999999999999', '7', '-1', 'many', '']) {
      const bytes = await read(length);
      assert.deepEqual([bytes.length, bytes[0], bytes[100_000], bytes[299_999]], [300_000, 1, 2, 3], length);
    }
  });

  it('the body of a response reports a premature end as such, and keeps every other error', async () => {
    for (const code of [
      'UND_ERR_SOCKET',
      'UND_ERR_ABORTED',
      'ECONNRESET',
      'EPIPE',
      'HPE_INVALID_EOF_STATE',
    ]) {
      const error = Object.assign(new Error('broken'), { code });
      await assert.rejects(readBody(answer('', breaking(error))), { message: 'cutOff', cause: error });
    }
    const other = Object.assign(new Error('other'), { code: 'UND_ERR_BODY_TIMEOUT' });
    const chunks = readChunks(answer('', breaking(other)));
    await chunks.next();
    await assert.rejects(chunks.next(), other);
  });
});

describe('client/bodies: proxy bypass of an address', () => {
  const policy = { ...DIRECT, support: true, proxy: 'http://proxy:8080' };
  const isDirect = (address: string, ...noProxy: readonly string[]): boolean =>
    proxyFor(new URL(address), { ...policy, noProxy }) === undefined;

  it('the proxy bypass of an address applies to an excluded host, domain, or port, and to nothing else', () => {
    assert.ok(isDirect('http://a.example', 'a.example'));
    assert.ok(isDirect('http://b.a.example', '.a.example'));
    assert.ok(isDirect('http://b.a.example', ' *.A.example '));
    assert.ok(isDirect('http://a.example', 'a.example:80'));
    assert.ok(isDirect('https://a.example', 'a.example:443'));
    assert.ok(isDirect('https://a.example:8443', 'a.example:8443'));
    assert.ok(isDirect('https://a.example', '*'));
    assert.ok(!isDirect('http://a.example', 'a.example:443'));
    assert.ok(!isDirect('https://a.example', 'a.example:80'));
    assert.ok(!isDirect('http://ba.example', 'a.example'));
    assert.ok(!isDirect('http://xa.example', 'x*.a.example'));
    assert.ok(!isDirect('http://a.example', '', ' '));
    assert.ok(!isDirect('http://a.example.', '', ' '));
  });
});
