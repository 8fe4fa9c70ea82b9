import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { cursorAfter, messageIdIn } from '../../../../../src/sandbox/features/mailboxes/messageCursor.ts';

describe('sandbox/features/mailboxes/messageCursor', () => {
  it('a message cursor returns the message that it was created from', () => {
    const ids = fc.stringMatching(/^msg_[\da-f]{1,20}$/);
    fc.assert(fc.property(ids, id => assert.equal(messageIdIn(cursorAfter(id)), id)));
  });

  it('a message cursor needs no encoding in a URL', () => {
    const ids = fc.stringMatching(/^msg_[\da-f]{1,20}$/);
    fc.assert(fc.property(ids, id => assert.match(cursorAfter(id), /^[\w-]+$/)));
  });

  for (const text of [
    '',
    'x',
    '20',
    'msg_1f0b',
    'YWZ0ZXI6',
    'YWZ0ZXI6bXNn!',
    ' YWZ0ZXI6bXNn',
    'YWZ0ZXI6bXNn==',
  ])
    it(`a message cursor cannot be “${text}”`, () => assert.equal(messageIdIn(text), undefined));
});
