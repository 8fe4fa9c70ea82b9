import assert from 'node:assert/strict';
import type { FlowEdit } from '../../../../src/flow/edit/flowEdit.ts';
import type { EditReply } from '../../../../src/protocol/flowEditor.ts';
import { EditQueue } from '../../../../src/webview/flowEditor/editQueue.ts';

function rename(name: string): FlowEdit {
  return { kind: 'renameStep', step: [0], name };
}

const noted = (): void => undefined;
const done: EditReply = { kind: 'done', version: 2, steps: [] };

describe('the edit queue', () => {
  it('sends one edit after another, and creates each when it is sent', async () => {
    const sent: string[] = [];
    const queue = new EditQueue(async edit => {
      await Promise.resolve();
      sent.push((edit as { name: string }).name);
      return done;
    }, noted);
    const first = queue.edit(() => rename('first'));
    const second = queue.edit(() => rename(`second after ${sent.length}`));
    await Promise.all([first, second, queue.run(() => Promise.resolve(sent.push('shown')))]);
    assert.deepEqual(sent, ['first', 'second after 1', 'shown']);
  });

  it('creates a stale edit again, and drops it if it no longer applies', async () => {
    let version = 0;
    const queue = new EditQueue(() => Promise.resolve(version < 3 ? { kind: 'stale' } : done), noted);
    assert.equal((await queue.edit(() => rename(String(++version)))).kind, 'done');
    assert.equal(version, 3);
    version = 0;
    let made = 0;
    assert.equal((await queue.edit(() => (++made > 2 ? undefined : rename('x')))).kind, 'stale');
    assert.equal(made, 3);
  });

  it('sends nothing for a needless edit, which is no conflict', async () => {
    const queue = new EditQueue(() => Promise.reject(new Error('An edit was sent.')), noted);
    assert.deepEqual(await queue.edit(() => 'needless'), { kind: 'cancelled' });
  });

  it('stops retrying if the flow keeps changing, and continues after a failure', async () => {
    let tries = 0;
    const stale = new EditQueue(() => {
      tries++;
      return Promise.resolve({ kind: 'stale' });
    }, noted);
    assert.equal((await stale.edit(() => rename('x'))).kind, 'stale');
    assert.ok(tries > 1 && tries < 10);
    const queue = new EditQueue(
      edit =>
        'name' in edit && edit.name === 'bad' ? Promise.reject(new Error('No.')) : Promise.resolve(done),
      noted,
    );
    const [bad, good] = await Promise.allSettled([
      queue.edit(() => rename('bad')),
      queue.edit(() => rename('good')),
    ]);
    assert.equal(bad.status, 'rejected');
    assert.equal(good.status, 'fulfilled');
  });
});
