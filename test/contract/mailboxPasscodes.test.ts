import assert from 'node:assert/strict';
import type { FoundPasscode } from '../../src/contract/records/mailbox.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const mailboxId = demoMailboxId('exhausted');
const params = { mailboxId };

describe('mailboxPasscodes', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  type Mail = NonNullable<Parameters<TestSandbox['sandboxClient']['deliverMessage']>[0]['body']>;
  type Query = NonNullable<Parameters<TestSandbox['client']['findPasscode']>[0]['query']>;

  async function find(query: Query = {}): Promise<FoundPasscode | null | undefined> {
    return (await sandbox.client.findPasscode({ params, query })).value.data;
  }

  async function deliver(body: Mail): Promise<string> {
    return (await sandbox.sandboxClient.deliverMessage({ params, body })).value.data.id;
  }

  it('the reader of mail in the sandbox finds the newest passcode as text, with its message', async () => {
    const messageId = await deliver({
      fromAddress: 'Shop <codes@shop.example>',
      subject: 'Hello',
      text: `${'Words. '.repeat(40)}Your code is 0042 17.`,
    });
    const found = await find();
    assert.ok(Math.abs(Date.parse(found?.receivedAt ?? '') - sandbox.clock.now()) < 60_000);
    assert.deepEqual(found, {
      code: '004217',
      confidence: 'high',
      messageId,
      receivedAt: found?.receivedAt,
      sender: 'Shop <codes@shop.example>',
      subject: 'Hello',
    });
    await deliver({ subject: 'Your code is 777111', text: 'Your other code is 888222' });
    assert.equal((await find())?.confidence, 'medium');
  });

  it('the reader of mail in the sandbox finds passcodes of a sender, after a time, and of a length', async () => {
    assert.equal((await find())?.code, '000496');
    await deliver({ fromAddress: 'codes@shop.example', text: 'Your code is 4829' });
    assert.equal((await find())?.code, '4829');
    assert.equal((await find({ sender: 'PROBE@load' }))?.code, '000496');
    assert.equal((await find({ minLength: 5 }))?.code, '000496');
    assert.equal((await find({ minLength: 6, maxLength: 6 }))?.code, '000496');
    assert.equal((await find({ maxLength: 5 }))?.code, '4829');
    const after = new Date(sandbox.clock.now() - 60_000).toISOString();
    assert.equal((await find({ after }))?.code, '4829');
  });

  it('the reader of mail in the sandbox says that there is no passcode without a body', async () => {
    const response = await sandbox.request(`/mailboxes/${mailboxId}/otp?minLength=9`);
    assert.deepEqual([response.status, await response.text()], [204, '']);
    assert.equal(await find({ minLength: 9 }), undefined);
    assert.equal(await find({ sender: 'nobody@shop.example' }), undefined);
  });

  for (const query of ['minLength=2', 'maxLength=2', 'minLength=8&maxLength=7', 'after=yesterday']) {
    it(`the reader of mail in the sandbox refuses to find a passcode with ${query}`, async () => {
      const response = await sandbox.request(`/mailboxes/${mailboxId}/otp?${query}`);
      assert.equal(response.status, 400);
      const { code, message } = (await response.json()) as Record<string, unknown>;
      assert.deepEqual([typeof code, typeof message], ['string', 'string']);
    });
  }

  it('the reader of mail in the sandbox shows a message with all of its text and the names of its attachments', async () => {
    const attachments = [{ name: '../../a<b>.pdf', contentType: 'application/pdf', size: 12 }];
    const text = 'x'.repeat(1000);
    const messageId = await deliver({
      fromAddress: 'Shop <a@shop.example>',
      subject: 'Hi',
      text,
      attachments,
    });
    const { data } = (await sandbox.client.getMailboxMessage({ params: { mailboxId, messageId } })).value;
    assert.deepEqual(data, {
      id: messageId,
      mailboxId,
      fromAddress: 'Shop <a@shop.example>',
      fromName: 'Shop',
      subject: 'Hi',
      textBody: text,
      hasOtp: false,
      receivedAt: data.receivedAt,
      attachmentCount: 1,
      attachments,
    });
    const plain = await deliver({ fromAddress: 'a@shop.example', text: 'x' });
    const other = (await sandbox.client.getMailboxMessage({ params: { mailboxId, messageId: plain } })).value;
    assert.deepEqual(
      [other.data.fromName, other.data.attachmentCount, other.data.attachments],
      [null, 0, []],
    );
  });

  it('the reader of mail in the sandbox accepts 20 attachments at most', async () => {
    const attachments = Array.from({ length: 21 }, () => ({ name: 'a.txt' }));
    await deliver({ attachments: attachments.slice(1) });
    assert.equal((await failureOf(deliver({ attachments }))).failure.kind, 'invalidRequest');
  });

  it('the reader of mail in the sandbox shows a message only in its own mailbox', async () => {
    const messageId = await deliver({ text: 'x' });
    for (const [box, id] of [
      [demoMailboxId('gmail'), messageId],
      [mailboxId, 'msg_missing'],
    ] as const) {
      const response = await sandbox.request(`/mailboxes/${box}/messages/${id}`);
      assert.equal(response.status, 404);
      assert.equal(typeof ((await response.json()) as { error: unknown }).error, 'string');
    }
  });
});
