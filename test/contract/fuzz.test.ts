import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod';
import { ErrorBodies } from '../../src/contract/errors.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { sandboxOperations } from '../../src/contract/sandboxOperations.ts';
import { anything, fitting, type KnownValues } from '../support/jsonArbitrary.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const REQUESTS = 3000;
/** Number of concurrent requests. */
const AT_ONCE = 16;
const SEED = 20_261_121;
/** Operations that last until something happens, makes the sandbox fail, moves its time, replaces its data or locks everybody out. */
const LEFT_OUT =
  /^(waitForDevice|attachTask|setMailboxBackend|resetSandbox|restoreSnapshot|revokeKey)$|Fault|Clock/;

interface Sent {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

const rows: Readonly<Record<string, Operation>> = { ...operations, ...sandboxOperations };

/** Requests of every operation: whole ones, ones with a part changed, and ones that are nothing of the kind. */
function requestsOf(known: KnownValues): fc.Arbitrary<Sent> {
  const included = Object.entries(rows).filter(([id]) => !LEFT_OUT.test(id));
  return fc.oneof(...included.map(([id, row]) => requestOf(id, row, known)));
}

function knownTo({ service: { store } }: TestSandbox): KnownValues {
  const ids = (records: readonly { readonly id: string }[]): readonly string[] => records.map(({ id }) => id);
  const webhooks = ids(store.webhooks.all());
  return {
    deviceId: ids(store.devices.all()),
    flowId: ids(store.flows.all()),
    flowActionId: ids(store.flowActions.all()),
    parentFlowActionId: ids(store.flowActions.all()),
    triggerId: ids(store.triggers.all()),
    actionId: ids(store.actions.all()),
    catalogEntryId: ids(store.catalogEntries.all()),
    executionId: ids(store.executions.all()),
    verificationExecutionId: ids(store.executions.all()),
    mailboxId: ids(store.mailboxes.all()),
    task_id: ids(store.tasks.all()),
    notifyWebhookId: webhooks,
    deliveryId: ids(store.deliveries.all()),
    id: [...webhooks, ...ids(store.apps.all()), ...ids(store.appEvents.all())],
    llmModel: ['demo/fast', 'demo/careful'],
  };
}

function requestOf(
  id: string,
  { method, path, params, query, headers, body }: Operation,
  known: KnownValues,
): fc.Arbitrary<Sent> {
  const parts = fc.record({
    params: fitting(jsonSchema(params), known),
    query: fitting(jsonSchema(query), known),
    headers: fitting(jsonSchema(headers), known),
    body: body ? fitting(jsonSchema(body), known) : fc.constant(undefined),
  });
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.constant<Change>({ kind: 'none' }) },
    { weight: 1, arbitrary: anything.map((value): Change => ({ kind: 'body', value })) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.nat(20), anything).map(([at, value]): Change => ({ kind: 'field', at, value })),
    },
    { weight: 1, arbitrary: fc.string().map((text): Change => ({ kind: 'query', text })) },
    { weight: 1, arbitrary: fc.string({ minLength: 1 }).map((text): Change => ({ kind: 'param', text })) },
    { weight: 1, arbitrary: fc.string().map((text): Change => ({ kind: 'raw', text })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE')
        .map((other): Change => ({ kind: 'method', method: other })),
    },
  );
  return fc.tuple(parts, change).map(([given, changed]) => build(id, method, path, given as Parts, changed));
}

interface Parts {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  readonly body: unknown;
}

type Change =
  | { readonly kind: 'none' }
  | { readonly kind: 'body'; readonly value: unknown }
  | { readonly kind: 'field'; readonly at: number; readonly value: unknown }
  | { readonly kind: 'query' | 'param' | 'raw'; readonly text: string }
  | { readonly kind: 'method'; readonly method: string };

function build(id: string, method: string, path: string, parts: Parts, change: Change): Sent {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(change.kind === 'param' ? wellFormed(change.text) : textOf(parts.params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query))
    if (value !== undefined) query.append(name, textOf(value));
  if (change.kind === 'query')
    for (const name of Object.keys(parts.query)) query.set(name, wellFormed(change.text));
  const headers = Object.fromEntries(
    Object.entries(parts.headers)
      .map(([name, value]) => [name, textOf(value)] as const)
      .filter(([name, value]) => /^[\w-]+$/.test(name) && /^[\x20-\x7e]+$/.test(value)),
  );
  const base = path.startsWith('/_') ? '/..' : '';
  return {
    id,
    method: change.kind === 'method' ? change.method : method,
    path: `${base}${filled}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers,
    body: bodyOf(parts.body, change),
  };
}

function bodyOf(body: unknown, change: Change): string | undefined {
  if (change.kind === 'raw') return body === undefined ? undefined : wellFormed(change.text);
  if (body === undefined) return undefined;
  if (change.kind === 'body') return JSON.stringify(change.value);
  if (change.kind !== 'field' || typeof body !== 'object' || body === null) return JSON.stringify(body);
  const names = Object.keys(body);
  const name = names[change.at % Math.max(names.length, 1)] ?? 'added';
  return JSON.stringify({ ...body, [name]: change.value });
}

function textOf(value: unknown): string {
  return wellFormed(
    typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value ?? ''),
  );
}

// Half a surrogate pair cannot be sent.
function wellFormed(text: string): string {
  return text.toWellFormed();
}

function jsonSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: written }) => {
      const { jsonSchema: told } = written as { jsonSchema?: object };
      if (!told) return;
      for (const name of Object.keys(written)) Reflect.deleteProperty(written, name);
      Object.assign(written, told);
    },
  });
}

describe('fuzz', () => {
  let sandbox: TestSandbox;
  const broken: string[] = [];

  before(async () => {
    const log = {
      info: () => undefined,
      error: (sentence: string, cause: unknown) => void broken.push(`${sentence} ${String(cause)}`),
    };
    sandbox = await testSandbox({ timeScale: 0, log });
  });

  after(() => sandbox.stop());

  it('random requests to the sandbox all get a response that matches the contract, and never an internal error', async () => {
    const sample = fc.sample(requestsOf(knownTo(sandbox)), { numRuns: REQUESTS, seed: SEED });
    const statuses = new Map<number, number>();
    const wrong: string[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let sent = sample[next++]; sent; sent = sample[next++]) {
        const answer = await send(sent);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const problem = problemOf(sent, answer);
        if (problem) wrong.push(`${sent.method} ${sent.path} ${(sent.body ?? '').slice(0, 300)}: ${problem}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    assert.deepEqual(wrong.slice(0, 10), [], `${wrong.length} of ${REQUESTS}`);
    assert.deepEqual(broken, []);
    // Otherwise the requests would test little but the checks of their form.
    const succeeded = [...statuses]
      .filter(([status]) => status < 300)
      .reduce((sum, [, count]) => sum + count, 0);
    assert.ok(succeeded > REQUESTS / 5, `${succeeded} succeeded`);
    for (const status of [400, 404, 405, 409, 422])
      assert.ok(statuses.has(status), `some were answered ${status}`);
  });

  async function send({
    method,
    path,
    headers,
    body,
  }: Sent): Promise<{ status: number; type: string; text: string }> {
    const response = await sandbox.request(path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined || method === 'GET' ? {} : { body }),
    });
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      text: await response.text(),
    };
  }

  function problemOf(
    sent: Sent,
    { status, type, text }: { status: number; type: string; text: string },
  ): string | undefined {
    // A device whose screen is off gives no picture, and says so with 500 (wire facts 9).
    if (status === 500 && sent.id === 'takeScreenshot' && text.includes('"screen_off"')) return undefined;
    if (status >= 500) return `answered ${status} ${text.slice(0, 300)}`;
    // The sandbox itself checks success bodies against the contract and would respond with 500.
    if (status < 400) return undefined;
    if (!type.startsWith('application/json')) return `an error of type ${type}`;
    const operation = rows[sent.id];
    const models = [ErrorBodies.api, ...(operation ? [ErrorBodies[operation.errors]] : [])];
    const value: unknown = JSON.parse(text);
    return models.some(model => model.safeParse(value).success)
      ? undefined
      : `an unknown error body: ${text.slice(0, 200)}`;
  }
});
