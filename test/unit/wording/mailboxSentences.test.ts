import assert from 'node:assert/strict';
import { MAILBOX_REASONS } from '../../../src/contract/mailboxReasons.ts';
import { mailboxSentence } from '../../../src/wording/mailboxSentences.ts';

describe('wording/mailboxSentences', () => {
  for (const reason of MAILBOX_REASONS) {
    it(`the sentences for mailbox errors are one or two for ${reason}, without the reason itself`, () => {
      const sentence = mailboxSentence(reason, false) ?? '';
      assert.match(sentence, /^[A-Z][^.]{10,90}\.( [A-Z][^.]{5,60}\.)?$/);
      assert.ok(!sentence.includes(reason));
    });
  }

  it('the sentences for mailbox errors are unique', () => {
    const sentences = MAILBOX_REASONS.map(reason => mailboxSentence(reason, false));
    assert.equal(new Set(sentences).size, MAILBOX_REASONS.length);
  });

  it('the sentences for mailbox errors distinguish an attempt in progress from one that was refused permanently', () => {
    assert.match(mailboxSentence('idempotency_conflict', true) ?? '', /still in progress/);
    assert.match(mailboxSentence('idempotency_conflict', false) ?? '', /finally refused this attempt/);
  });

  it('the sentences for mailbox errors fall back to the status for unknown reasons', () => {
    for (const unknown of ['something_new', 'toString', '', undefined])
      assert.equal(mailboxSentence(unknown, false), undefined);
  });
});
