import assert from 'node:assert/strict';
import { MAILBOX_REASONS } from '../../../src/contract/mailboxReasons.ts';
import { mailboxSentence } from '../../../src/host/mailboxSentences.ts';

describe('the reasons of mailbox errors in words', () => {
  for (const reason of MAILBOX_REASONS) {
    it(`have one or two sentences for ${reason}, which do not name it`, () => {
      const sentence = mailboxSentence(reason, false) ?? '';
      assert.match(sentence, /^[A-Z][^.]{10,90}\.( [A-Z][^.]{5,60}\.)?$/);
      assert.ok(!sentence.includes(reason));
    });
  }

  it('are told apart', () => {
    const sentences = MAILBOX_REASONS.map(reason => mailboxSentence(reason, false));
    assert.equal(new Set(sentences).size, MAILBOX_REASONS.length);
  });

  it('tell an attempt that is on its way from one that was refused for good', () => {
    assert.match(mailboxSentence('idempotency_conflict', true) ?? '', /still in progress/);
    assert.match(mailboxSentence('idempotency_conflict', false) ?? '', /finally refused this attempt/);
  });

  it('are left to the status where they are unknown', () => {
    for (const unknown of ['something_new', 'toString', '', undefined])
      assert.equal(mailboxSentence(unknown, false), undefined);
  });
});
