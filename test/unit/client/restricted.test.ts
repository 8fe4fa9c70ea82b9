import assert from 'node:assert/strict';
import { MockAgent } from 'undici';
import { createClient } from '../../../src/client/client.ts';
import type { Exchange } from '../../../src/client/exchange.ts';
import { ApiError } from '../../../src/client/failure.ts';
import { createSandboxClient } from '../../../src/client/sandboxClient.ts';
import { operations } from '../../../src/contract/operations.ts';
import { sandboxOperations } from '../../../src/contract/sandboxOperations.ts';
import { explain } from '../../../src/wording/explain.ts';

const rows = { ...operations, ...sandboxOperations };

/** Every operation of a client of a workspace that is not trusted, and the requests that went out. */
function restrictedCalls(): { calls: [string, (input: never) => Promise<unknown>][]; sent: Exchange[] } {
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  const sent: Exchange[] = [];
  const settings = {
    baseUrl: 'http://127.0.0.1:9/v1',
    key: () => Promise.resolve(undefined),
    dispatcher,
    onExchange: (exchange: Exchange) => sent.push(exchange),
    isRestricted: () => true,
  };
  const client = Object.entries(createClient(settings));
  return { calls: [...client, ...Object.entries(createSandboxClient(settings))], sent };
}

async function kindOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof ApiError);
  return error.failure.kind;
}

it('a client in an untrusted workspace sends only requests that read, of all operations', async () => {
  const { calls, sent } = restrictedCalls();
  assert.deepEqual(calls.map(([id]) => id).sort(), Object.keys(rows).sort());
  for (const [id, call] of calls) {
    const { effect } = rows[id as keyof typeof rows];
    const before = sent.length;
    const isRefused = (await kindOf(call({} as never))) === 'restricted';
    assert.equal(isRefused, effect !== 'read', id);
    if (isRefused) assert.equal(sent.length, before, id);
  }
});

it('a client in an untrusted workspace treats only GET and four queries with a body as reads', () => {
  const asked = Object.entries(rows).filter(
    ([, { method, effect }]) => method !== 'GET' && effect === 'read',
  );
  assert.deepEqual(
    asked.map(([id]) => id),
    ['validateFlow', 'dryRunFlow', 'dryRunEvent', 'evaluateDebugExpression'],
  );
  const acting = Object.entries(rows).filter(
    ([, { method, effect }]) => method === 'GET' && effect !== 'read',
  );
  assert.deepEqual(acting, []);
});

it('a client in an untrusted workspace says why in one sentence, and offers to manage trust', async () => {
  const { calls } = restrictedCalls();
  const [, createFlow] = calls.find(([id]) => id === 'createFlow')!;
  const error: unknown = await createFlow({} as never).catch((cause: unknown) => cause);
  const { summary, next } = explain(error);
  assert.match(summary, /^This workspace is in Restricted Mode: [^.]+\.$/);
  assert.equal(next, 'trust');
});
