import assert from 'node:assert/strict';
import { describeGesture } from '../../../../src/flow/record/gestureText.ts';

describe('flow/record/gestureText', () => {
  const typed = (text: string, secret = false): string =>
    describeGesture({ kind: 'text', text, stealth: false, secret });

  it('the description of a gesture shows the line breaks of a text, and nothing of a hidden one', () => {
    assert.equal(typed('one\ntwo\r\nthree\r'), 'Type “one⏎two⏎three⏎”');
    assert.equal(typed('one\ntwo', true), 'Type hidden text');
  });
});
