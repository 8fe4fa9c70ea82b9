import assert from 'node:assert/strict';
import * as z from 'zod';
import { ErrorBodies } from '../../../src/contract/errors.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { operationIds, operations, operationWithId } from '../../../src/contract/operations.ts';

/** The operations of the specification (spec 1, 4), with the success status it gives. */
const specified = {
  connectMailbox: ['POST', '/mailboxes/connections', 200],
  listMailboxes: ['GET', '/mailboxes', 200],
  listMailboxMessages: ['GET', '/mailboxes/{mailboxId}/messages', 200],
  createFlow: ['POST', '/flows', 201],
  activateFlow: ['POST', '/flows/{flowId}/activate', 200],
  listActions: ['GET', '/actions', 200],
  getApp: ['GET', '/apps/{id}', 200],
  setLocation: ['POST', '/devices/{deviceId}/location', 204],
  swipeDevice: ['POST', '/devices/{deviceId}/swipe', 204],
  createWebhook: ['POST', '/webhooks', 201],
  testWebhook: ['POST', '/webhooks/{id}/test', 200],
  runTask: ['POST', '/tasks', 200],
} as const;

const table: readonly (readonly [string, Operation])[] = operationIds.map(id => [id, operations[id]]);

function each(check: (operation: Operation, id: string) => void): void {
  for (const [id, operation] of table) check(operation, id);
}

function jsonSchema(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
}

/** Every object of a JSON Schema document, however deep. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

it('the table of operations has every operation of the specification, marked as such, and marks no other', () => {
  const marked = table.filter(([, { source }]) => source === 'spec');
  assert.deepEqual(
    Object.fromEntries(
      marked.map(([id, { method, path, response }]) => [id, [method, path, response.status]]),
    ),
    specified,
  );
});

it('the table of operations names each operation in camel case', () => {
  each((_, id) => assert.match(id, /^[a-z]+([A-Z][a-z]*)*$/));
});

it('the table of operations has each method and path once, whatever the parameter names', () => {
  const places = table.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  assert.ok(places.length >= 100);
  assert.deepEqual(
    places.filter((place, index) => places.indexOf(place) !== index),
    [],
  );
});

it('the table of operations has paths relative to the base URL, without version, query, or trailing slash', () => {
  each(({ path }, id) => {
    assert.match(path, /^(\/([a-z_]+(-[a-z_]+)*|\{\w+\}))+$/, id);
    assert.doesNotMatch(path, /^\/v\d/, id);
  });
});

it('the table of operations has a schema for each path parameter and no others', () => {
  each(({ path, params }, id) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');
    assert.deepEqual(Object.keys(params.shape).sort(), named.sort(), id);
  });
});

it('the table of operations requires every path parameter and refuses empty ones', () => {
  each(({ params }, id) => {
    for (const [name, schema] of Object.entries(params.shape)) {
      assert.equal(z.safeParse(schema, undefined).success, false, `${id} ${name}`);
      assert.equal(z.safeParse(schema, '').success, false, `${id} ${name}`);
    }
  });
});

it('the table of operations has no body for GET and DELETE', () => {
  each(({ method, body }, id) => {
    if (method === 'GET' || method === 'DELETE') assert.equal(body, undefined, id);
  });
});

it('the table of operations uses GET only for reads, and makes all reads repeatable', () => {
  each(({ method, effect, idempotent }, id) => {
    if (method === 'GET') assert.equal(effect, 'read', id);
    if (effect === 'read') assert.equal(idempotent, true, id);
  });
});

it('the table of operations makes a POST or PATCH repeatable only if the interface says so', () => {
  const harmless = table.filter(([, { method, idempotent }]) => /POST|PATCH/.test(method) && idempotent);
  assert.deepEqual(
    harmless.map(([id]) => id),
    [
      'validateFlow',
      'dryRunFlow',
      'verifyFlow',
      'unblockFlow',
      'activateFlow',
      'dryRunEvent',
      'setLocation',
      'setOverlay',
      'updateNotificationPreferences',
      'applyNotificationPreset',
      'setLanguage',
      'setTimezone',
      'setClipboard',
    ],
  );
});

it('the table of operations never makes a key press repeatable', () => {
  assert.equal(operations.pressKey.idempotent, false);
});

it('the table of operations has an idempotency key if the interface has one', () => {
  const keyed = table.filter(([, { headers }]) => 'idempotency-key' in headers.shape);
  const certain = keyed.filter(([, { mayIgnoreKey }]) => !mayIgnoreKey);
  assert.deepEqual(certain.map(([id]) => id).sort(), ['connectMailbox', 'createMailbox', 'runTask']);
  const others = keyed.filter(([, { mayIgnoreKey }]) => mayIgnoreKey);
  assert.deepEqual(others.map(([id]) => id).sort(), ['addFlowAction', 'cloneFlow', 'createFlow', 'runFlow']);
});

it('the table of operations has header names in lower case', () => {
  each(({ headers }, id) => {
    for (const name of Object.keys(headers.shape)) assert.equal(name, name.toLowerCase(), id);
  });
});

it('the table of operations has the display parameter on every gesture (wire facts 9)', () => {
  const control =
    /^\/devices\/\{deviceId\}\/(tap|swipe|global|keyboard|location|screenshot|ui-state|time|overlay|proxy|language|timezone|profile|clipboard|kiosk|fingerprint|files(\/download)?|browser\/execute-script|apps(\/(installs|open-deep-link|\{packageName\}(\/permissions\/\{permission\})?))?|packages|recordings(\/.+)?)$/;
  each(({ path, headers }, id) => {
    assert.equal('x-device-display-id' in headers.shape, control.test(path), id);
  });
});

it('the table of operations pages lists by page and size, or by cursor and limit, and declares which', () => {
  each(({ query, paging, response }, id) => {
    const has = (...names: string[]): boolean => names.every(name => name in query.shape);
    assert.equal(has('page', 'pageSize'), paging === 'page', id);
    assert.equal(has('cursor', 'limit'), paging === 'cursor', id);
    const fields = response.body instanceof z.ZodObject ? Object.keys(response.body.shape) : [];
    assert.equal(fields.includes('pagination'), paging === 'page', id);
    assert.equal(fields.includes('nextCursor'), paging === 'cursor', id);
  });
});

it('the table of operations has a success status and an existing error model for each operation', () => {
  each(({ response, errors }, id) => {
    assert.ok([200, 201, 202, 204, 302].includes(response.status), id);
    if (response.status === 302) assert.equal(response.body, 'bytes', id);
    if (response.status === 204) assert.equal(response.body, 'empty', id);
    assert.ok(errors in ErrorBodies, id);
  });
});

it('the table of operations describes each operation in one sentence without a period', () => {
  each(({ summary }, id) => assert.match(summary, /^[A-Z][^\n]{5,70}[^.\s]$/, id));
  const summaries = table.map(([, { summary }]) => summary);
  assert.equal(new Set(summaries).size, summaries.length);
});

it('the table of operations converts every schema to JSON Schema', () => {
  each(({ params, query, headers, body, response }, id) => {
    for (const schema of [params, query, headers]) {
      assert.equal((jsonSchema(schema) as { type?: unknown }).type, 'object', id);
    }
    if (body) assert.ok(jsonSchema(body), id);
    if (typeof response.body !== 'string') assert.ok(jsonSchema(response.body), id);
  });
});

it('the table of operations keeps unknown fields of every object in bodies and responses (spec 9.3)', () => {
  let objects = 0;
  each(({ body, response }, id) => {
    for (const schema of [body, response.body]) {
      if (schema === undefined || typeof schema === 'string') continue;
      const document = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' });
      for (const object of objectsIn(document)) {
        if (typeof object['properties'] !== 'object' || object['type'] !== 'object') continue;
        objects++;
        assert.deepEqual(
          object['additionalProperties'],
          {},
          `${id}: ${JSON.stringify(object).slice(0, 200)}`,
        );
      }
    }
  });
  assert.ok(objects > 100);
});

it('the table of operations has each operation under its ID, and none under that of an operation that only the sandbox has', () => {
  each((operation, id) => assert.equal(operationWithId(id), operation));
  assert.equal(operationWithId('takeSnapshot'), undefined);
  assert.equal(operationWithId('toString'), undefined);
});

it('the table of operations marks the operations that send secrets', () => {
  const secret = operationIds.filter(id => operationWithId(id)?.carriesSecrets === true);
  for (const id of [
    'connectProxy',
    'getClipboard',
    'setClipboard',
    'createCredential',
    'createProfile',
    'listProfiles',
    'getCredential',
  ] as const)
    assert.ok(secret.includes(id), id);
  assert.ok(secret.includes('getFingerprint'));
  assert.ok(!secret.includes('getProxy'));
});

it('the table of operations accepts unknown enum values in responses (spec 9.2)', () => {
  each(({ response }, id) => {
    if (typeof response.body === 'string') return;
    for (const object of objectsIn(z.toJSONSchema(response.body, { unrepresentable: 'any' }))) {
      assert.ok(!Array.isArray(object['enum']) && !('const' in object), id);
    }
  });
});
