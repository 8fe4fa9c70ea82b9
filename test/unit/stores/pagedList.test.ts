import assert from 'node:assert/strict';
import { type Page, PagedList, type ReadPage } from '../../../src/stores/pagedList.ts';

function page(items: number[], next?: string): Page<number> {
  return { items, total: undefined, next };
}

describe('a paged list', () => {
  it('reads on demand, page after page', async () => {
    const asked: (string | undefined)[] = [];
    const list = new PagedList<number>(next => {
      asked.push(next);
      return Promise.resolve(next === undefined ? page([1, 2], 'two') : page([3]));
    });
    assert.deepEqual(list.state, { kind: 'idle', items: [] });
    await list.ensure();
    await list.ensure();
    await list.more();
    await list.more();
    assert.deepEqual(asked, [undefined, 'two']);
    assert.deepEqual(list.state.items, [1, 2, 3]);
  });

  it('keeps what it has while new data is on its way or fails, and repeats what failed', async () => {
    const answers = [() => page([1], 'two'), fail, () => page([2])];
    const asked: (string | undefined)[] = [];
    const list = new PagedList<number>(next => {
      asked.push(next);
      return Promise.resolve().then(answers.shift());
    });
    await list.refresh();
    const kinds: string[] = [];
    list.onDidChange(state => kinds.push(`${state.kind} ${state.items.join()}`));
    await list.more();
    await list.retry();
    assert.deepEqual(kinds, ['loading 1', 'failed 1', 'loading 1', 'ready 1,2']);
    assert.deepEqual(asked, [undefined, 'two', 'two']);
  });

  it('lets the newest request win and aborts the one before', async () => {
    const first = Promise.withResolvers<Page<number>>();
    const signals: AbortSignal[] = [];
    const reads: ReadPage<number>[] = [() => first.promise, () => Promise.resolve(page([2]))];
    const list = new PagedList<number>((next, signal) => {
      signals.push(signal);
      return reads.shift()!(next, signal);
    });
    const older = list.refresh();
    await list.refresh();
    first.resolve(page([1]));
    await older;
    assert.deepEqual(list.state.items, [2]);
    assert.deepEqual(
      signals.map(signal => signal.aborted),
      [true, false],
    );
  });

  it('makes everybody who asks wait for the same first page', async () => {
    const answer = Promise.withResolvers<Page<number>>();
    let reads = 0;
    const list = new PagedList<number>(() => {
      reads++;
      return answer.promise;
    });
    const waiting = Promise.all([list.ensure(), list.ensure()]);
    answer.resolve(page([1]));
    await waiting;
    assert.equal(reads, 1);
    assert.deepEqual(list.state.items, [1]);
  });

  it('is empty again after a reset, whatever arrives later', async () => {
    const answer = Promise.withResolvers<Page<number>>();
    const list = new PagedList<number>(() => answer.promise);
    const loading = list.refresh();
    list.reset();
    answer.resolve(page([1]));
    await loading;
    assert.deepEqual(list.state, { kind: 'idle', items: [] });
  });
});

function fail(): never {
  throw new Error('away');
}
