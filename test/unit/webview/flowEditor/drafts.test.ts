import assert from 'node:assert/strict';
import { type Draft, Drafts } from '../../../../src/webview/flowEditor/drafts.ts';

function draft(text: string, field = '/text'): Draft {
  return { owner: 'settings', field, as: 'text', text, before: '' };
}

describe('input that is not in the file yet', () => {
  it('is pending, then being sent, then written', () => {
    const drafts = new Drafts();
    const typed = draft('a');
    drafts.type(typed);
    assert.deepEqual(drafts.waiting('settings'), [typed]);
    drafts.mark(typed, 'flying');
    assert.deepEqual(drafts.waiting('settings'), []);
    assert.deepEqual(drafts.unwritten, [typed]);
    drafts.mark(typed, 'written');
    assert.deepEqual(drafts.unwritten, []);
  });

  it('is not affected by the result of an older text', () => {
    const drafts = new Drafts();
    const [older, newer] = [draft('a'), draft('ab')];
    drafts.type(older);
    drafts.mark(older, 'flying');
    drafts.type(newer);
    drafts.mark(older, 'written');
    assert.equal(drafts.at('settings', '/text')?.stage, 'waiting');
    assert.deepEqual(drafts.waiting('settings'), [newer]);
  });

  it('is removed only after it was written and typing has ended', () => {
    const drafts = new Drafts();
    const [written, refused] = [draft('a'), draft('12a', '/number')];
    drafts.type(written);
    drafts.type(refused);
    drafts.mark(written, 'written');
    drafts.mark(refused, 'refused', 'Not a number.');
    drafts.settle('settings', () => true);
    assert.equal(drafts.at('settings', '/text'), undefined);
    assert.equal(drafts.at('settings', '/number')?.problem, 'Not a number.');
    assert.deepEqual(drafts.waiting('another'), []);
    drafts.drop('settings', '/number');
    assert.deepEqual(drafts.unwritten, []);
  });
});
