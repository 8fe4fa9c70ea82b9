import assert from 'node:assert/strict';
import { lazySource } from '../../../src/views/lazySource.ts';
import type { Row } from '../../../src/views/row.ts';
import type { RowSource } from '../../../src/views/rowTree.ts';
import { Disposables } from '../../../src/util/disposables.ts';
import { Emitter } from '../../../src/util/emitter.ts';

const LINE = { kind: 'info' } as Row;

function sourceOf() {
  const owner = new Disposables();
  const changed = new Emitter<unknown>();
  const reset = new Emitter<unknown>();
  const calls: string[] = [];
  const loaded: RowSource = {
    onDidChange: changed.event,
    onDidReset: reset.event,
    ensure: () => Promise.resolve(void calls.push('ensure')),
    rows: () => [LINE],
    message: () => 'The message',
    description: () => 'The description',
    badge: () => ({ value: 2, tooltip: 'The badge' }),
    watch: isWatched => void calls.push(`watch ${isWatched}`),
    setChecked: (_line, isChecked) => Promise.resolve(void calls.push(`check ${isChecked}`)),
  };
  const load = (): Promise<RowSource> => Promise.resolve(loaded).finally(() => calls.push('load'));
  const source = lazySource(item => owner.add(item), load);
  return { owner, changed, reset, calls, source };
}

it('a source that is loaded when it is shown loads nothing and is empty before it is read', () => {
  const { source, calls } = sourceOf();
  source.watch(true);
  assert.deepEqual([source.rows(), source.message(), source.description?.()], [[], '', '']);
  assert.equal(source.badge?.(), undefined);
  assert.deepEqual(calls, []);
});

it('a source that is loaded when it is shown is loaded once, and then watched as the view is', async () => {
  const { source, calls } = sourceOf();
  source.watch(true);
  await Promise.all([source.ensure(), source.ensure()]);
  source.watch(false);
  assert.deepEqual(calls, ['load', 'watch true', 'ensure', 'ensure', 'watch false']);
  assert.deepEqual(
    [source.rows(), source.message(), source.description?.()],
    [[LINE], 'The message', 'The description'],
  );
  assert.deepEqual(source.badge?.(), { value: 2, tooltip: 'The badge' });
});

it('a source that is loaded when it is shown passes on changes, the first of them when it has been loaded', async () => {
  const { source, changed, reset, owner } = sourceOf();
  const events: string[] = [];
  source.onDidChange(() => events.push('change'));
  source.onDidReset?.(() => events.push('reset'));
  await source.ensure();
  changed.fire(undefined);
  reset.fire(undefined);
  assert.deepEqual(events, ['change', 'change', 'reset']);
  owner.dispose();
  changed.fire(undefined);
  reset.fire(undefined);
  assert.deepEqual(events, ['change', 'change', 'reset']);
});

it('a source that is loaded when it is shown passes on the change of a checkbox', async () => {
  const { source, calls } = sourceOf();
  await source.setChecked?.(LINE, true);
  assert.deepEqual(calls, ['load', 'watch false', 'check true']);
});
