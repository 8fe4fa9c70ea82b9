import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import type { Failure } from '../../src/client/failure.ts';
import type { MailboxMessage } from '../../src/contract/records/mailbox.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('mailboxMessages', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function told(response: Response): Promise<Record<string, unknown>> {
    return (await response.json()) as Record<string, unknown>;
  }

  function deliver(mailbox: string, body: object): Promise<Response> {
    return sandbox.request(`/../_sandbox/mailboxes/${mailbox}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  const mailboxId = demoMailboxId('allocated');

  it('mail in the sandbox is delivered with its passcode, preview, and count', async () => {
    const response = await deliver(mailboxId, {
      fromAddress: 'no-reply@bank.example',
      subject: 'Your code',
      text: `Hello,\n\nyour code is 77 41 20. ${'x'.repeat(300)}`,
    });
    assert.equal(response.status, 201);
    const { data } = (await response.json()) as { data: MailboxMessage & { code: string } };
    assert.deepEqual([data.code, data.hasOtp, data.preview?.length], ['774120', true, 140]);
    const list = (await sandbox.client.listMailboxMessages({ params: { mailboxId } })).value;
    assert.equal(list.items?.[0]?.id, data.id);
    const { items } = (await sandbox.client.listMailboxes({})).value;
    assert.equal(items?.find(one => one.id === mailboxId)?.inboundMessages?.used, 128);
  });

  it('mail in the sandbox can be given its own passcode', async () => {
    const plain = await told(await deliver(mailboxId, { passcode: true }));
    const { code } = plain['data'] as { code: string };
    assert.match(code, /^\d{6}$/);
    const filled = await told(
      await deliver(mailboxId, { passcode: true, subject: 'Code {code}', text: 'Sign in with {code}.' }),
    );
    const data = filled['data'] as { code: string; subject: string; preview: string };
    assert.equal(data.subject, `Code ${data.code}`);
    assert.equal(data.preview, `Sign in with ${data.code}.`);
    const none = await told(await deliver(mailboxId, { subject: 'Lunch?', text: 'At twelve.' }));
    assert.equal((none['data'] as { code: unknown }).code, null);
  });

  it('mail in the sandbox is refused by a mailbox that has reached its limit, until its period ends', async () => {
    const full = demoMailboxId('exhausted');
    const statuses = [];
    for (let mail = 0; mail < 4; mail++) statuses.push((await deliver(full, { text: 'x' })).status);
    assert.deepEqual(statuses, [201, 201, 201, 409]);
    const refused = await deliver(full, { text: 'x' });
    assert.equal((await told(refused))['code'], 'included_capacity_unavailable');
    const read = async (): Promise<unknown> =>
      (await sandbox.client.listMailboxes({})).value.items?.find(one => one.id === full)?.inboundMessages;
    assert.deepEqual([((await read()) as { exhausted: boolean }).exhausted], [true]);
    sandbox.clock.advance(21 * 86_400_000);
    const { used, exhausted } = (await read()) as { used: number; exhausted: boolean };
    assert.deepEqual([used, exhausted], [0, false]);
    assert.equal((await deliver(full, { text: 'x' })).status, 201);
  });

  it('mail in the sandbox can have a time in the past but not in the future', async () => {
    const receivedAt = new Date(sandbox.clock.now() - 86_400_000).toISOString();
    const { data } = (await (await deliver(mailboxId, { receivedAt })).json()) as { data: MailboxMessage };
    assert.equal(data.receivedAt, receivedAt);
    for (const wrong of [new Date(sandbox.clock.now() + 60_000).toISOString(), 'yesterday'])
      assert.equal((await deliver(mailboxId, { receivedAt: wrong })).status, 400);
  });

  it('mail in the sandbox is previewed without splitting a character, and with its own passcode visible', async () => {
    const cut = await told(await deliver(mailboxId, { text: `${'x'.repeat(139)}🎉🎉` }));
    assert.equal((cut['data'] as MailboxMessage).preview, `${'x'.repeat(139)}🎉`);
    const long = await told(await deliver(mailboxId, { passcode: true, text: 'x'.repeat(500) }));
    const { preview, code } = long['data'] as MailboxMessage & { code: string };
    assert.ok(preview?.includes(code));
  });

  it('mail in the sandbox is refused by a mailbox that is not active', async () => {
    const refused = await deliver(demoMailboxId('unpaid'), { text: 'x' });
    assert.deepEqual([refused.status, (await told(refused))['code']], [409, 'mailbox_not_active']);
  });

  it('mail in the sandbox is refused if it is too large or there is no such mailbox', async () => {
    const large = await deliver(mailboxId, { text: 'x'.repeat(100_001) });
    assert.deepEqual([large.status, (await told(large))['code']], [413, 'message_too_large']);
    const params = { mailboxId: randomUUID() };
    assert.equal((await deliver(params.mailboxId, { text: 'x' })).status, 404);
    const gone = await failureOf(sandbox.client.listMailboxMessages({ params }));
    assert.equal(gone.status, 404);
  });

  it('mail in the sandbox is paged so that each message is returned once, even if more messages arrive', async () => {
    for (let mail = 0; mail < 25; mail++) await deliver(mailboxId, { subject: `Number ${mail}` });
    const all = (await sandbox.client.listMailboxMessages({ params: { mailboxId }, query: { limit: 100 } }))
      .value;
    const wanted = all.items?.map(message => message.id) ?? [];
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 7, ...(cursor ? { cursor } : {}) };
      const { items, nextCursor } = (
        await sandbox.client.listMailboxMessages({ params: { mailboxId }, query })
      ).value;
      seen.push(...(items ?? []).map(message => message.id));
      cursor = nextCursor ?? undefined;
      await deliver(mailboxId, { subject: 'Meanwhile' });
    } while (cursor);
    assert.deepEqual(seen, wanted);
  });

  it('mail in the sandbox is paged correctly for every page size and order of arrival', async () => {
    const steps = fc.array(fc.record({ mails: fc.integer({ min: 0, max: 3 }), minutesAgo: fc.nat(90) }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), steps, async (limit, arrivals) => {
        const early = new Set(sandbox.service.store.messages.all({ mailboxId }).map(({ id }) => id));
        const seen: string[] = [];
        let cursor: string | undefined;
        let turn = 0;
        do {
          const query = { limit, ...(cursor ? { cursor } : {}) };
          const page = (await sandbox.client.listMailboxMessages({ params: { mailboxId }, query })).value;
          seen.push(...(page.items ?? []).map(message => message.id));
          cursor = page.nextCursor ?? undefined;
          const { mails = 0, minutesAgo = 0 } = arrivals[turn++] ?? {};
          const receivedAt = new Date(sandbox.clock.now() - minutesAgo * 60_000).toISOString();
          for (let mail = 0; mail < mails; mail++) await deliver(mailboxId, { receivedAt });
        } while (cursor);
        assert.equal(new Set(seen).size, seen.length, 'no message comes twice');
        assert.deepEqual(
          [...early].filter(id => !seen.includes(id)),
          [],
          'every message of the beginning comes',
        );
      }),
      { numRuns: 15 },
    );
  });

  it('mail in the sandbox is filtered by sender, time, and passcode', async () => {
    sandbox.clock.freeze(true);
    const after = new Date(sandbox.clock.now()).toISOString();
    await deliver(mailboxId, { fromAddress: 'Ada@Example.com', text: 'Your code is 4829' });
    await deliver(mailboxId, { fromAddress: 'ada@example.com', text: 'Lunch?' });
    const count = async (query: object): Promise<number | undefined> =>
      (await sandbox.client.listMailboxMessages({ params: { mailboxId }, query })).value.items?.length;
    assert.equal(await count({ sender: 'ada@example.com' }), 2);
    assert.equal(await count({ sender: 'ada@example.com', hasOtp: true }), 1);
    assert.equal(await count({ after }), 2);
    assert.equal(await count({ after, hasOtp: false }), 1);
    assert.equal(await count({ sender: 'nobody@example.com' }), 0);
  });

  it('mail in the sandbox accepts only cursors of the same list', async () => {
    const query = { limit: 1 };
    const other = { mailboxId: demoMailboxId('gmail') };
    const { nextCursor } = (await sandbox.client.listMailboxMessages({ params: other, query })).value;
    for (const cursor of ['x', nextCursor ?? '']) {
      const { failure, status } = await failureOf(
        sandbox.client.listMailboxMessages({ params: { mailboxId }, query: { cursor } }),
      );
      const refused = failure as Extract<Failure, { kind: 'refused' }>;
      assert.deepEqual([status, refused.body], [400, 'plain']);
    }
  });

  it('mail in the sandbox is sent to the subscribed endpoints', async () => {
    const body = { url: 'http://127.0.0.1:9/', eventTypes: ['mailbox.passcode.received'] };
    const { id } = (await sandbox.client.createWebhook({ body })).value.data;
    await deliver(mailboxId, { text: 'Lunch?' });
    await deliver(mailboxId, { text: 'Your code is 4829' });
    const { items } = (await sandbox.client.listWebhookDeliveries({ params: { id } })).value;
    assert.deepEqual(
      items?.map(one => one.eventType),
      ['mailbox.passcode.received'],
    );
  });
});
