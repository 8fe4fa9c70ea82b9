import assert from 'node:assert/strict';
import { RequestTurns } from '../../../../src/sandbox/http/requestTurns.ts';

it('the turns of requests start one request in each turn of the event loop, in their order', async () => {
  const turns = new RequestTurns();
  const started: string[] = [];
  const turn = async (): Promise<void> => {
    await new Promise(done => setImmediate(done));
    started.push('|');
  };
  const requests = ['a', 'b', 'c'].map(async name => {
    await turns.next();
    started.push(name);
  });
  for (let count = 0; count < 3; count++) await turn();
  await Promise.all(requests);
  assert.equal(started.join(''), 'a|b|c|');
  await turns.next();
});
