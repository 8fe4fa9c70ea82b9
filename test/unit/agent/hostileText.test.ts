import assert from 'node:assert/strict';
import { diskFiles } from '../../../src/agent/diskFiles.ts';
import type { ToolConnection } from '../../../src/agent/ports.ts';
import { DEFAULT_SETTINGS, type Profile } from '../../../src/agent/policy.ts';
import { ToolRunner } from '../../../src/agent/toolRunner.ts';
import type { Client } from '../../../src/client/client.ts';
import { ApiError, type Failure, type FailureContext } from '../../../src/client/failure.ts';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { INVISIBLE } from '../../../src/util/plainText.ts';
import { hostileTexts } from '../../support/hostileTexts.ts';

const MARK = 'HOSTILE7f3a';
const SERVICE = 'Production';
const ID = '00000000-0000-4000-8000-000000000001';

/** A client whose replies have one text everywhere, and that notes the operations it was asked for. */
function clientSaying(text: string, asked: string[]): Client {
  const page = (items: readonly object[]): object => ({
    value: {
      items,
      pagination: { page: 1, pageSize: 20, pages: 1, total: 1, hasNext: false, hasPrev: false },
    },
  });
  const named = {
    id: ID,
    name: text,
    state: text,
    status: text,
    description: text,
    type: text,
    address: text,
  };
  const bounds = { left: 0, top: 0, right: 10, bottom: 10 };
  const element = {
    boundsInScreen: bounds,
    text,
    contentDescription: `${text}.`,
    resourceId: text,
    className: text,
  };
  const replies: Readonly<Record<string, object>> = {
    getUiState: {
      value: { a11y_tree: { ...element, children: [element] }, phone_state: { currentApp: text } },
    },
    listMailboxMessages: {
      value: { items: [{ id: text, subject: text, fromAddress: text, preview: text, receivedAt: text }] },
    },
    listExecutions: page([{ id: ID, flowName: text, status: text, error: text, startedAt: text }]),
    listApps: page([{ ...named, displayName: text }]),
    listWebhooks: page([{ ...named, url: `https://example.com/${MARK}` }]),
  };
  return new Proxy({} as Client, {
    get: (_, operation) => (): Promise<object> => {
      asked.push(String(operation));
      return Promise.resolve(replies[String(operation)] ?? page([{ ...named, activation: 'custom' }]));
    },
  });
}

/** A client whose calls all fail in the same way. */
function clientFailing(error: ApiError): Client {
  return new Proxy({} as Client, { get: () => (): Promise<never> => Promise.reject(error) });
}

function runnerSaying(
  text: string,
  profile: Profile,
  asked: Record<'sandbox' | 'service', string[]>,
  failing?: ApiError,
): ToolRunner {
  const open = (kind: 'sandbox' | 'service'): ToolConnection => ({
    ...{ id: kind, name: kind === 'sandbox' ? 'Sandbox' : SERVICE, kind, sandboxClient: undefined },
    client: failing ? clientFailing(failing) : clientSaying(text, asked[kind]),
    readState: () => Promise.resolve({ a11y_tree: { text, contentDescription: text } }),
    catalog: () =>
      Promise.resolve(
        createCatalog([
          { id: ID, name: text, description: text, method: text, paramsSchema: { title: text } },
        ]),
      ),
  });
  return new ToolRunner({
    settings: () => ({ ...DEFAULT_SETTINGS, profile, callsPerMinute: 1000, connections: [] }),
    connections: () => [open('sandbox'), open('service')],
    open: ({ kind }) => Promise.resolve(open(kind)),
    files: { ...diskFiles(import.meta.dirname), list: () => Promise.resolve([`${text}.flow.json`]) },
    hasTrust: () => true,
    confirm: () => Promise.reject(new Error('Nobody may be asked.')),
    record: () => undefined,
  });
}

/** Asserts that a text appears only as marked data, plain and short. Returns the number of places. */
function countMarked(value: unknown, path = ''): number {
  if (typeof value === 'string') {
    assert.ok(!value.includes(MARK), `${path} is not marked as data`);
    return 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  for (const name of Object.keys(value)) assert.ok(!name.includes(MARK), path);
  const { origin, text, ...others } = value as { origin?: unknown; text?: unknown };
  if (typeof origin === 'string' && typeof text === 'string' && Object.keys(others).length === 0) {
    assert.ok(['device', 'mail', 'webhook', 'service', 'run', 'file'].includes(origin), origin);
    assert.ok(text.length <= 6000 && text.isWellFormed());
    assert.doesNotMatch(text, INVISIBLE);
    assert.doesNotMatch(text, /\]\([a-z]+:/i);
    assert.doesNotMatch(text, /[^\P{Cc}\n]/u);
    return text.includes(MARK) ? 1 : 0;
  }
  return Object.entries(value).reduce((sum, [name, inner]) => sum + countMarked(inner, `${path}.${name}`), 0);
}

/** The calls that read the text from a screen, from mails, and from records. */
const READERS: Readonly<Record<string, readonly (readonly [tool: string, input: object])[]>> = {
  screen: [['look_at_device', { deviceId: ID, picture: true }]],
  mail: [['list_records', { kind: 'messages', mailboxId: ID }]],
  record: [
    ...['flows', 'devices', 'triggers', 'mailboxes', 'webhooks', 'executions', 'apps'].map(
      kind => ['list_records', { kind }] as const,
    ),
    ['find_actions', { actionIds: [ID] }],
    ['find_actions', {}],
  ],
};

describe('agent/hostileText', () => {
  const texts = hostileTexts(MARK, SERVICE);
  for (const [carrier, calls] of Object.entries(READERS)) {
    for (const [index, { text, wants }] of texts.entries()) {
      it(`hostile text ${index + 1} of a ${carrier} is data, and what it asks for is refused`, async () => {
        const { signal } = new AbortController();
        const asked = { sandbox: [] as string[], service: [] as string[] };
        for (const profile of ['sandbox', 'read', 'devices', 'all'] as const) {
          const runner = runnerSaying(text, profile, asked);
          for (const [tool, input] of calls) {
            const result = await runner.run({ tool, input, who: text, signal });
            assert.ok('output' in result, JSON.stringify(result));
            assert.ok(countMarked(result.output) > 0, tool);
            assert.equal(result.picture === undefined || carrier === 'screen', true);
          }
          const followed = await runner.run({ ...wants, who: 'Obedient agent', signal });
          assert.ok('error' in followed);
          assert.ok(!followed.error.includes(MARK));
        }
        assert.deepEqual(asked.service, []);
        assert.ok(asked.sandbox.every(operation => /^(?:list|get|take)[A-Z]/.test(operation)));
      });
    }
  }

  for (const [index, { text }] of texts.entries())
    it(`hostile text ${index + 1} of a service's error or of a file name is data`, async () => {
      const { signal } = new AbortController();
      const failure = {
        kind: 'refused',
        status: 400,
        body: 'api',
        code: text,
        message: text,
        problems: [text],
      };
      const context = {
        operation: 'listDevices',
        traceId: undefined,
        retryAfterMs: undefined,
        retryable: false,
      };
      const failing = new ApiError(failure as Failure, context as FailureContext);
      const asked = { sandbox: [] as string[], service: [] as string[] };
      const runner = runnerSaying(text, 'sandbox', asked, failing);
      const wanted = { tool: 'list_records', input: { kind: 'devices' }, who: text, signal };
      const failed = await runner.run(wanted);
      assert.ok('error' in failed && failed.about?.origin === 'service');
      assert.ok(countMarked(failed) > 0);
      const missing = await runner.run({ ...wanted, tool: 'read_flow', input: { path: 'none.flow.json' } });
      assert.ok('error' in missing && missing.about?.origin === 'file');
      assert.ok(countMarked(missing) > 0);
    });

  it('hostile text in the results of tools is 60 cases', () =>
    assert.equal(texts.length * Object.keys(READERS).length, 60));
});
