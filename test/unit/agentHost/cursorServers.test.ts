import assert from 'node:assert/strict';
import {
  cursorServersOf,
  registerInCursor,
  type ServerAddress,
} from '../../../src/agentHost/cursorServers.ts';
import { until } from '../../support/until.ts';

const ADDRESS: ServerAddress = {
  url: 'http://127.0.0.1:1234/mcp',
  headers: { Authorization: 'Bearer example' },
};

/** An editor with the API of Cursor, and the calls of it. */
function cursorEditor(): { readonly api: object; readonly calls: unknown[] } {
  const calls: unknown[] = [];
  const mcp = {
    registerServer: (config: unknown) => calls.push(['register', config]),
    unregisterServer: (name: string) => calls.push(['unregister', name]),
  };
  return { api: { cursor: { mcp } }, calls };
}

function unexpected(error: unknown): never {
  throw new Error('There was a problem.', { cause: error });
}

it('the registration in Cursor is possible only in an editor that has both functions', () => {
  const { api } = cursorEditor();
  assert.ok(cursorServersOf(api));
  const others = [{}, { cursor: {} }, { cursor: { mcp: {} } }, { cursor: null }, { cursor: { mcp: 1 } }];
  for (const other of others) assert.equal(cursorServersOf(other), undefined);
  assert.equal(cursorServersOf({ cursor: { mcp: { registerServer: () => undefined } } }), undefined);
});

it('the registration in Cursor has the address and the token of the running server, and ends with it', async () => {
  const { api, calls } = cursorEditor();
  const registration = registerInCursor(
    cursorServersOf(api)!,
    'Example',
    () => Promise.resolve(ADDRESS),
    unexpected,
  );
  assert.deepEqual(calls, []);
  await until('the server is registered', () => calls.length, 1);
  assert.deepEqual(calls, [['register', { name: 'Example', server: ADDRESS }]]);
  registration.dispose();
  registration.dispose();
  assert.deepEqual(calls.slice(1), [['unregister', 'Example']]);
});

it('the registration in Cursor does not happen for a server that starts after the end', async () => {
  const { api, calls } = cursorEditor();
  const started = Promise.withResolvers<ServerAddress>();
  const registration = registerInCursor(cursorServersOf(api)!, 'Example', () => started.promise, unexpected);
  registration.dispose();
  started.resolve(ADDRESS);
  await started.promise;
  await Promise.resolve();
  assert.deepEqual(calls, []);
});

it('the registration in Cursor reports a server that cannot start', async () => {
  const { api, calls } = cursorEditor();
  const problems: unknown[] = [];
  const problem = new Error('No port is free.');
  const serve = (): Promise<never> => Promise.reject(problem);
  const registration = registerInCursor(cursorServersOf(api)!, 'Example', serve, error =>
    problems.push(error),
  );
  await until('the problem is reported', () => problems.length, 1);
  assert.deepEqual(problems, [problem]);
  registration.dispose();
  assert.deepEqual(calls, []);
});
