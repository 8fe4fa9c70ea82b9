import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Mailbox } from '../../../src/contract/records/mailbox.ts';
import { Command } from '../../../src/manifest.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';

const INCLUDED = 'Included in the Plan';

describe('shared/mailboxLifecycle', () => {
  let fresh: FreshWindow;

  beforeEach(async () => {
    fresh = await freshWindow();
  });

  async function all(): Promise<readonly Mailbox[]> {
    return (await fresh.client.listMailboxes({ query: { pageSize: 100 } })).value.items ?? [];
  }

  async function row(address: string): Promise<{ kind: 'mailbox'; record: Mailbox }> {
    const record = (await all()).find(mailbox => mailbox.address === address);
    assert.ok(record, address);
    return { kind: 'mailbox', record };
  }

  it('mailboxes of the service are created as part of the plan with an address and a label', async () => {
    await runAnswering(Command.createMailbox, { picks: [INCLUDED], inputs: ['made-here', ' Mine '] });
    const { label, status, billingMode } = (await row('made-here@inbox.example')).record;
    assert.deepEqual([label, status, billingMode], ['Mine', 'active', 'included']);
    const { mailboxes } = fresh.services;
    assert.ok(mailboxes.state.items.some(({ address }) => address === 'made-here@inbox.example'));
    await runAnswering(Command.createMailbox, { picks: [INCLUDED], inputs: ['', ''] });
    assert.ok((await all()).some(({ address, label: none }) => address?.startsWith('box-') && none === null));
  });

  it('mailboxes of the service are paid for only after a question, and then on a page of the service', async () => {
    const before = (await all()).length;
    const questions: string[] = [];
    await runAnswering(Command.createMailbox, {
      picks: ['Paid…'],
      questions,
      buttons: ['Create Paid Mailbox'],
      inputs: ['paid', ''],
    });
    assert.deepEqual(questions, ['Create a paid mailbox?']);
    assert.equal((await all()).length, before + 1);
    const paid = await row('paid@inbox.example');
    assert.deepEqual([paid.record.status, paid.record.billingMode], ['awaiting_payment', 'rent']);
    const { services } = await extensionParts();
    const { openPage } = services;
    const opened: string[] = [];
    Object.assign(services, { openPage: (page: string) => Promise.resolve(opened.push(page) > 0) });
    try {
      await runAnswering(Command.payForMailbox, {}, paid);
      const unsafe = { kind: 'mailbox', record: { ...paid.record, checkoutUrl: 'file:///etc/passwd' } };
      const [told] = await runAnswering(Command.payForMailbox, {}, unsafe);
      assert.match(told ?? '', /not at a safe web address/);
    } finally {
      Object.assign(services, { openPage });
    }
    assert.deepEqual(opened, [paid.record.checkoutUrl]);
  });

  it('mailboxes of the service are not created without the agreement to pay, and not offered as included if none is left', async () => {
    for (let count = 0; count < 2; count++) await fresh.client.createMailbox({ body: {} });
    const before = (await all()).length;
    const { window } = await extensionParts();
    const { showWarningMessage } = window;
    const details: unknown[] = [];
    Object.assign(window, {
      showWarningMessage: (_: string, options: { detail: string }) => {
        details.push(options.detail);
        return Promise.resolve(undefined);
      },
    });
    try {
      await vscode.commands.executeCommand(Command.createMailbox);
    } finally {
      Object.assign(window, { showWarningMessage });
    }
    assert.equal(details.length, 1);
    assert.match(String(details[0]), /^0 of 3 included mailboxes left\. The service charges/);
    assert.equal((await all()).length, before);
  });

  it('mailboxes of the service are created even if the service does not tell its capacity, which is said if it creates none', async () => {
    const { sandboxClient } = fresh;
    const fault = { kind: 'status', status: 404, body: { message: 'Nothing here.' } } as const;
    await sandboxClient.addFault({ body: { operation: 'getMailboxCapacity', fault } });
    await runAnswering(Command.createMailbox, { picks: [INCLUDED], inputs: ['made-here', ''] });
    assert.equal((await row('made-here@inbox.example')).record.status, 'active');
    await sandboxClient.addFault({ body: { operation: 'createMailbox', fault } });
    const [told] = await runAnswering(Command.createMailbox, { picks: [INCLUDED], inputs: ['', ''] });
    assert.match(told ?? '', /does not offer this/);
  });

  it('mailboxes of the service are renamed, canceled, continued, and restarted in their menus', async () => {
    const paid = await row('load@inbox.example');
    await runAnswering(Command.renameMailbox, { inputs: [value => `${value} 2`] }, paid);
    assert.equal((await row('load@inbox.example')).record.label, 'Load tests 2');
    await runAnswering(Command.renameMailbox, { inputs: [''] }, paid);
    assert.equal((await row('load@inbox.example')).record.label, null);
    await runAnswering(Command.undoMailboxEnd, {}, paid);
    const active = await row('load@inbox.example');
    assert.equal(active.record.status, 'active');
    const questions: string[] = [];
    const buttons = ['End Mailbox'];
    await runAnswering(Command.endMailbox, { questions, buttons }, active);
    assert.deepEqual(questions, ['Cancel the mailbox “load@inbox.example”?']);
    assert.equal((await row('load@inbox.example')).record.status, 'cancel_scheduled');
    const included = await row('signup-7f3a@inbox.example');
    await runAnswering(Command.endMailbox, { buttons }, included);
    const archived = await row('signup-7f3a@inbox.example');
    assert.equal(archived.record.status, 'archived');
    await runAnswering(Command.restartMailbox, { picks: [INCLUDED] }, archived);
    assert.equal((await row('signup-7f3a@inbox.example')).record.status, 'active');
  });
});
