import assert from 'node:assert/strict';
import { Turns } from '../../../src/util/turns.ts';

it('turns let work with the same key run in order, also after a failure, and other work at once', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const first = Promise.withResolvers<undefined>();
  const one = turns.take('a', async () => {
    await first.promise;
    done.push('one');
    throw new Error('made up');
  });
  const two = turns.take('a', () => Promise.resolve(done.push('two')));
  await turns.take('b', () => Promise.resolve(done.push('other')));
  assert.deepEqual(done, ['other']);
  first.resolve(undefined);
  await assert.rejects(one, /made up/);
  assert.equal(await two, 3);
  assert.deepEqual(done, ['other', 'one', 'two']);
});
