import type * as z from 'zod';
import type { AppEventType } from '../../contract/records/trigger.ts';

type Field = readonly [name: string, type: string, description: string, example: unknown];

function event(
  appEventType: string,
  appName: string,
  label: string,
  category: string,
  packageName: string | null,
  fields: readonly Field[],
): z.output<typeof AppEventType> {
  const payloadSchema = fields.map(([name, type, description, example]) => ({
    name,
    type,
    description,
    example,
  }));
  const sourceEventType = appEventType.slice(appEventType.lastIndexOf('.') + 1);
  return { appEventType, sourceEventType, appName, label, packageName, category, payloadSchema };
}

const mailFields: readonly Field[] = [
  ['mailboxId', 'string', 'Mailbox that received the message', '5c0f3ab1-1d59-4b0e-9f5e-6f3c2f1f7a10'],
  ['messageId', 'string', 'The message', 'msg_1f0b6c2a9d3e4f57a8b1'],
  ['fromAddress', 'string', 'Who sent it', 'no-reply@shop.example'],
  ['subject', 'string', 'Its subject', 'Your sign-in code is 482 913'],
];

/** The events that triggers can wait for in the sandbox (wire facts 5); names follow `app.<app>.<event>`. */
export const demoAppEvents: readonly z.output<typeof AppEventType>[] = [
  event('app.mailbox.message_received', 'Mailbox', 'Message received', 'app', null, [
    ...mailFields,
    ['hasOtp', 'boolean', 'Whether it carries a one-time passcode', true],
  ]),
  event('app.mailbox.passcode_received', 'Mailbox', 'Passcode received', 'app', null, [
    ...mailFields,
    ['code', 'string', 'The passcode', '482913'],
  ]),
  event('app.messages.sms_received', 'Messages', 'Text message received', 'app', 'org.sandbox.messages', [
    ['from', 'string', 'Sender', '+49 30 901820'],
    ['text', 'string', 'The message', 'Your parcel arrives today.'],
  ]),
  event('app.maps.place_entered', 'Maps', 'Place entered', 'app', 'org.sandbox.maps', [
    ['latitude', 'number', 'Decimal degrees', 52.52],
    ['longitude', 'number', 'Decimal degrees', 13.405],
    ['radiusMetres', 'number', 'Size of the place', 250],
  ]),
  event('app.form.submitted', 'Form', 'Form submitted', 'app', 'org.sandbox.form', [
    ['accepted', 'boolean', 'Whether the form took it', true],
    ['email', 'string', 'Address that was typed', 'ada@example.com'],
  ]),
  event('app.device.ready', 'Device', 'Device became ready', 'device', null, [
    ['state', 'string', 'New state', 'ready'],
    ['previousState', 'string', 'State before', 'rebooting'],
  ]),
  event('app.device.disconnected', 'Device', 'Device out of reach', 'device', null, [
    ['state', 'string', 'New state', 'disconnected'],
  ]),
  event('app.task.failed', 'Tasks', 'Task failed', 'system', null, [
    ['taskId', 'string', 'The task', '6f0c1b52-8d0a-4c7e-9e53-2b7a3f1d9c04'],
    ['message', 'string', 'What it says', 'The button was not found.'],
  ]),
  event('app.webhook.received', 'Webhook', 'Call received', 'webhook', null, [
    ['body', 'object', 'What the caller sent', { approved: true }],
  ]),
];
