import assert from 'node:assert/strict';
import { type CheckHistory, type FailedCheck, keepFailedChecks } from '../../../src/appState/failedChecks.ts';
import { RunHistory } from '../../../src/appState/runHistory.ts';

const check = (sentence: string, ...[actual = 1, expected, difference]: readonly number[]): FailedCheck => {
  const bytes = (size: number | undefined): Uint8Array | undefined =>
    size === undefined ? undefined : new Uint8Array(size);
  const pictures = {
    actual: new Uint8Array(actual),
    expected: bytes(expected),
    difference: bytes(difference),
  };
  const masked = { flow: 'file:///a.flow.json', name: 'form', origin: { left: 0, top: 0 } };
  return { sentence, step: undefined, place: '', masked, pictures };
};
const keptIn = ({ failedChecks }: CheckHistory): readonly string[] =>
  [...failedChecks.values()]
    .flat()
    .map(({ sentence, pictures }) => `${sentence}${pictures ? '' : ' without pictures'}`);

describe('appState/failedChecks', () => {
  it('the failed picture checks of a window give up the oldest pictures if they are too many, and keep their sentences', () => {
    const kept: CheckHistory = { failedChecks: new Map(), find: () => true };
    const most = { pictures: 4, bytes: 1000 };
    keepFailedChecks(kept, 'a', [check('a1', 1, 1, 1), check('a2')], most);
    assert.deepEqual(keptIn(kept), ['a1', 'a2']);
    keepFailedChecks(kept, 'b', [check('b1', 1, 1)], most);
    assert.deepEqual(keptIn(kept), ['a1 without pictures', 'a2 without pictures', 'b1']);
    keepFailedChecks(kept, 'c', [], most);
    assert.deepEqual([...kept.failedChecks.keys()], ['a', 'b']);
  });

  it('the failed picture checks of a window give up the oldest pictures if they are too large', () => {
    const kept: CheckHistory = { failedChecks: new Map(), find: () => true };
    const most = { pictures: 100, bytes: 1000 };
    keepFailedChecks(kept, 'a', [check('a1', 400), check('a2', 700)], most);
    assert.deepEqual(keptIn(kept), ['a1', 'a2 without pictures']);
    keepFailedChecks(kept, 'b', [check('b1', 600, 100)], most);
    assert.deepEqual(keptIn(kept), ['a1 without pictures', 'a2 without pictures', 'b1']);
    keepFailedChecks(kept, 'b', [check('b2', 1)], most);
    assert.deepEqual(keptIn(kept), ['a1 without pictures', 'a2 without pictures', 'b2']);
  });

  it('the failed picture checks of a run are given up with the next test once the run is not known anymore', () => {
    const history = new RunHistory();
    const note = (id: string, second: number): void =>
      history.note('a', {
        execution: { id, status: 'success', startedAt: new Date(second * 1000).toISOString() },
        ...{ connectionId: 'sandbox', isTest: true, isDebug: false, text: undefined },
      });
    note('first', 0);
    keepFailedChecks(history, 'first', [check('a1')]);
    note('second', 1);
    assert.deepEqual(keptIn(history), ['a1']);
    for (let second = 2; second < 22; second++) note(`r${second}`, second);
    keepFailedChecks(history, 'r21', []);
    assert.deepEqual(keptIn(history), []);
  });
});
