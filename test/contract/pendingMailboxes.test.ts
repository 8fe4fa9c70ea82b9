import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Agent } from 'undici';
import { createClient } from '../../src/client/client.ts';
import { RememberedPendingMailboxes } from '../../src/appState/pendingMailboxes.ts';
import { serviceConnection } from '../../src/stores/connection.ts';
import { MailboxStore } from '../../src/stores/mailboxStore.ts';
import type { PendingMailbox } from '../../src/stores/pendingMailbox.ts';
import { PendingMailboxStore } from '../../src/stores/pendingMailboxStore.ts';
import { Session } from '../../src/stores/session.ts';
import { createMemento, createSecretStorage } from '../support/memoryStorage.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

/** Polling interval for the consent, in milliseconds. */
const POLL_MS = 3000;

describe('pendingMailboxes', () => {
  let sandbox: TestSandbox;
  let dispatcher: Agent;
  let session: Session;
  let mailboxes: MailboxStore;
  let state: Map<string, unknown>;
  let secrets: Map<string, string>;
  let store: PendingMailboxStore;

  /** Creates a window with the same state and secrets, and everything else new. */
  function openWindow(): PendingMailboxStore {
    const kept = new RememberedPendingMailboxes(createMemento(state), createSecretStorage(secrets));
    return new PendingMailboxStore(session, kept, mailboxes);
  }

  beforeEach(async () => {
    sandbox = await testSandbox();
    dispatcher = new Agent();
    const { baseUrl, key } = sandbox;
    const client = createClient({
      baseUrl,
      dispatcher,
      key: () => Promise.resolve(key),
      maxWaitMs: 0,
      wait: () => Promise.resolve(),
    });
    session = new Session(() => Promise.resolve(client));
    session.use(serviceConnection('Test', baseUrl));
    mailboxes = new MailboxStore(session);
    state = new Map();
    secrets = new Map();
    store = openWindow();
  });

  afterEach(async () => {
    mock.timers.reset();
    store.dispose();
    await dispatcher.destroy();
    await sandbox.stop();
  });

  async function backend(name: string): Promise<void> {
    await sandbox.request('/../_sandbox/mailboxes/backend', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ state: name }),
    });
  }

  /** Begins to connect one, up to the page for the consent. */
  async function waiting(label = 'Mine'): Promise<{ id: string; page: string }> {
    const { id } = await store.begin(label);
    const asked = await store.ask(id);
    assert.ok(asked.kind === 'waiting' && asked.redirectUrl !== null);
    return { id, page: await store.page(id, asked.redirectUrl) };
  }

  /** Fills in the page as a browser does that opened its address. */
  async function decide(page: string, decision: 'allow' | 'deny'): Promise<void> {
    const binding = new URL(page).searchParams.get('binding') ?? '';
    const body = new URLSearchParams({ address: 'me@gmail.example', binding, decision });
    assert.equal((await fetch(page, { method: 'POST', body })).status, 200);
  }

  function only(): PendingMailbox {
    const [one, ...more] = store.items;
    assert.ok(one && more.length === 0);
    return one;
  }

  it('pending mailboxes are replaced by the mailbox after the consent, and are forgotten', async () => {
    const { page } = await waiting();
    assert.equal(only().state, 'waiting');
    assert.ok(Date.parse(only().expiresAt ?? '') > sandbox.clock.now());
    const gone = new Promise<void>(resolve => {
      store.onDidChange(() => {
        if (store.items.length === 0) resolve();
      });
    });
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    store.watch(true);
    await decide(page, 'allow');
    mock.timers.tick(POLL_MS);
    await gone;
    assert.ok(
      mailboxes.state.items.some(({ label, address }) => label === 'Mine' && address === 'me@gmail.example'),
    );
    assert.equal(secrets.size, 0);
    assert.equal(state.size, 0);
  });

  it('pending mailboxes are active immediately if Gmail is already active', async () => {
    await decide((await waiting()).page, 'allow');
    assert.deepEqual(await store.ask(only().id), { kind: 'usable', address: 'me@gmail.example' });
    const { id } = await store.begin('Other');
    assert.deepEqual(await store.ask(id), { kind: 'usable', address: 'me@gmail.example' });
    assert.deepEqual(store.items, []);
  });

  it('pending mailboxes survive a window reload, and are resumed with the same key and the same page', async () => {
    const { id, page } = await waiting();
    store.dispose();
    store = openWindow();
    assert.equal(only().id, id);
    const asked = await store.ask(id);
    assert.ok(asked.kind === 'waiting' && asked.redirectUrl !== null);
    assert.equal(await store.page(id, asked.redirectUrl), page);
    assert.equal(sandbox.service.store.connections.all({}).length, 1);
  });

  it('pending mailboxes keep their secret only in the secret storage', async () => {
    const { id, page } = await waiting();
    const secret = await store.secret(id);
    assert.ok(page.endsWith(`&binding=${secret}`));
    assert.ok(!JSON.stringify([...state]).includes(secret));
    // The secret storage also has the list of its keys.
    assert.deepEqual([...secrets.values()].toSorted(), [id, secret].toSorted());
    await store.remove(id);
    assert.equal(secrets.size, 0);
    await assert.rejects(store.secret(id), /lost the secret/);
    await assert.rejects(store.ask(id), /no longer waiting/);
  });

  it('pending mailboxes belong to their connection', async () => {
    await waiting();
    session.use(serviceConnection('Other', sandbox.baseUrl));
    assert.deepEqual(store.items, []);
  });

  it('pending mailboxes end without their secret if the consent was late or denied', async () => {
    const late = await waiting('Late');
    sandbox.clock.advance(600_000);
    await sandbox.service.jobs.waitUntilIdle();
    assert.deepEqual(await store.ask(late.id), { kind: 'over', why: 'expired' });
    assert.equal(only().state, 'expired');
    assert.equal(secrets.size, 0);
    await store.remove(late.id);
    const denied = await waiting('Denied');
    await decide(denied.page, 'deny');
    assert.deepEqual(await store.ask(denied.id), { kind: 'over', why: 'removed' });
    assert.equal(only().state, 'removed');
  });

  it('pending mailboxes are kept with their key while the service is unavailable, and are connected once with it', async () => {
    for (const [name, status] of [
      ['unavailable', 503],
      ['disabled', 503],
      ['rateLimited', 429],
    ] as const) {
      await backend(name);
      const { id } = store.items[0] ?? (await store.begin('Mine'));
      const error = await failureOf(store.ask(id));
      assert.deepEqual([error.status, error.retryable], [status, true]);
      assert.equal(only().state, 'unanswered');
    }
    await backend('working');
    assert.equal((await store.ask(only().id)).kind, 'waiting');
    assert.equal(sandbox.service.store.connections.all({}).length, 1);
  });

  it('pending mailboxes are kept while the first request is in progress', async () => {
    sandbox.clock.freeze(true);
    await backend('slow');
    const { id } = await store.begin('Mine');
    const first = new AbortController();
    const cut = failureOf(store.ask(id, first.signal));
    while (sandbox.service.store.intents.all({ state: 'inFlight' }).length === 0) await turn();
    const error = await failureOf(store.ask(id));
    assert.deepEqual([error.status, error.retryable, error.retryAfterMs], [409, true, 1000]);
    first.abort();
    await cut;
    assert.equal(only().state, 'unanswered');
  });

  it('pending mailboxes are forgotten if the service refuses them permanently', async () => {
    for (const [name, code] of [
      ['rejecting', 'backend_rejected'],
      ['alreadyConnected', 'gmail_already_connected'],
    ] as const) {
      await backend(name);
      const { id } = await store.begin('Mine');
      const { failure, retryable } = await failureOf(store.ask(id));
      assert.deepEqual([failure.kind === 'refused' && failure.code, retryable], [code, false]);
      assert.deepEqual([store.items.length, secrets.size], [0, 0]);
    }
  });
});
