import assert from 'node:assert/strict';
import { pathOfExpression, setValue } from '../../../../src/sandbox/control/debug/debugValues.ts';
import { EventLog } from '../../../../src/sandbox/control/debug/eventLog.ts';
import { Refusal } from '../../../../src/sandbox/runtime/refusal.ts';

describe('sandbox/control/debugValues: change of a value', () => {
  const shared = { name: 'a' };
  const create = () => ({
    event: { name: 'T', payload: { first: shared, list: [1, 2] } as unknown },
    steps: {
      outer: { status: 'success', body: { kept: shared } as unknown },
      inner: { status: '', body: {} as unknown },
    },
    item: shared as unknown,
  });

  it('the change of a value changes only that value', () => {
    const scope = create();
    setValue(scope, '{{event.payload.first.name}}', 'b');
    setValue(scope, 'event.payload.list[2]', 3);
    setValue(scope, 'event.payload.new', { a: null });
    setValue(scope, 'steps.outer.body', 'text');
    setValue(scope, 'steps.inner.body.line', 'x');
    setValue(scope, 'item.name', 'c');
    assert.deepEqual(scope.event.payload, { first: { name: 'b' }, list: [1, 2, 3], new: { a: null } });
    assert.deepEqual(scope.steps.outer.body, 'text');
    assert.deepEqual(scope.steps.inner.body, { line: 'x' });
    assert.deepEqual([scope.item, shared], [{ name: 'c' }, { name: 'a' }]);
  });

  it('the change of a value does not reach prototypes', () => {
    const scope = create();
    setValue(scope, 'event.payload.__proto__', { polluted: true });
    assert.equal(Object.getPrototypeOf(scope.event.payload), Object.prototype);
    assert.deepEqual(Object.keys(scope.event.payload as object), ['first', 'list', '__proto__']);
    assert.equal('polluted' in {}, false);
  });

  it('the change of a value is refused for anything else', () => {
    for (const expression of [
      'flow.name',
      'event.name',
      'steps.outer.status',
      'steps.none.body',
      'steps.constructor.body',
      'event.payload.list[9]',
      'event.payload.none.deep',
      '{{item}} {{item}}',
      '1 + 1',
    ])
      assert.throws(() => setValue(create(), expression, 1), Refusal, expression);
  });

  it('the change of a value takes an expression with or without braces', () => {
    assert.deepEqual(pathOfExpression('{{ item.a }}'), ['item', 'a']);
    assert.deepEqual(pathOfExpression('item["a b"][0]'), ['item', 'a b', 0]);
    assert.equal(pathOfExpression('{{item.a}} > 2'), undefined);
    assert.equal(pathOfExpression('item.a > 2'), undefined);
  });
});

describe('sandbox/control/debugValues: log of a debug run', () => {
  const { signal } = new AbortController();

  it('the log of a debug run wakes those who wait for an event, or for the end', async () => {
    const log = new EventLog(() => 'now');
    const first = log.wait(0, 60_000, signal);
    assert.equal(log.waiting, 1);
    log.add({ kind: 'started', threadId: 1 });
    await first;
    assert.deepEqual(log.after(0), {
      events: [{ kind: 'started', threadId: 1, id: 1, at: 'now' }],
      last: 1,
      missed: 0,
    });
    const second = log.wait(1, 60_000, signal);
    log.close();
    await second;
    log.add({ kind: 'started' });
    assert.equal(log.last, 1);
    await log.wait(1, 60_000, signal);
  });

  it('the log of a debug run ends the wait of a caller who has gone', async () => {
    const log = new EventLog(() => 'now');
    const caller = new AbortController();
    const waiting = log.wait(0, 60_000, caller.signal);
    caller.abort();
    await waiting;
    assert.equal(log.waiting, 0);
  });
});
