import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import type { Mailbox, MailboxMessage } from '../../../src/contract/records/mailbox.ts';
import { readNewestPasscode } from '../../../src/stores/newestPasscode.ts';

type Answer = readonly Partial<MailboxMessage>[] | Error;

/** Reads the newest passcode of mailboxes with these messages; one with an error cannot be read. */
async function read(answers: Readonly<Record<string, Answer>>): Promise<string | undefined> {
  const client = {
    listMailboxMessages: ({ params: { mailboxId } }: { params: { mailboxId: string } }) => {
      const answer = answers[mailboxId] ?? [];
      return answer instanceof Error
        ? Promise.reject(answer)
        : Promise.resolve({ value: { items: answer.map(message => ({ hasOtp: true, ...message })) } });
    },
  } as unknown as Client;
  const mailboxes = {
    async *all(): AsyncGenerator<readonly Mailbox[]> {
      for (const id of Object.keys(answers)) yield await Promise.resolve([{ id }]);
    },
  };
  const message = await readNewestPasscode(client, mailboxes);
  return message && `${message.mailboxId} ${message.id}`;
}

const at = (minute: number): string => `2026-11-21T12:0${minute}:00Z`;

it('the newest passcode is in the newest message of all mailboxes that has one', async () => {
  const first = [
    { id: 'm1', receivedAt: at(1) },
    { id: 'm2', receivedAt: at(3), hasOtp: false },
  ];
  assert.equal(await read({ a: first, b: [{ id: 'm3', receivedAt: at(2) }, { id: 'm4' }] }), 'b m3');
  assert.equal(await read({ a: [], b: [] }), undefined);
  assert.equal(await read({}), undefined);
});

it('the newest passcode is that of the mailboxes that can be read, if they have one', async () => {
  const refused = new Error('refused');
  assert.equal(await read({ a: refused, b: [{ id: 'm1', receivedAt: at(1) }] }), 'b m1');
  await assert.rejects(read({ a: refused, b: [] }), refused);
});
