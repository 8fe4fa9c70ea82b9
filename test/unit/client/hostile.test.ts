import assert from 'node:assert/strict';
import { maxHeaderSize } from 'node:http';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import * as z from 'zod';
import { type Client, createClient } from '../../../src/client/client.ts';
import { createDispatcher } from '../../../src/client/dispatcher.ts';
import { MAX_EVENT_LENGTH, MAX_STREAM_LENGTH } from '../../../src/client/events.ts';
import { collect, MAX_PAGES, pages } from '../../../src/client/pages.ts';
import { DIRECT } from '../../../src/client/proxyPolicy.ts';
import { MAX_BODY_BYTES } from '../../../src/client/readBody.ts';
import { MAX_LEVELS, MAX_VALUES } from '../../../src/client/readReply.ts';
import { ACTION, actions, FaultyServer } from '../../support/faultyServer.ts';
import * as hostile from '../../support/hostileReplies.ts';
import { failureOf } from '../../support/mockService.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const KEY = 'canary-key';
const MIB = 1024 * 1024;

// The default quality takes seconds for a body of the largest size.
function compressFast(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

describe('client/hostile', () => {
  let server: FaultyServer;
  let dispatcher: Dispatcher;
  let client: Client;

  before(async () => {
    server = await new FaultyServer().start();
    dispatcher = createDispatcher(DIRECT);
    const { baseUrl } = server;
    const wait = (): Promise<void> => Promise.resolve();
    client = createClient({ baseUrl, dispatcher, wait, key: () => Promise.resolve(KEY) });
  });

  beforeEach(() => {
    server.requests.length = 0;
  });

  after(async () => {
    await dispatcher.destroy();
    await server.stop();
  });

  async function contractFailure(): Promise<{ field: string; expected: string; readable: unknown }> {
    const { failure } = await failureOf(client.listActions({}));
    assert(failure.kind === 'contract');
    const { field, expected, readable } = failure;
    return { field, expected, readable };
  }

  for (const entry of ['1', '{}', '{"id":1,"params":[]}']) {
    it(`the client of a hostile service reports at most a hundred of its invalid entries, such as ${entry}`, async () => {
      server.answer = hostile.answerJson(hostile.pageOf(entry, MIB / 8));
      const error = await failureOf(client.listActions({}));
      assert.equal(error.failure.kind, 'contract');
      assert(error.cause instanceof z.ZodError);
      assert.equal(error.cause.issues.length, 100);
      assert.equal(server.requests.length, 1);
    });
  }

  it('the client of a hostile service returns the valid entry among thousands of invalid ones', async () => {
    const wrong = hostile.pageOf('{}', MIB / 4).toString();
    server.answer = hostile.answerJson(Buffer.from(wrong.replace('[', `[${JSON.stringify(ACTION)},`)));
    const { field, readable } = await contractFailure();
    assert.equal(field, 'items.1.id');
    assert.deepEqual((readable as { items: unknown }).items, [ACTION]);
  });

  it('the client of a hostile service does not read a body with too many values or bytes', async () => {
    server.answer = hostile.answerJson(hostile.pageOf('1', MAX_BODY_BYTES - 1_000));
    const { field, expected } = await contractFailure();
    assert.deepEqual([field, expected], ['body', `has more than ${MAX_VALUES} values`]);
    server.answer = hostile.answerJson(hostile.pageOfTexts(MAX_BODY_BYTES - 1_000));
    assert.equal((await contractFailure()).field, 'items.0');
    assert.equal(server.requests.length, 2);
  });

  it('the client of a hostile service does not read a body nested deeper than any record, and does not retry', async () => {
    for (const levels of [MAX_LEVELS, 100_000]) {
      server.answer = hostile.answerJson(hostile.nestedPage(levels));
      const { field, expected } = await contractFailure();
      assert.deepEqual([field, expected], ['body', `is nested deeper than ${MAX_LEVELS} levels`]);
    }
    assert.equal(server.requests.length, 2);
    server.answer = hostile.answerJson(hostile.nestedPage(MAX_LEVELS - 10));
    assert.equal((await client.listActions({})).value.items?.length, 1);
  });

  it('the client of a hostile service does not count brackets within strings as nesting', async () => {
    const name = '["\\{'.repeat(1_000);
    server.answer = actions({ ...ACTION, name });
    assert.equal((await client.listActions({})).value.items?.[0]?.name, name);
  });

  it('the client of a hostile service limits the texts and problems of a refusal, whatever the error body', async () => {
    const errors = Array.from({ length: 1_000 }, () => ({ location: 'x', message: 'y'.repeat(100) }));
    const body = { title: 'z'.repeat(MIB), errors };
    server.answer = hostile.answerJson(Buffer.from(JSON.stringify(body)), 400);
    const { failure } = await failureOf(client.getLocation({ params: { deviceId: ID } }));
    assert(failure.kind === 'refused');
    assert.equal(failure.problems.length, 100);
    assert.ok(failure.message.length <= 2_000);
    server.answer = hostile.answerJson(hostile.errorOf(100_000), 400);
    assert.equal((await failureOf(client.listActions({}))).failure.kind, 'notJson');
  });

  it('the client of a hostile service reads bodies that arrive in the smallest parts', async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (const byte of hostile.pageOf(JSON.stringify(ACTION), 20_000)) response.write(Uint8Array.of(byte));
      response.end();
    };
    assert.ok((await client.listActions({})).value.items!.length > 50);
  });

  it('the client of a hostile service reads at most a thousand pages of a list without an end', async () => {
    server.answer = hostile.endlessPages(page => ({ ...ACTION, name: String(page) }));
    await assert.rejects(
      collect(pages(client.listActions, {}), Infinity),
      /more than 1000 pages\. Reading stopped\.$/,
    );
    assert.equal(server.requests.length, MAX_PAGES);
  });

  it('the client of a hostile service stops at a page that is repeated under new numbers', async () => {
    server.answer = hostile.endlessPages(() => ACTION);
    assert.equal((await collect(pages(client.listActions, {}), Infinity)).length, 1);
    assert.equal(server.requests.length, 2);
  });

  const streams: readonly (readonly [what: string, part: string, limitBytes: number])[] = [
    ['a line without end', 'x'.repeat(10_000), MAX_EVENT_LENGTH],
    ['an event without end', `data: ${'x'.repeat(100)}\n`, MAX_EVENT_LENGTH],
    ['comments without end', ': a comment\n', MAX_EVENT_LENGTH],
    ['events without end', `data: ${'x'.repeat(10_000)}\n\n`, MAX_STREAM_LENGTH],
  ];
  for (const [what, part, limitBytes] of streams) {
    it(`the client of a hostile service stops reading a stream of ${what}`, async () => {
      server.answer = hostile.endlessStream(part);
      const { value } = await client.attachTask({ params: { task_id: ID } });
      const read = async (): Promise<void> => {
        for await (const event of value) assert.equal(event.event, 'message');
      };
      assert.deepEqual((await failureOf(read())).failure, { kind: 'tooLarge', status: 200, limitBytes });
    });
  }

  it('the client of a hostile service enforces the deadline of a call while bytes arrive slowly', async () => {
    server.answer = hostile.tricklingJson(20);
    const deadlineMs = 1000;
    const timeout = { kind: 'timeout', ms: deadlineMs };
    assert.deepEqual((await failureOf(client.listActions({}, { deadlineMs }))).failure, timeout);
    assert.equal(server.requests.length, 1);
    server.answer = hostile.tricklingStream(20);
    const { value } = await client.attachTask({ params: { task_id: ID } }, { deadlineMs });
    const next = value[Symbol.asyncIterator]().next();
    assert.deepEqual((await failureOf(next)).failure, timeout);
  });

  const packings: readonly (readonly [coding: string, pack: (bytes: Buffer) => Buffer])[] = [
    ['gzip', bytes => gzipSync(bytes)],
    ['X-Gzip', bytes => gzipSync(bytes)],
    ['deflate', bytes => deflateSync(bytes)],
    ['deflate', bytes => deflateRawSync(bytes)],
    ['br', bytes => compressFast(bytes)],
    ['gzip, br', bytes => compressFast(gzipSync(bytes))],
    ['identity', bytes => bytes],
    ['UTF-8', bytes => bytes],
    ['aws-chunked, none, binary, gzip', bytes => gzipSync(bytes)],
  ];
  for (const [coding, pack] of packings) {
    it(`the client of a hostile service reads responses compressed as ${coding}, and applies the limit to the decompressed size`, async () => {
      const headers = { 'content-encoding': coding };
      const page = hostile.pageOf(JSON.stringify(ACTION), 100_000);
      server.answer = hostile.answerJson(pack(page), 200, headers);
      assert.ok((await client.listActions({})).value.items!.length > 100);
      server.answer = hostile.answerJson(pack(hostile.pageOfTexts(MAX_BODY_BYTES + MIB)), 200, headers);
      const tooLarge = { kind: 'tooLarge', status: 200, limitBytes: MAX_BODY_BYTES };
      assert.deepEqual((await failureOf(client.listActions({}))).failure, tooLarge);
      server.answer = hostile.answerJson(pack(Buffer.from('{"code":"c","message":"No."}')), 403, headers);
      const { failure } = await failureOf(client.listActions({}));
      assert.equal(failure.kind === 'refused' && failure.message, 'No.');
    });
  }

  it('the client of a hostile service reports responses with an unknown or a wrong content encoding', async () => {
    const page = hostile.pageOf(JSON.stringify(ACTION), 10_000);
    const cases: readonly (readonly [coding: string, bytes: Buffer, kind: string, field: string])[] = [
      ['gzip', page, 'contract', 'body'],
      ['br', page, 'contract', 'body'],
      ['compress', page, 'contract', 'content-encoding'],
      [
        'gzip, gzip, gzip, gzip',
        gzipSync(gzipSync(gzipSync(gzipSync(page)))),
        'contract',
        'content-encoding',
      ],
    ];
    for (const [coding, bytes, kind, field] of cases) {
      server.answer = hostile.answerJson(bytes, 200, { 'content-encoding': coding });
      const { failure } = await failureOf(client.listActions({}));
      assert.deepEqual([failure.kind, 'field' in failure && failure.field], [kind, field], coding);
    }
    assert.equal(server.requests.length, cases.length);
    const half = gzipSync(page);
    server.answer = hostile.answerJson(half.subarray(0, -20), 200, { 'content-encoding': 'gzip' });
    assert.equal((await failureOf(client.listActions({}))).failure.kind, 'cutOff');
    server.answer = (_, response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end();
    assert.deepEqual((await client.deleteFlow({ params: { flowId: ID } })).value, {});
  });

  it('the client of a hostile service reports headers that are too large', async () => {
    server.answer = hostile.largeHeaders(2 * maxHeaderSize);
    const error = await failureOf(client.listActions({}));
    assert.deepEqual(error.failure, { kind: 'headersTooLarge', limitBytes: maxHeaderSize });
    assert.equal(server.requests.length, 1);
  });

  it('the client of a hostile service hides a trace that contains the key', async () => {
    const traces: unknown[] = [];
    const { baseUrl } = server;
    const own = createClient({
      baseUrl,
      dispatcher,
      key: () => Promise.resolve(KEY),
      onExchange: exchange => traces.push(exchange.traceId),
    });
    for (const name of ['x-trace-id', 'x-request-id']) {
      server.answer = hostile.answerJson(Buffer.from('{"code":"c","message":"m"}'), 403, {
        [name]: `t-${KEY}`,
      });
      traces.push((await failureOf(own.listActions({}))).traceId);
      server.answer = hostile.answerJson(hostile.pageOf(JSON.stringify(ACTION), 1), 200, { [name]: KEY });
      traces.push((await own.listActions({})).traceId);
    }
    const body = Buffer.from(JSON.stringify({ code: 'c', message: 'm', traceId: `in ${KEY}` }));
    server.answer = hostile.answerJson(body, 403);
    traces.push((await failureOf(own.listActions({}))).traceId);
    const one = ['t-••••••', 't-••••••', '••••••', '••••••'];
    assert.deepEqual(traces, [...one, ...one, undefined, 'in ••••••']);
  });
});
