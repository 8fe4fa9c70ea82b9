import type * as z from 'zod';
import type { EventTypeCatalog } from '../../contract/records/webhook.ts';

type Row = readonly [type: string, description: string, webhook: boolean, feed: boolean, toast: boolean];

const sources: Readonly<Record<string, readonly Row[]>> = {
  webhook: [['webhook.test', 'A test delivery', true, false, false]],
  tasks: [
    ['task.run.running', 'A task run began', true, true, false],
    ['task.run.completed', 'A task run completed; carries its result', true, true, true],
    ['task.run.failed', 'A task run failed', true, true, true],
  ],
  workflows: [
    ['workflow.run.running', 'A workflow run began', true, false, false],
    ['workflow.run.failed', 'A workflow run failed', true, true, true],
    ['triggers.notification', 'A workflow notification', true, true, true],
  ],
  mailboxes: [
    ['mailbox.message.received', 'A message arrived in a mailbox', true, true, false],
    ['mailbox.passcode.received', 'A message with a one-time passcode arrived', true, true, true],
  ],
  sms: [['sms.message.received', 'A text message arrived on a device', true, true, false]],
  chat: [['chat.turn.failed', 'A turn of the hosted assistant chat failed', true, true, false]],
  devices: [['device.state.changed', 'A device changed its state; only in the feed', false, true, false]],
};

/** The event types of the sandbox by source (spec 6.3, wire facts 11, 12). */
export const demoEventTypes: z.output<typeof EventTypeCatalog> = {
  schemaVersion: 1,
  sources: Object.entries(sources).map(([source, rows]) => ({
    source,
    events: rows.map(([type, description, webhook, feed, toast]) => ({
      type,
      description,
      surfaces: { webhook, feed, toast },
    })),
  })),
};
