import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { MAILBOX_STATUSES } from '../../../src/contract/mailboxValues.ts';
import type { Mailbox } from '../../../src/contract/records/mailbox.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { ALL_MESSAGES } from '../../../src/stores/mailboxStore.ts';
import { mailboxItem } from '../../../src/views/mailboxItems.ts';
import type { Row } from '../../../src/views/row.ts';
import type { RowTree } from '../../../src/views/rowTree.ts';
import { createEndpoint } from '../../support/createEndpoint.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

async function linesOf(
  tree: RowTree,
  parent?: Row,
): Promise<{ row: Row; label: string; item: vscode.TreeItem }[]> {
  const rows = await tree.getChildren(parent);
  return rows.map(row => {
    const item = tree.getTreeItem(row);
    return { row, item, label: typeof item.label === 'string' ? item.label : '' };
  });
}

describe('shared/sandboxInboxes', () => {
  before(freshWindow);

  it('mailboxes and webhooks in the sandbox show mailboxes with their usage, and messages with sender and passcode', async () => {
    const { services, trees } = await extensionParts();
    const mailboxes = await linesOf(trees.mailboxes);
    const gmail = mailboxes.find(({ label }) => label === 'qa.devices@gmail.example');
    assert.ok(gmail);
    assert.ok(mailboxes.some(({ item }) => String(item.description).includes('127 of 1000')));
    const unpaid = mailboxes.find(({ item }) => String(item.description).includes('awaiting payment'));
    assert.deepEqual(unpaid?.item.iconPath, new vscode.ThemeIcon('credit-card'));
    const messages = await linesOf(trees.mailboxes, gmail.row);
    const coded = messages.find(({ item }) => item.contextValue?.includes('passcode'));
    assert.match(String(coded?.item.description), /^no-reply@shop\.example · /);
    services.messages.show({ ...ALL_MESSAGES, onlyPasscodes: true });
    const only = await linesOf(trees.mailboxes, gmail.row);
    assert.ok(only.length > 0 && only.length < messages.length);
    assert.ok(only.every(({ item }) => item.contextValue?.includes('passcode')));
    services.messages.show(ALL_MESSAGES);
  });

  it('mailboxes and webhooks in the sandbox show the status of a mailbox in words, with an icon, also an unknown one', () => {
    const shown = (mailbox: Partial<Mailbox>): unknown[] => {
      const { description, iconPath } = mailboxItem({ id: 'a', address: 'a@b.example', ...mailbox }, 0);
      return [description, iconPath instanceof vscode.ThemeIcon && iconPath.id];
    };
    const currentPeriodEnd = new Date(Date.now() + 3 * 86_400_000 + 60_000).toISOString();
    const statuses = [...MAILBOX_STATUSES, 'moved_elsewhere'];
    assert.deepEqual(
      Object.fromEntries(statuses.map(status => [status, shown({ status, currentPeriodEnd })])),
      {
        provisioning: ['being created', 'watch'],
        awaiting_payment: ['awaiting payment', 'credit-card'],
        active: ['', 'inbox'],
        cancel_scheduled: ['cancellation scheduled · ends in 3 days', 'calendar'],
        archived: ['archived', 'archive'],
        billing_error: ['payment problem', 'warning'],
        pending_connection: ['waiting for consent', 'watch'],
        connection_expired: ['consent expired', 'circle-slash'],
        connection_removed: ['connection removed', 'circle-slash'],
        moved_elsewhere: ['moved elsewhere', 'inbox'],
      },
    );
  });

  it('mailboxes and webhooks in the sandbox copy the address of a mailbox', async () => {
    const { trees } = await extensionParts();
    const [gmail] = (await linesOf(trees.mailboxes)).filter(({ label }) => label.startsWith('qa.devices'));
    await vscode.commands.executeCommand(Command.copyMailboxAddress, gmail?.row);
    assert.equal(await vscode.env.clipboard.readText(), 'qa.devices@gmail.example');
  });

  it('mailboxes and webhooks in the sandbox hide passcodes in the tree and in the document of a message', async () => {
    const { trees } = await extensionParts();
    const [gmail] = (await linesOf(trees.mailboxes)).filter(({ label }) => label.startsWith('qa.devices'));
    assert.ok(gmail);
    const messages = await linesOf(trees.mailboxes, gmail.row);
    const shown = messages.map(({ label, item }) =>
      [
        label,
        item.description,
        (item.tooltip as vscode.MarkdownString).value,
        item.accessibilityInformation?.label,
      ].join('\n'),
    );
    assert.ok(shown.some(text => text.includes('••••••')));
    for (const text of shown) assert.doesNotMatch(text, /482.?913|774.?120/);
    const coded = messages.find(({ label }) => label.startsWith('Your sign-in code'));
    await vscode.commands.executeCommand(Command.showRecord, coded?.row);
    const document = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(document, /"subject": "Your sign-in code.*••••••/);
    assert.doesNotMatch(document, /482.?913/);
  });

  it('mailboxes and webhooks in the sandbox open a message as a report, without its passcode', async () => {
    const { trees } = await extensionParts();
    const [gmail] = (await linesOf(trees.mailboxes)).filter(({ label }) => label.startsWith('qa.devices'));
    const messages = await linesOf(trees.mailboxes, gmail?.row);
    const coded = messages.find(({ label }) => label.startsWith('Your sign-in code'));
    assert.equal(coded?.item.command?.command, Command.showMessage);
    const [row] = coded.item.command.arguments as unknown[];
    await vscode.commands.executeCommand(Command.showMessage, row);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /^# Your sign\\-in code is ••••••\n/);
    assert.match(text, /\nFrom `no-reply@shop\.example`, /);
    assert.match(text, /Do not share it with anybody/);
    assert.doesNotMatch(text, /482.?913|beginning of the message/);
    const receipt = messages.find(({ label }) => label.startsWith('Receipt'));
    await vscode.commands.executeCommand(Command.showMessage, receipt?.row);
    const other = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(other, /## Attachments\n\n- invoice\\-118820\.pdf \(application\/pdf, 48\.2 kB\)\n/);
  });

  it('mailboxes and webhooks in the sandbox act on the message of a report from its title, unless another connection is active', async () => {
    const { services, trees } = await extensionParts();
    const [gmail] = (await linesOf(trees.mailboxes)).filter(({ label }) => label.startsWith('qa.devices'));
    const messages = await linesOf(trees.mailboxes, gmail?.row);
    const bank = messages.find(({ label }) => label === 'Confirm your new device');
    await vscode.commands.executeCommand(Command.showMessage, bank?.row);
    const report = vscode.window.activeTextEditor?.document.uri;
    assert.match(report?.path ?? '', /^\/message\.passcode\/[^/]+\/Confirm your new device\.md$/);
    await vscode.env.clipboard.writeText('');
    // The title of an editor passes the address of its document.
    await vscode.commands.executeCommand(Command.copyMessagePasscode, report);
    assert.equal(await vscode.env.clipboard.readText(), '774120');
    await vscode.env.clipboard.writeText('');
    await services.connections.choose(undefined);
    assert.deepEqual(await runAnswering(Command.copyMessagePasscode, {}, report), [
      'This report is about another connection. Switch to it first.',
    ]);
    assert.equal(await vscode.env.clipboard.readText(), '');
    await services.connections.choose(SANDBOX);
  });

  it('mailboxes and webhooks in the sandbox copy the passcode of a message, or the newest one', async () => {
    const { trees } = await extensionParts();
    const [gmail] = (await linesOf(trees.mailboxes)).filter(({ label }) => label.startsWith('qa.devices'));
    assert.ok(gmail);
    const messages = await linesOf(trees.mailboxes, gmail.row);
    const bank = messages.find(({ label }) => label === 'Confirm your new device');
    await vscode.commands.executeCommand(Command.copyMessagePasscode, bank?.row);
    assert.equal(await vscode.env.clipboard.readText(), '774120');
    await vscode.commands.executeCommand(Command.copyPasscode);
    assert.equal(await vscode.env.clipboard.readText(), '482913');
  });

  it('mailboxes and webhooks in the sandbox copy the newest passcode of the readable mailboxes', async () => {
    const { services, trees } = await extensionParts();
    await linesOf(trees.mailboxes);
    const client = await services.session.client();
    const { listMailboxMessages } = client;
    const gmail = services.mailboxes.state.items.find(({ address }) => address?.startsWith('qa.devices'));
    const refuse = (hasAny: boolean): void => {
      const answer: typeof listMailboxMessages = (...given) =>
        hasAny && given[0].params.mailboxId === gmail?.id
          ? listMailboxMessages(...given)
          : Promise.reject(new Error('The mailbox was refused.'));
      Object.assign(client, { listMailboxMessages: answer });
    };
    try {
      await vscode.env.clipboard.writeText('');
      refuse(true);
      assert.deepEqual(await runAnswering(Command.copyPasscode, {}), []);
      assert.equal(await vscode.env.clipboard.readText(), '482913');
      refuse(false);
      assert.deepEqual(await runAnswering(Command.copyPasscode, {}), ['The mailbox was refused.']);
    } finally {
      Object.assign(client, { listMailboxMessages });
    }
  });

  it('mailboxes and webhooks in the sandbox type the passcode of a message on a device', async () => {
    const { services, trees, devicePanels } = await extensionParts();
    const [gmail] = (await linesOf(trees.mailboxes)).filter(({ label }) => label.startsWith('qa.devices'));
    const messages = await linesOf(trees.mailboxes, gmail?.row);
    const coded = messages.find(({ label }) => label.startsWith('Your sign-in code'));
    const client = await services.session.client();
    const { typeText } = client;
    const typed: Parameters<typeof typeText>[0][] = [];
    Object.assign(client, {
      typeText: (input: (typeof typed)[number]) => Promise.resolve(typed.push(input)),
    });
    try {
      assert.deepEqual(await runAnswering(Command.typeMessagePasscode, {}, coded?.row), []);
      const { items } = services.devices.state;
      // Not the first of the list.
      const id = items.find(device => device.state === 'ready' && device !== items[0])?.id ?? '';
      await services.devicePanels.open(id, services.scopes.current);
      assert.deepEqual(await runAnswering(Command.typeMessagePasscode, {}, coded?.row), []);
      assert.deepEqual(
        typed.map(({ params, body: { text } }) => [params.deviceId, text]),
        [
          [items[0]?.id, '482913'],
          [id, '482913'],
        ],
      );
      const { log } = await devicePanels.session(id);
      assert.deepEqual(
        log.done.map(({ gesture }) => gesture),
        [{ kind: 'text', text: '', stealth: false, secret: true }],
      );
    } finally {
      Object.assign(client, { typeText });
    }
  });

  it('mailboxes and webhooks in the sandbox open a link of a message on a device', async () => {
    const { services, trees } = await extensionParts();
    const [gmail] = (await linesOf(trees.mailboxes)).filter(({ label }) => label.startsWith('qa.devices'));
    assert.ok(gmail);
    const { id: mailboxId } = gmail.row.record as { id: string };
    const text =
      '<a href="https://shop.example/a/482913?b=1">One</a> https://good.example@evil.example/ http://plain.example/x';
    const subject = 'Links for code 482913';
    const sandbox = await services.clients.openSandbox();
    await sandbox.deliverMessage({ params: { mailboxId }, body: { subject, text } });
    services.messages.expire(mailboxId);
    const messages = await linesOf(trees.mailboxes, gmail.row);
    const linked = messages.find(({ label }) => label.startsWith('Links for code'));
    assert.match(linked?.item.contextValue ?? '', /\blink\b/);
    const client = await services.session.client();
    const { openDeepLink } = client;
    const opened: string[] = [];
    Object.assign(client, {
      openDeepLink: ({ body }: Parameters<typeof openDeepLink>[0]) =>
        Promise.resolve(opened.push(body.deepLink)),
    });
    try {
      const questions: string[] = [];
      const open = (link: string, buttons: readonly string[] = []): Promise<unknown> =>
        runAnswering(Command.sendLinkToDevice, { picks: [link], buttons, questions }, linked?.row);
      assert.deepEqual(await open('shop.example/a/••••••'), []);
      assert.deepEqual(await open('evil.example/'), []);
      assert.deepEqual(await open('http://plain.example/x', ['Open']), []);
      assert.deepEqual(opened, [
        'https://shop.example/a/482913?b=1',
        'https://good.example@evil.example/',
        'http://plain.example/x',
      ]);
      assert.deepEqual(questions, ['Open a link that is not encrypted?']);
    } finally {
      Object.assign(client, { openDeepLink });
    }
  });

  it('mailboxes and webhooks in the sandbox remove a copied passcode from the clipboard later, and nothing copied since', async () => {
    const { secretClipboard } = (await extensionParts()).services;
    await secretClipboard.copyPasscode('482913');
    await secretClipboard.forgetPasscode();
    assert.equal(await vscode.env.clipboard.readText(), '');
    await secretClipboard.copyPasscode('482913');
    await vscode.env.clipboard.writeText('something else');
    await secretClipboard.forgetPasscode();
    assert.equal(await vscode.env.clipboard.readText(), 'something else');
  });

  it('mailboxes and webhooks in the sandbox mark new messages as unread until they are opened, used, or all marked', async () => {
    const { services, trees } = await extensionParts();
    const mailbox = async (): Promise<Awaited<ReturnType<typeof linesOf>>[0]> => {
      const line = (await linesOf(trees.mailboxes)).find(({ label }) => label.startsWith('qa.devices'));
      assert.ok(line);
      return line;
    };
    const { row } = await mailbox();
    const { id: mailboxId } = row.record as { id: string };
    const unread = async (): Promise<readonly string[]> =>
      (await linesOf(trees.mailboxes, row))
        .filter(({ item }) => item.accessibilityInformation?.label.includes(' message, unread, '))
        .map(({ label }) => label);
    assert.deepEqual(await unread(), []);
    const sandbox = await services.clients.openSandbox();
    const deliver = async (subject: string, body = {}): Promise<void> => {
      await sandbox.deliverMessage({ params: { mailboxId }, body: { subject, ...body } });
      services.messages.expire(mailboxId);
    };
    const named = async (name: string): Promise<Row | undefined> =>
      (await linesOf(trees.mailboxes, row)).find(({ label }) => label === name)?.row;
    await deliver('News', { text: '<p>Open <a href="https://shop.example/">the shop</a></p>' });
    await deliver('Code', { passcode: true });
    assert.deepEqual(await unread(), ['Code', 'News']);
    assert.match((await mailbox()).item.accessibilityInformation?.label ?? '', /, 2 unread/);
    await vscode.commands.executeCommand(Command.showMessage, await named('News'));
    const report = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.ok(report.includes('Open the shop `(https://shop.example/)`'), report);
    assert.deepEqual(await unread(), ['Code']);
    await vscode.commands.executeCommand(Command.copyMessagePasscode, await named('Code'));
    assert.deepEqual(await unread(), []);
    await deliver('More news');
    await deliver('Even more news');
    assert.deepEqual(await unread(), ['Even more news', 'More news']);
    await vscode.commands.executeCommand(Command.markMessagesRead, row);
    assert.deepEqual(await unread(), []);
  });

  it('mailboxes and webhooks in the sandbox show endpoints with their health, test one, and open its delivery with the result', async () => {
    const { services, trees } = await extensionParts();
    const connection = services.session.require();
    const client = await services.session.client();
    const body = { url: 'http://127.0.0.1:9/', eventTypes: ['webhook.test'], description: 'Closed port' };
    const { id, secret } = await createEndpoint(client, body);
    await services.webhookSecrets.store(connection.id, id, secret);
    await vscode.commands.executeCommand(Command.refreshWebhooks);
    const endpoints = await linesOf(trees.webhooks);
    const closed = endpoints.find(({ label }) => label === 'Closed port');
    assert.ok(closed);
    assert.match(
      closed.item.accessibilityInformation?.label ?? '',
      /webhook endpoint, healthy, 1 event type$/,
    );
    const [told] = await runAnswering(Command.testWebhook, {}, closed.row);
    assert.match(told ?? '', /not accepted: .*could not be reached/);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /## Attempt 1\n[^]*\| Error +\| .*could not be reached/);
    assert.match(text, /\| Signature +\| The signature is right\./);
    assert.ok(!text.includes(secret));
    await vscode.commands.executeCommand(Command.disableWebhook, closed.row);
    assert.equal(services.webhooks.byId(id)?.state, 'DISABLED');
    await vscode.commands.executeCommand(Command.enableWebhook, closed.row);
    assert.equal(services.webhooks.byId(id)?.state, 'ACTIVE');
  });
});
