import * as z from 'zod';
import { Uuid } from '../../contract/scalars.ts';
import { receivedTime } from '../../stores/mailboxStore.ts';
import { passcodeArriving, passcodeReader } from '../../stores/passcodeWait.ts';
import { HANDLE_MS } from '../passcodeHandles.ts';
import { connectionInput } from '../schemas.ts';
import { defineTool } from '../tool.ts';

const POLL_MS = 1000;

/** Waits for a passcode in a mailbox. */
export const waitForPasscode = defineTool({
  name: 'wait_for_passcode',
  title: 'Wait for Passcode',
  description:
    'Wait for a mail with a one-time passcode. Returns a handle, never the passcode: pass it to act_on_device with do "typePasscode". In a flow, use the action with the method mailbox.waitForPasscode instead.',
  input: z.strictObject({
    ...connectionInput,
    mailboxId: Uuid,
    since: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Accept mails received since this time; by default only later ones.'),
    timeoutSeconds: z.int().min(1).max(300).default(60),
  }),
  output: z.object({
    found: z.boolean(),
    handle: z.string().optional(),
    validSeconds: z.int().optional(),
  }),
  effects: ['read'],
  runsOn: 'connection',
  example: { mailboxId: '00000000-0000-4000-8000-000000000000', timeoutSeconds: 30 },
  run: async ({ mailboxId, since, timeoutSeconds }, { connection, passcodes, signal, report }) => {
    const read = passcodeReader(connection.client, mailboxId, { after: since, signal });
    const from = since === undefined ? Infinity : Date.parse(since);
    const old = (await read()).filter(({ message }) => receivedTime(message) < from);
    const began = Date.now();
    const arrived = await passcodeArriving(read, new Set(old.map(({ message }) => message.id)), {
      pollMs: POLL_MS,
      until: began + timeoutSeconds * 1000,
      signal,
      onPause: () =>
        report({
          done: (Date.now() - began) / 1000,
          total: timeoutSeconds,
          message: 'No mail with a passcode has arrived yet.',
        }),
    });
    signal.throwIfAborted();
    if (!arrived) return { output: { found: false } };
    const handle = passcodes.keep(arrived.code, connection.id, Date.now());
    return { output: { found: true, handle, validSeconds: HANDLE_MS / 1000 } };
  },
});
