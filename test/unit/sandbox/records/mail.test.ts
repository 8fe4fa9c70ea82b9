import assert from 'node:assert/strict';
import { previewOfMail } from '../../../../src/sandbox/records/mail.ts';

it('a preview is the start of a text on one line', () => {
  assert.equal(previewOfMail('  Hello,\n\nyour code\tis 4829.\n'), 'Hello, your code is 4829.');
  assert.equal(previewOfMail('x'.repeat(500)).length, 140);
  assert.equal(previewOfMail(''), '');
});

it('a preview splits no character', () => {
  assert.equal(previewOfMail('🎉'.repeat(500)), '🎉'.repeat(140));
});
