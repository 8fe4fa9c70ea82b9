import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { OpenTrace, ShownCheck, TraceRequest, TraceRow } from '../../../../src/protocol/traceViewer.ts';
import { TraceReading } from '../../../../src/traceReading/traceReading.ts';
import { CheckModel } from '../../../../src/webview/traceViewer/checkModel.ts';
import { longTrace } from '../../../support/sampleTraces.ts';

const { state } = new TraceReading(longTrace(2));
const [first, second] = state.rows;
assert.ok(first && second);

function checkOf({ key }: TraceRow, pictures: Partial<ShownCheck>): ShownCheck {
  const none = { expected: undefined, actual: undefined, difference: undefined, problem: undefined };
  return { row: key, sentence: 'Different.', place: '', ...none, ...pictures };
}

/** A model whose host answers requests for pictures when it is told to, and the addresses that are open. */
function openModel() {
  const waiting: (() => void)[] = [];
  const open = new Set<string>();
  let count = 0;
  const ask = ({ kind, ...rest }: TraceRequest): Promise<unknown> => {
    assert.equal(kind, 'checkPicture');
    const isKept = 'id' in rest && rest.id !== 'gone';
    return new Promise(resolve => void waiting.push(() => resolve(isKept ? new Uint8Array(1) : null)));
  };
  const port = {
    openPicture: (): Promise<string> => {
      const address = `blob:${++count}`;
      open.add(address);
      return Promise.resolve(address);
    },
    closePicture: (address: string): void => void open.delete(address),
  };
  const answer = async (): Promise<void> => {
    for (let turns = 0; turns < 10; turns++) {
      for (const one of waiting.splice(0)) one();
      await turn();
    }
  };
  return { model: new CheckModel(ask, port, () => undefined), answer, open };
}

const traceWith = (...failedChecks: readonly ShownCheck[]): OpenTrace => ({ ...state, failedChecks });

describe('webview/traceViewer/checkModel', () => {
  it('the failed checks of the selected step have the addresses of their pictures, which are given up with the next step', async () => {
    const { model, answer, open } = openModel();
    const trace = traceWith(checkOf(first, { expected: 'e', actual: 'a', difference: 'gone' }));
    model.follow(first, trace);
    assert.deepEqual([model.shown.length, model.isReading, model.addressOf('a')], [1, true, undefined]);
    await answer();
    assert.deepEqual(
      [model.isReading, ...['e', 'a', 'gone'].map(id => model.addressOf(id))],
      [false, 'blob:1', 'blob:2', undefined],
    );
    model.follow(first, trace);
    await answer();
    assert.equal(model.addressOf('a'), 'blob:2');
    model.follow(second, trace);
    assert.deepEqual(model.shown, []);
    await answer();
    assert.deepEqual([...open], []);
  });

  it('the pictures of a check are shown after another step was selected and left again while its pictures were read', async () => {
    const { model, answer, open } = openModel();
    const trace = traceWith(checkOf(first, { actual: 'a' }), checkOf(second, { actual: 'b' }));
    model.follow(first, trace);
    await answer();
    model.follow(second, trace);
    model.follow(first, trace);
    await answer();
    assert.equal(model.isReading, false);
    assert.deepEqual([...open], [model.addressOf('a')]);
    model.follow(second, trace);
    model.follow(first, trace);
    model.follow(second, trace);
    await answer();
    assert.deepEqual([...open], [model.addressOf('b')]);
  });

  it('the pictures of a check that were being read when the trace changed are read again', async () => {
    const { model, answer, open } = openModel();
    const trace = traceWith(checkOf(first, { actual: 'a' }));
    model.follow(first, trace);
    model.clear();
    assert.deepEqual(model.shown, []);
    model.follow(first, trace);
    await answer();
    assert.equal(model.isReading, false);
    assert.deepEqual([...open], [model.addressOf('a')]);
    model.clear();
    assert.deepEqual([...open], []);
  });
});
