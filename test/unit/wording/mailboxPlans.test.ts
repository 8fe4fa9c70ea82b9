import assert from 'node:assert/strict';
import { MAILBOX_STATUSES } from '../../../src/contract/mailboxValues.ts';
import {
  cancelQuestion,
  capacityText,
  hasIncluded,
  mailboxActions,
  paidQuestion,
} from '../../../src/wording/mailboxPlans.ts';

const checkoutUrl = 'https://pay.example/1';

describe('wording/mailboxPlans: next action on a mailbox', () => {
  it('the next action on a mailbox depends on its status', () => {
    const statuses = [...MAILBOX_STATUSES, 'of_next_year', null];
    const actions = statuses.map(status =>
      mailboxActions({ id: 'a', status, billingMode: 'rent', checkoutUrl }),
    );
    assert.deepEqual(
      statuses.map((status, index) => [status, ...(actions[index] ?? [])]),
      [
        ['provisioning', 'cancelable'],
        ['awaiting_payment', 'payable', 'cancelable'],
        ['active', 'receiving', 'cancelable'],
        ['cancel_scheduled', 'receiving', 'ending'],
        ['archived', 'archived'],
        ['billing_error', 'receiving', 'cancelable'],
        ['pending_connection'],
        ['connection_expired'],
        ['connection_removed'],
        ['of_next_year', 'receiving'],
        [null, 'receiving'],
      ],
    );
  });

  it('the next action on a mailbox is to undo the cancellation if it ends with its billing period', () => {
    const ending = { id: 'a', billingMode: 'rent', cancelAtPeriodEnd: true };
    assert.deepEqual(mailboxActions({ ...ending, status: 'active' }), ['receiving', 'ending']);
    assert.deepEqual(mailboxActions({ ...ending, status: 'archived' }), ['archived']);
  });

  it('the next action on a mailbox excludes the cancellation of a connected inbox, and a payment without a page', () => {
    assert.deepEqual(mailboxActions({ id: 'a', status: 'active', billingMode: 'external' }), ['receiving']);
    for (const missing of [null, undefined, ''])
      assert.deepEqual(mailboxActions({ id: 'a', status: 'awaiting_payment', checkoutUrl: missing }), [
        'cancelable',
      ]);
  });
});

describe('wording/mailboxPlans: capacity for mailboxes', () => {
  it('the capacity for mailboxes is told in words, if it is known', () => {
    assert.equal(capacityText({ included: 3, includedRemaining: 2 }), '2 of 3 included mailboxes left.');
    assert.equal(capacityText({ included: 1, includedRemaining: 1 }), '1 of 1 included mailbox left.');
    assert.equal(capacityText({ includedRemaining: 0 }), '0 included mailboxes left.');
    assert.equal(capacityText({ includedRemaining: 1 }), '1 included mailbox left.');
    assert.equal(
      capacityText({ status: 'not_included', includedRemaining: 0 }),
      'Your plan includes no mailboxes.',
    );
    for (const unknown of [undefined, {}, { included: 3, includedRemaining: null }, { status: 'available' }])
      assert.equal(capacityText(unknown), undefined);
  });

  it('the capacity for mailboxes allows an included mailbox unless none is left', () => {
    for (const capacity of [undefined, {}, { includedRemaining: 1 }, { status: 'of_next_year' }])
      assert.equal(hasIncluded(capacity), true);
    for (const capacity of [{ includedRemaining: 0 }, { status: 'exhausted' }, { status: 'not_included' }])
      assert.equal(hasIncluded(capacity), false);
  });
});

describe('wording/mailboxPlans: question before a mailbox', () => {
  it('the question before a mailbox is paid for names that, with the capacity', () => {
    const { question, detail, verb } = paidQuestion('create', { included: 3, includedRemaining: 0 });
    assert.deepEqual([question, verb], ['Create a paid mailbox?', 'Create Paid Mailbox']);
    assert.match(
      detail,
      /^0 of 3 included mailboxes left\. The service charges for it until you cancel it\./,
    );
    assert.match(paidQuestion('restart', undefined).question, /as a paid one/);
    assert.match(paidQuestion('restart', undefined).detail, /^The service charges/);
  });

  it('the question before a mailbox is canceled says when it ends', () => {
    const now = Date.parse('2026-11-29T12:00:00Z');
    const detail = (mailbox: object): string =>
      cancelQuestion({ id: 'a', ...mailbox }, 'a@b.example', now).detail;
    const currentPeriodEnd = '2026-12-02T12:00:01Z';
    assert.equal(
      cancelQuestion({ id: 'a' }, 'a@b.example', now).question,
      'Cancel the mailbox “a@b.example”?',
    );
    assert.match(
      detail({ status: 'active', billingMode: 'rent', currentPeriodEnd }),
      /period ends in 3 days\. Until then, you can undo/,
    );
    assert.match(detail({ status: 'active', billingMode: 'rent' }), /until its billing period ends\. Until/);
    assert.match(detail({ status: 'awaiting_payment', billingMode: 'rent' }), /^Nothing was paid/);
    assert.match(
      detail({ status: 'active', billingMode: 'included' }),
      /^It ends at once, .* You can restart it\.$/,
    );
  });
});
