import assert from 'node:assert/strict';
import { MAILBOX_BILLING_MODES, MAILBOX_STATUSES } from '../../../src/contract/mailboxValues.ts';
import {
  appReference,
  deviceReference,
  mailboxReference,
  mailboxBilling,
  mailboxStatus,
  referenceLabel,
  tellApart,
  webhookReference,
} from '../../../src/flow/namedReferences.ts';
import { triggerReference } from '../../../src/flow/triggerReference.ts';
import { uuid } from '../../support/schemas.ts';

const id = uuid(7);
const short = id.slice(0, 8);

it('the names of records that flows reference come with the facts that tell two apart', () => {
  assert.deepEqual(deviceReference({ id, name: 'Pixel', type: 'android_physical_phone' }), {
    id,
    name: 'Pixel',
    detail: 'Android phone',
  });
  assert.equal(deviceReference({ id, name: null }).name, `Device ${short}`);
  const trigger = { id, name: 'A' };
  const details = [
    triggerReference({ ...trigger, activation: 'custom' }),
    triggerReference({ ...trigger, activation: 'event', eventType: 'app.message' }),
    triggerReference({
      ...trigger,
      activation: 'schedule',
      scheduleRule: { type: 'cron', expression: '0 9 * * 1-5' },
    }),
  ].map(({ detail }) => detail);
  assert.deepEqual(details, ['when called', 'on app.message', 'weekdays 9:00']);
  const mailbox = { id, address: 'ada@mail.example', label: 'Tests', status: 'awaiting_payment' };
  assert.deepEqual(mailboxReference(mailbox), {
    id,
    name: 'ada@mail.example',
    detail: 'Tests · awaiting payment',
  });
  assert.equal(mailboxReference({ id, label: 'Tests', status: 'active' }).detail, '');
  assert.deepEqual(appReference({ id, displayName: 'Shop', bundleId: 'org.shop', platform: 'ios' }), {
    id,
    name: 'Shop',
    detail: 'iOS · org.shop',
  });
});

it('the names of records that flows reference have the status of a mailbox in words, also an unknown one', () => {
  assert.equal(mailboxStatus({ status: 'awaiting_payment' }), 'awaiting payment');
  assert.equal(mailboxStatus({ status: 'billing_error' }), 'payment problem');
  assert.equal(mailboxStatus({ status: 'moved_elsewhere' }), 'moved elsewhere');
  const others = MAILBOX_STATUSES.filter(status => status !== 'active');
  const words = others.map(status => mailboxStatus({ status }));
  assert.equal(new Set(words).size, 8);
  for (const text of words) assert.match(text, /^[a-z ]+$/);
  for (const status of ['active', null, undefined]) assert.equal(mailboxStatus({ status }), '');
});

it('the names of records that flows reference have the billing of a mailbox in words, also an unknown one', () => {
  assert.deepEqual(
    MAILBOX_BILLING_MODES.map(billingMode => mailboxBilling({ billingMode })),
    ['paid', 'included in the plan', 'with your own domain', 'connected inbox'],
  );
  assert.equal(mailboxBilling({ billingMode: 'paid_by_a_friend' }), 'paid by a friend');
  assert.equal(mailboxBilling({ billingMode: null }), '');
});

it('the names of records that flows reference show only the host of an address, whose rest can be a secret', () => {
  const url = 'https://hooks.example.test/in/t0ken';
  assert.deepEqual(webhookReference({ id, url, description: 'Team', eventTypes: ['a'] }), {
    id,
    name: 'Team',
    detail: 'hooks.example.test · 1 event type',
  });
  assert.deepEqual(webhookReference({ id, url, health: 'blocked', state: 'DISABLED' }), {
    id,
    name: 'hooks.example.test',
    detail: 'disabled · blocked · every event',
  });
  assert.equal(webhookReference({ id, url: 'not an address' }).name, `Endpoint ${short}`);
});

it('the names of records that flows reference tell records apart whose names and facts are the same, only where they must', () => {
  const [one, other, third] = tellApart([
    { id: uuid(1), name: 'Phone', detail: 'Android phone' },
    { id: uuid(2), name: 'Phone', detail: 'Android phone' },
    { id: uuid(3), name: 'Phone', detail: 'iOS phone' },
  ]);
  assert.notEqual(one?.detail, other?.detail);
  assert.match(one?.detail ?? '', /^Android phone · ID …[0-9a-f]{6}$/);
  assert.equal(third?.detail, 'iOS phone');
  const named = [
    { id: 'a', name: 'Phone', detail: 'Android phone' },
    { id: 'b', name: 'Phone', detail: 'iOS phone' },
    { id: 'c', name: 'Tablet', detail: 'iOS tablet' },
  ];
  assert.deepEqual(
    named.map(reference => referenceLabel(reference, named)),
    ['Phone (Android phone)', 'Phone (iOS phone)', 'Tablet'],
  );
});
