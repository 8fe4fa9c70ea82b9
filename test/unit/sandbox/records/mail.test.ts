import assert from 'node:assert/strict';
import { previewOf } from '../../../../src/sandbox/records/mail.ts';

it('a preview is the start of a text on one line', () => {
  assert.equal(previewOf('  Hello,\n\nyour code\tis 4829.\n'), 'Hello, your code is 4829.');
  assert.equal(previewOf('x'.repeat(500)).length, 140);
  assert.equal(previewOf(''), '');
});

it('a preview splits no character', () => {
  assert.equal(previewOf('🎉'.repeat(500)), '🎉'.repeat(140));
});
