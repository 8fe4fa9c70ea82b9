import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension.ts';
import { Command } from '../../../src/manifest.ts';
import type { PendingMailbox } from '../../../src/stores/pendingMailbox.ts';
import type { Row } from '../../../src/views/row.ts';
import { saveConnection } from '../../../src/host/settings.ts';
import { serviceConnection } from '../../../src/stores/connection.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { ACTION, actions, FaultyServer, json } from '../../support/faultyServer.ts';

/** A failure as the person saw it: its sentence and the buttons below it. */
interface Shown {
  readonly message: string;
  readonly buttons: readonly string[];
}

/** Runs a command that fails and presses, in this order, buttons of the failures that it shows. */
async function pressing(titles: readonly string[], run: () => Promise<unknown>): Promise<Shown[]> {
  const { window } = await extensionParts();
  const original = window.showErrorMessage;
  const left = [...titles];
  const shown: Shown[] = [];
  const show = (message: string, ...items: vscode.MessageItem[]): Promise<vscode.MessageItem | undefined> => {
    shown.push({ message, buttons: items.map(({ title }) => title) });
    const wanted = left.shift();
    return Promise.resolve(items.find(({ title }) => title === wanted));
  };
  Object.assign(window, { showErrorMessage: show });
  try {
    await run();
    assert.deepEqual(left, []);
    return shown;
  } finally {
    window.showErrorMessage = original;
  }
}

/** Asks the sandbox for what the view cannot do. */
async function control(method: string, path: string, body?: object): Promise<void> {
  const { services } = await extensionParts();
  const { baseUrl, apiKey } = await services.sandbox.start();
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.equal(response.status, 200);
}

/** Fills in the page for the consent as a browser does that opened its address. */
async function decide(page: string, decision: 'allow' | 'deny'): Promise<void> {
  const binding = new URL(page).searchParams.get('binding') ?? '';
  const body = new URLSearchParams({ address: 'connected@gmail.example', binding, decision });
  assert.equal((await fetch(page, { method: 'POST', body })).status, 200);
}

describe('shared/sandboxConnect: command that connects a Gmail mailbox of the sandbox', () => {
  const opened: string[] = [];
  let openPage: Parts['services']['openPage'];

  function page(): string {
    const last = opened.at(-1);
    assert.ok(last);
    return last;
  }

  async function pending(): Promise<readonly PendingMailbox[]> {
    const { services } = await extensionParts();
    return services.pendingMailboxes.items;
  }

  /** The row of the only mailbox that waits, with its item. */
  async function waitingRow(): Promise<{ row: Row; item: vscode.TreeItem }> {
    const { trees } = await extensionParts();
    const rows = (await trees.mailboxes.getChildren()).filter(({ kind }) => kind === 'pendingMailbox');
    const [row, ...more] = rows;
    assert.ok(row && more.length === 0);
    return { row, item: trees.mailboxes.getTreeItem(row) };
  }

  /** Begins to connect one, up to its page. */
  async function connect(argument?: unknown): Promise<void> {
    const before = opened.length;
    await runAnswering(Command.connectMailbox, { inputs: [''] }, argument);
    assert.equal(opened.length, before + 1);
  }

  before(async () => {
    const { services } = await freshWindow();
    ({ openPage } = services);
    // A test looks at what a browser would be given.
    Object.assign(services, {
      openPage: (address: string) => {
        opened.push(address);
        return Promise.resolve(true);
      },
    });
  });

  after(async () => {
    const { services } = await extensionParts();
    Object.assign(services, { openPage });
  });

  it('the command that connects a Gmail mailbox of the sandbox shows it as pending, opens its page again, and removes it when it is canceled', async () => {
    await connect();
    const first = page();
    assert.match(
      first,
      /^http:\/\/127\.0\.0\.1:\d+\/pages\/mailboxes\/connect\?state=[\w-]+&binding=[\w-]{43}$/,
    );
    const { row, item } = await waitingRow();
    assert.equal(item.label, 'Gmail mailbox');
    assert.match(String(item.description), /^waiting for consent · since .+ · expires in \d+ min\.$/);
    await vscode.commands.executeCommand(Command.resumeMailbox, row);
    assert.deepEqual([opened.length, page()], [2, first]);
    await vscode.commands.executeCommand(Command.copyConsentSecret);
    assert.ok(first.endsWith(`&binding=${await vscode.env.clipboard.readText()}`));
    await vscode.commands.executeCommand(Command.cancelMailbox, row);
    assert.deepEqual(await pending(), []);
  });

  it('the command that connects a Gmail mailbox of the sandbox keeps the secret out of documents, requests, and their curl text', async () => {
    const { services } = await extensionParts();
    await connect();
    const secret = new URL(page()).searchParams.get('binding') ?? '';
    assert.match(secret, /^[\w-]{43}$/);
    const { row } = await waitingRow();
    await vscode.commands.executeCommand(Command.showRecord, row);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /"bindingHash"/);
    assert.ok(!text.includes(secret));
    assert.ok(!JSON.stringify(services.requests.requests).includes(secret));
    const record = services.requests.requests.find(({ operation }) => operation === 'connectMailbox');
    await vscode.commands.executeCommand(Command.copyAsCurl, { kind: 'request', record });
    const curl = await vscode.env.clipboard.readText();
    assert.match(curl, /mailboxes\/connections/);
    assert.ok(!curl.includes(secret));
    await vscode.commands.executeCommand(Command.cancelMailbox);
  });

  it('the command that connects a Gmail mailbox of the sandbox starts over in place of a denied mailbox', async () => {
    const { services } = await extensionParts();
    await connect();
    const [denied] = await pending();
    assert.ok(denied);
    await decide(page(), 'deny');
    await services.pendingMailboxes.ask(denied.id);
    assert.equal(services.pendingMailboxes.byId(denied.id)?.state, 'removed');
    const { row, item } = await waitingRow();
    assert.match(String(item.description), /^denied or removed · since /);
    assert.equal(item.contextValue, 'pendingMailbox over');
    await connect(row);
    const [next, ...more] = await pending();
    assert.ok(next && next.id !== denied.id && next.state === 'waiting' && more.length === 0);
    await vscode.commands.executeCommand(Command.cancelMailbox);
  });

  it('the command that connects a Gmail mailbox of the sandbox keeps a mailbox while the service is unavailable, and resumes it with the same key', async () => {
    await control('PUT', '/_sandbox/mailboxes/backend', { state: 'disabled' });
    const [shown] = await pressing([], () => runAnswering(Command.connectMailbox, { inputs: ['Later'] }));
    assert.deepEqual(shown?.buttons.slice(0, 2), ['Try Again', 'Give Up']);
    const { row, item } = await waitingRow();
    assert.match(String(item.description), /^not answered yet · since /);
    const [kept] = await pending();
    await control('PUT', '/_sandbox/mailboxes/backend', { state: 'working' });
    await vscode.commands.executeCommand(Command.resumeMailbox, row);
    const [resumed] = await pending();
    assert.deepEqual([resumed?.id, resumed?.state], [kept?.id, 'waiting']);
    await vscode.commands.executeCommand(Command.cancelMailbox);
  });

  it('the command that connects a Gmail mailbox of the sandbox forgets a mailbox that the service refuses permanently', async () => {
    await control('PUT', '/_sandbox/mailboxes/backend', { state: 'rejecting' });
    const [shown] = await pressing([], () => runAnswering(Command.connectMailbox, { inputs: [''] }));
    assert.equal(shown?.buttons[0], 'Start Again');
    assert.deepEqual(await pending(), []);
    await control('PUT', '/_sandbox/mailboxes/backend', { state: 'working' });
  });

  it('the command that connects a Gmail mailbox of the sandbox replaces the pending item with the mailbox after the consent', async () => {
    const { services, trees } = await extensionParts();
    await connect();
    await decide(page(), 'allow');
    const [given] = await pending();
    assert.ok(given);
    await services.pendingMailboxes.ask(given.id);
    assert.deepEqual(await pending(), []);
    const rows = await trees.mailboxes.getChildren();
    const items = rows.map(row => trees.mailboxes.getTreeItem(row));
    assert.ok(items.some(({ label }) => label === 'connected@gmail.example'));
  });
});

describe('shared/sandboxConnect: service that reports a duplicate when a mailbox is connected', () => {
  const redirectUrl = 'https://consent.mail.invalid/allow';
  const keys: (string | undefined)[] = [];
  const bodies: string[] = [];
  let server: FaultyServer;
  let openPage: Parts['services']['openPage'];
  let duplicates: number;
  let mayPass: boolean;

  before(async () => {
    const { services } = await freshWindow();
    server = await new FaultyServer().start();
    const connection = serviceConnection('Duplicates', server.baseUrl);
    ({ openPage } = services);
    await saveConnection({ name: connection.name, baseUrl: server.baseUrl });
    await services.connections.choose(connection);
    await services.keys.store(connection, 'key-of-the-host-test');
    services.scopes.use(connection);
    Object.assign(services, { openPage: () => Promise.resolve(true) });
    // An automatic request would be counted too.
    services.pendingMailboxes.watch(false);
    server.answer = (request, response) => {
      if (request.method !== 'POST') {
        actions(ACTION)(request, response);
        return;
      }
      const [key] = [request.headers['idempotency-key']].flat();
      const again = keys.includes(key);
      keys.push(key);
      request.setEncoding('utf8').on('data', (text: string) => void bodies.push(text));
      request.on('end', () => {
        const conflict = { code: 'idempotency_conflict', message: 'This key was used before.' };
        const headers = { 'x-should-retry': String(mayPass), ...(mayPass ? { 'retry-after': '0' } : {}) };
        if (duplicates > 0) json(409, conflict, headers)(request, response);
        else {
          const ids = { connectionId: ACTION.id, mailboxId: ACTION.id };
          const body = { ...ids, redirectUrl, status: 'pending', address: null };
          json(200, body, again ? { 'idempotent-replayed': 'true' } : {})(request, response);
        }
        duplicates -= 1;
      });
    };
  });

  beforeEach(() => {
    keys.length = 0;
    bodies.length = 0;
  });

  after(async () => {
    const { services } = await extensionParts();
    Object.assign(services, { openPage });
    await server.stop();
  });

  it('a service that reports a duplicate when a mailbox is connected is called again with the same key and body while a retry may succeed', async () => {
    const { services } = await extensionParts();
    [duplicates, mayPass] = [3, true];
    const [shown] = await pressing(['Try Again'], () =>
      runAnswering(Command.connectMailbox, { inputs: ['Mine'] }),
    );
    assert.deepEqual(shown?.buttons.slice(0, 2), ['Try Again', 'Give Up']);
    // The client tries three times automatically, then the user once.
    assert.equal(keys.length, 4);
    assert.deepEqual([new Set(keys).size, new Set(bodies).size], [1, 1]);
    const [waiting] = services.pendingMailboxes.items;
    assert.deepEqual([waiting?.state, waiting?.id], ['waiting', keys[0]]);
    await services.pendingMailboxes.remove(waiting!.id);
  });

  it('a service that reports a duplicate when a mailbox is connected is not called again after the user cancels, and nothing remains', async () => {
    const { services } = await extensionParts();
    [duplicates, mayPass] = [3, true];
    await pressing(['Give Up'], () => runAnswering(Command.connectMailbox, { inputs: ['Mine'] }));
    assert.deepEqual([keys.length, services.pendingMailboxes.items], [3, []]);
  });

  it('a service that reports a duplicate when a mailbox is connected is called only with a new key if it refuses permanently', async () => {
    const { services } = await extensionParts();
    [duplicates, mayPass] = [1, false];
    const shown = await pressing(['Start Again'], () =>
      runAnswering(Command.connectMailbox, { inputs: ['Mine', 'Mine'] }),
    );
    assert.equal(shown.length, 1);
    assert.equal(shown[0]?.buttons[0], 'Start Again');
    assert.deepEqual([keys.length, new Set(keys).size], [2, 2]);
    const [waiting] = services.pendingMailboxes.items;
    assert.deepEqual([waiting?.state, waiting?.id], ['waiting', keys[1]]);
    await services.pendingMailboxes.remove(waiting!.id);
  });
});
