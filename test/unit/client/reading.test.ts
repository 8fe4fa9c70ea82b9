import assert from 'node:assert/strict';
import { readEvents, type ServerEvent } from '../../../src/client/events.ts';
import { ApiError, type Failure } from '../../../src/client/failure.ts';
import { CallFailure } from '../../../src/client/callFailure.ts';
import { toNetworkFailure } from '../../../src/client/networkFailure.ts';
import { readReply } from '../../../src/client/readReply.ts';
import { redactKey, withoutKey } from '../../../src/client/redact.ts';
import { isRetryable, readServerWaitMs } from '../../../src/client/retry.ts';
import { operations } from '../../../src/contract/operations.ts';
import { pngHead } from '../../../src/sandbox/phone/draw/png.ts';

async function* bytes(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(typeof part === 'string' ? Buffer.from(part) : part);
}

async function events(...parts: readonly (string | Uint8Array)[]): Promise<ServerEvent[]> {
  const found: ServerEvent[] = [];
  for await (const event of readEvents(bytes(...parts))) found.push(event);
  return found;
}

describe('client/reading: server-sent events', () => {
  it('server-sent events have a name and data, in one line or several', async () => {
    assert.deepEqual(await events('event: log\ndata: one\ndata:two\n\ndata:  three\n\n'), [
      { event: 'log', data: 'one\ntwo' },
      { event: 'message', data: ' three' },
    ]);
  });

  it('server-sent events are read with any chunks and any line break', async () => {
    const text = 'event: log\r\ndata: é1\r\n\r\ndata: 2\r\rdata: 3\n\n';
    const wanted = [
      { event: 'log', data: 'é1' },
      { event: 'message', data: '2' },
      { event: 'message', data: '3' },
    ];
    assert.deepEqual(await events(text), wanted);
    assert.deepEqual(await events(...Array.from(Buffer.from(text), byte => Uint8Array.of(byte))), wanted);
  });

  it('server-sent events skip comments, other fields, and events without data', async () => {
    assert.deepEqual(await events(': hi\nid: 4\nretry: 5\nevent: empty\n\ndata\n\ndata: 1\ndatax: 2\n\n'), [
      { event: 'message', data: '' },
      { event: 'message', data: '1' },
    ]);
  });

  it('server-sent events are discarded if the stream ends within them', async () => {
    assert.deepEqual(await events('data: 1\n\ndata: 2'), [{ event: 'message', data: '1' }]);
    assert.deepEqual(await events('data: 1\n\ndata: 2\n'), [{ event: 'message', data: '1' }]);
    assert.deepEqual(await events('data: 1\n\r'), [{ event: 'message', data: '1' }]);
    assert.deepEqual(await events(), []);
  });
});

describe('client/reading: network error', () => {
  const coded = (code: string, more: object = {}): Error => Object.assign(new Error(code), { code, ...more });

  const cases: readonly (readonly [code: string, wanted: Failure])[] = [
    ['ECONNREFUSED', { kind: 'connectionRefused' }],
    ['ENOTFOUND', { kind: 'unknownHost', host: 'of this connection' }],
    ['EAI_AGAIN', { kind: 'unknownHost', host: 'of this connection' }],
    ['UND_ERR_CONNECT_TIMEOUT', { kind: 'timeout', ms: 10_000 }],
    ['ETIMEDOUT', { kind: 'timeout', ms: 10_000 }],
    ['UND_ERR_HEADERS_TIMEOUT', { kind: 'timeout', ms: 7 }],
    ['UND_ERR_BODY_TIMEOUT', { kind: 'timeout', ms: 60_000 }],
    ['UND_ERR_HEADERS_OVERFLOW', { kind: 'headersTooLarge', limitBytes: 16_384 }],
    ['ECONNRESET', { kind: 'connectionLost', code: 'ECONNRESET' }],
    ...[
      'CERT_HAS_EXPIRED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'EPROTO',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'HOSTNAME_MISMATCH',
      'UND_ERR_TLS',
    ].map((code): readonly [string, Failure] => [code, { kind: 'tls', code }]),
  ];
  for (const [code, wanted] of cases) {
    it(`a network error with the code ${code} is reported as ${wanted.kind}`, () => {
      assert.deepEqual(toNetworkFailure(coded(code), 7), wanted);
    });
  }

  it('a network error is reported by the code of its causes, or of the first of several addresses', () => {
    const inner = coded('ENOTFOUND', { hostname: 'service.example' });
    const host = { kind: 'unknownHost', host: 'service.example' };
    assert.deepEqual(toNetworkFailure(new Error('fetch failed', { cause: inner })), host);
    assert.deepEqual(toNetworkFailure(new AggregateError([inner, coded('EPROTO')])), host);
    const nested = (depth: number): Error =>
      depth === 0 ? coded('EPROTO') : new Error('outer', { cause: nested(depth - 1) });
    assert.deepEqual(toNetworkFailure(nested(4)), { kind: 'tls', code: 'EPROTO' });
    assert.deepEqual(toNetworkFailure(nested(5)), { kind: 'connectionLost', code: undefined });
  });

  it('a network error without a code is reported as a lost connection', () => {
    for (const error of [new Error('?'), coded(7 as never), 'text', undefined, { code: 'EPROTO' }]) {
      assert.deepEqual(toNetworkFailure(error), { kind: 'connectionLost', code: undefined });
    }
    assert.deepEqual(toNetworkFailure(coded('ENOTFOUND', { hostname: 7 })), {
      kind: 'unknownHost',
      host: 'of this connection',
    });
    assert.deepEqual(toNetworkFailure(coded('UND_ERR_HEADERS_TIMEOUT')), { kind: 'timeout', ms: 60_000 });
  });
});

describe('client/reading: failed call in a log', () => {
  const context = {
    operation: 'listFlows',
    traceId: 'trace',
    retryAfterMs: 5,
    retryable: true,
  } as const;

  const cases: readonly (readonly [failure: Failure, words: string, status?: number])[] = [
    [
      { kind: 'refused', status: 409, body: 'flow', code: 'taken', message: 'It is\n taken.', problems: [] },
      '409 taken It is taken.',
      409,
    ],
    [
      { kind: 'refused', status: 404, body: 'flow', code: undefined, message: 'No.', problems: [] },
      '404 No.',
      404,
    ],
    [
      { kind: 'contract', status: 200, field: 'data.id', expected: 'a UUID', readable: undefined },
      'the reply breaks the contract at data.id: a UUID',
      200,
    ],
    [{ kind: 'invalidRequest', field: 'body.name', problem: 'too long' }, 'body.name: too long'],
    [{ kind: 'notJson', status: 502, mediaType: 'text/html', excerpt: 'Bad' }, 'notJson (502)', 502],
    [{ kind: 'emptyBody', status: 500 }, 'emptyBody (500)', 500],
    [{ kind: 'cutOff', status: 200 }, 'cutOff (200)', 200],
    [{ kind: 'tooLarge', status: 200, limitBytes: 5 }, 'tooLarge (200)', 200],
    [{ kind: 'headersTooLarge', limitBytes: 5 }, 'headersTooLarge'],
    [{ kind: 'redirected', status: 302 }, 'redirected (302)', 302],
    [{ kind: 'connectionRefused' }, 'connectionRefused'],
    [{ kind: 'unknownHost', host: 'h' }, 'unknownHost'],
    [{ kind: 'tls', code: 'EPROTO' }, 'tls'],
    [{ kind: 'timeout', ms: 5 }, 'timeout'],
    [{ kind: 'connectionLost', code: undefined }, 'connectionLost'],
    [{ kind: 'cancelled' }, 'cancelled'],
    [{ kind: 'missingKey' }, 'missingKey'],
  ];
  for (const [failure, words, status] of cases) {
    it(`a failed call in a log says ${words}`, () => {
      const error = new ApiError(failure, context);
      assert.equal(error.message, `listFlows failed: ${words}`);
      assert.equal(error.status, status);
    });
  }

  it('a failed call in a log has the known fields of the call, and its cause if there is one', () => {
    const cause = new Error('why');
    const error = new ApiError({ kind: 'missingKey' }, context, cause);
    assert.equal(error.name, 'ApiError');
    assert.equal(error.cause, cause);
    const { operation, traceId, retryAfterMs, retryable } = error;
    assert.deepEqual({ operation, traceId, retryAfterMs, retryable }, context);
    assert.ok(!('cause' in new ApiError({ kind: 'missingKey' }, context)));
  });
});

describe('client/reading: key that a service repeats', () => {
  it('a key that a service repeats is hidden in texts, literally and URL-encoded', () => {
    assert.equal(withoutKey('a k/y b k/y c k%2Fy', 'k/y'), 'a •••••• b •••••• c ••••••');
    assert.equal(withoutKey('as it is', undefined), 'as it is');
    assert.equal(withoutKey('as it is', ''), 'as it is');
  });

  it('a key that a service repeats is hidden in every text of a failure, which is otherwise unchanged', () => {
    const cause = new Error('why');
    const found = redactKey(
      new CallFailure(
        { kind: 'refused', status: 401, body: 'api', code: 'no KEY', message: 'KEY!', problems: ['a: KEY'] },
        { cause, traceId: 'KEY of t', waitMs: 0 },
      ),
      'KEY',
    );
    assert.deepEqual(found.failure, {
      kind: 'refused',
      status: 401,
      body: 'api',
      code: 'no ••••••',
      message: '••••••!',
      problems: ['a: ••••••'],
    });
    assert.deepEqual([found.cause, found.traceId, found.waitMs], [cause, '•••••• of t', 0]);
    const page: Failure = { kind: 'notJson', status: 502, mediaType: 'text/KEY', excerpt: 'a KEY' };
    const shown = { ...page, mediaType: 'text/••••••', excerpt: 'a ••••••' };
    assert.deepEqual(redactKey(new CallFailure(page), 'KEY').failure, shown);
    const unfit: Failure = { kind: 'contract', status: 200, field: 'a.KEY', expected: 'no KEY', readable: 1 };
    const hidden = { ...unfit, field: 'a.••••••', expected: 'no ••••••' };
    assert.deepEqual(redactKey(new CallFailure(unfit), 'KEY').failure, hidden);
    const plain = redactKey(new CallFailure({ kind: 'missingKey' }), 'KEY');
    assert.deepEqual(
      [plain.failure, plain.traceId, plain.waitMs, plain.cause],
      [{ kind: 'missingKey' }, undefined, undefined, undefined],
    );
    assert.ok(!('cause' in plain));
    const bare = new CallFailure({
      kind: 'refused',
      status: 400,
      body: 'api',
      code: undefined,
      message: 'm',
      problems: [],
    });
    assert.deepEqual(redactKey(bare, 'KEY').failure, bare.failure);
  });
});

describe('client/reading: retryable property of a failed call', () => {
  const may: readonly Failure[] = [
    { kind: 'connectionRefused' },
    { kind: 'connectionLost', code: undefined },
    { kind: 'timeout', ms: 1 },
    { kind: 'cutOff', status: 200 },
    { kind: 'emptyBody', status: 502 },
    { kind: 'notJson', status: 429, mediaType: '', excerpt: '' },
  ];
  const mayNot: readonly Failure[] = [
    { kind: 'tooLarge', status: 503, limitBytes: 1 },
    { kind: 'headersTooLarge', limitBytes: 1 },
    { kind: 'redirected', status: 302 },
    { kind: 'unknownHost', host: 'h' },
    { kind: 'tls', code: 'EPROTO' },
    { kind: 'cancelled' },
    { kind: 'missingKey' },
    { kind: 'contract', status: 200, field: 'f', expected: 'e', readable: undefined },
    { kind: 'invalidRequest', field: 'f', problem: 'p' },
    { kind: 'emptyBody', status: 501 },
    { kind: 'notJson', status: 404, mediaType: '', excerpt: '' },
  ];
  for (const failure of may) {
    it(`the retryable property of a failed call is true for ${failure.kind}`, () =>
      assert.equal(isRetryable(failure, {}), true));
  }
  for (const failure of mayNot) {
    it(`the retryable property of a failed call is false for ${failure.kind}`, () =>
      assert.equal(isRetryable(failure, {}), false));
  }

  it('the retryable property of a failed call follows x-should-retry only for calls that the service refused', () => {
    const gone: Failure = { kind: 'emptyBody', status: 404 };
    const busy: Failure = { kind: 'emptyBody', status: 503 };
    assert.equal(isRetryable(gone, { 'x-should-retry': 'TRUE' }), true);
    assert.equal(isRetryable(busy, { 'x-should-retry': 'False' }), false);
    assert.equal(isRetryable(busy, { 'x-should-retry': 'perhaps' }), true);
    assert.equal(isRetryable({ kind: 'cutOff', status: 200 }, { 'x-should-retry': 'false' }), true);
    assert.equal(isRetryable({ kind: 'cutOff', status: 400 }, { 'x-should-retry': 'false' }), false);
  });

  it('the retryable property of a failed call comes with the wait of the headers; the more precise one is used', () => {
    const now = Date.UTC(2026, 0, 1);
    assert.equal(readServerWaitMs({}, undefined, now), undefined);
    assert.equal(readServerWaitMs({ 'retry-after-ms': '1.5', 'retry-after': '9' }, undefined, now), 1.5);
    assert.equal(readServerWaitMs({ 'retry-after-ms': '0', 'retry-after': '9' }, undefined, now), 0);
    assert.equal(readServerWaitMs({ 'retry-after-ms': '-1', 'retry-after': '9' }, undefined, now), 9000);
    assert.equal(readServerWaitMs({ 'retry-after-ms': 'soon', 'retry-after': '0.5' }, undefined, now), 500);
    assert.equal(
      readServerWaitMs({ 'retry-after': new Date(now + 4000).toUTCString() }, undefined, now),
      4000,
    );
    assert.equal(readServerWaitMs({ 'retry-after': new Date(now - 4000).toUTCString() }, undefined, now), 0);
    assert.equal(readServerWaitMs({ 'retry-after': 'soon' }, undefined, now), undefined);
    assert.equal(readServerWaitMs({ 'retry-after': '' }, undefined, now), undefined);
  });
});

describe('client/reading: response that may be a file of any type', () => {
  const read = (body: AsyncIterable<Uint8Array>, type: string): Promise<unknown> =>
    readReply(operations.getScreenRecordingVideo, { status: 200, headers: { 'content-type': type }, body });

  it('a response that may be a file of any type is its bytes, but no HTML page', async () => {
    const file = Buffer.from([0, 255, 1]);
    for (const type of ['video/mp4', 'application/json', ''])
      assert.deepEqual(await read(bytes(file), type), file);
    await assert.rejects(
      read(bytes(Buffer.from('<h1>')), 'text/html'),
      (error: unknown) => error instanceof CallFailure && error.failure.kind === 'notJson',
    );
  });

  it('a response that may be a file of any type can be larger than other responses, up to a limit', async () => {
    const part = Buffer.alloc(1024 * 1024);
    const parts = async function* (count: number) {
      for (let index = 0; index < count; index++) yield await Promise.resolve(part);
    };
    assert.equal(((await read(parts(64), 'image/apng')) as Uint8Array).length, 64 * part.length);
    await assert.rejects(read(parts(65), 'image/apng'), (error: unknown) => {
      assert.ok(error instanceof CallFailure);
      assert.deepEqual(error.failure, { kind: 'tooLarge', status: 200, limitBytes: 64 * part.length });
      return true;
    });
  });
});

describe('client/reading: response that should be an image or a text', () => {
  const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
  const read = (
    operation: 'takeScreenshot' | 'getDeviceTime',
    body: Uint8Array,
    type: string,
  ): Promise<unknown> =>
    readReply(operations[operation], { status: 200, headers: { 'content-type': type }, body: bytes(body) });

  it('a response that should be an image or a text is no picture that would take gigabytes to decode', async () => {
    const fits = pngHead({ width: 1080, height: 2400 });
    assert.deepEqual(await read('takeScreenshot', fits, 'image/png'), fits);
    await assert.rejects(
      read('takeScreenshot', pngHead({ width: 16_000, height: 16_000 }), 'image/png'),
      (error: unknown) =>
        error instanceof CallFailure &&
        error.failure.kind === 'contract' &&
        error.failure.expected === 'is a picture of 16000 × 16000 pixels, more than can be shown',
    );
  });

  it('a response that should be an image or a text is an image only if every byte of its signature matches', async () => {
    assert.deepEqual(await read('takeScreenshot', PNG, 'image/png'), PNG);
    for (const index of PNG.keys()) {
      if (index === PNG.length - 1) continue;
      const other = Buffer.from(PNG);
      other[index] = 0x20;
      await assert.rejects(read('takeScreenshot', other, 'image/png'), (error: unknown) => {
        assert(error instanceof CallFailure);
        const { failure } = error;
        assert.deepEqual(failure, {
          kind: 'contract',
          status: 200,
          field: 'body',
          expected: 'is not a PNG picture',
          readable: undefined,
        });
        return true;
      });
    }
  });
});
