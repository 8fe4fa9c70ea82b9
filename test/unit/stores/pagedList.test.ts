import assert from 'node:assert/strict';
import { type Page, PagedList, type ReadPage } from '../../../src/stores/pagedList.ts';

function page(items: number[], next?: string): Page<number> {
  return { items, total: undefined, next };
}

it('a paged list reads pages on demand', async () => {
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

it('a paged list keeps its content while new data is loading or fails, and retries failed requests', async () => {
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

it('a paged list uses the newest request and aborts the previous one', async () => {
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

it('a paged list returns the newer result to callers of a superseded request', async () => {
  const answers = [Promise.withResolvers<Page<number>>(), Promise.withResolvers<Page<number>>()];
  const reads = [...answers];
  const list = new PagedList<number>((_, signal) => {
    const answer = reads.shift()!;
    signal.addEventListener('abort', () => answer.reject(new Error('aborted')));
    return answer.promise;
  });
  const older = list.ensure();
  const newer = list.refresh();
  let ended = false;
  void older.then(() => (ended = true));
  await answers[0]!.promise.catch(() => undefined);
  await new Promise(resolve => setImmediate(resolve));
  assert.ok(!ended);
  answers[1]!.resolve(page([2]));
  await Promise.all([older, newer]);
  assert.deepEqual(list.state.items, [2]);
});

it('a paged list is read once more for all callers that request a reload during a read', async () => {
  const answers = [1, 2, 3].map(() => Promise.withResolvers<Page<number>>());
  let reads = 0;
  const list = new PagedList<number>(() => answers[reads++]!.promise);
  answers[0]!.resolve(page([1]));
  await list.ensure();
  const first = list.update();
  // A pending response may not include later changes.
  const others = [list.update(), list.update(), list.update()];
  answers[1]!.resolve(page([2]));
  await first;
  answers[2]!.resolve(page([3]));
  await Promise.all(others);
  assert.equal(reads, 3);
  assert.deepEqual(list.state.items, [3]);
});

it('a paged list does not make reload callers wait for superseded requests', async () => {
  const polled = Promise.withResolvers<Page<number>>();
  const answers = [Promise.resolve(page([1])), polled.promise, Promise.resolve(page([2]))];
  const signals: AbortSignal[] = [];
  const list = new PagedList<number>((_, signal) => {
    signals.push(signal);
    return answers.shift()!;
  });
  await list.ensure();
  const kinds: string[] = [];
  list.onDidChange(({ kind }) => kinds.push(kind));
  const poll = list.update(true);
  assert.deepEqual(kinds, []);
  await list.update();
  assert.deepEqual(list.state.items, [2]);
  assert.ok(signals[1]?.aborted);
  polled.resolve(page([0]));
  await poll;
  assert.deepEqual(list.state.items, [2]);
  assert.deepEqual(kinds, ['refreshing', 'ready']);
});

it('a paged list appends the next page while it is polled, and then polls both pages', async () => {
  const polled = Promise.withResolvers<Page<number>>();
  const asked: (string | undefined)[] = [];
  const answers = [
    Promise.resolve(page([1], 'two')),
    polled.promise,
    Promise.resolve(page([2])),
    Promise.resolve(page([1, 3], 'two')),
    Promise.resolve(page([4])),
  ];
  const list = new PagedList<number>(next => {
    asked.push(next);
    return answers.shift()!;
  });
  await list.ensure();
  const poll = list.update(true);
  await list.more();
  assert.deepEqual(list.state.items, [1, 2]);
  polled.resolve(page([0]));
  await poll;
  await list.update(true);
  assert.deepEqual(list.state.items, [1, 3, 4]);
  assert.deepEqual(asked, [undefined, undefined, 'two', undefined, 'two']);
});

it('a paged list makes all callers wait for the same first page', async () => {
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

it('a paged list is empty after a reset, whatever arrives later', async () => {
  const answer = Promise.withResolvers<Page<number>>();
  const list = new PagedList<number>(() => answer.promise);
  const loading = list.refresh();
  list.reset();
  answer.resolve(page([1]));
  await loading;
  assert.deepEqual(list.state, { kind: 'idle', items: [] });
});

function fail(): never {
  throw new Error('away');
}
