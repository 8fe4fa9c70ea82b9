import assert from 'node:assert/strict';
import { pathOf, setValue } from '../../../../src/sandbox/control/debug/debugValues.ts';
import { EventLog } from '../../../../src/sandbox/control/debug/eventLog.ts';
import { Refusal } from '../../../../src/sandbox/runtime/refusal.ts';

describe('setting a value', () => {
  const shared = { name: 'a' };
  const create = () => ({
    trigger: { name: 'T', payload: { first: shared, list: [1, 2] } as unknown },
    steps: [
      {
        status: 'success',
        output: { kept: shared } as unknown,
        children: [{ status: '', output: {}, children: [] }],
      },
    ],
    item: shared as unknown,
  });

  it('changes only that value', () => {
    const scope = create();
    setValue(scope, '{{trigger.payload.first.name}}', 'b');
    setValue(scope, 'trigger.payload.list[2]', 3);
    setValue(scope, 'trigger.payload.new', { a: null });
    setValue(scope, 'steps[0].output', 'text');
    setValue(scope, 'steps[0].children[0].output.line', 'x');
    setValue(scope, 'item.name', 'c');
    assert.deepEqual(scope.trigger.payload, { first: { name: 'b' }, list: [1, 2, 3], new: { a: null } });
    const [step] = scope.steps;
    assert.ok(step);
    assert.deepEqual(step.output, 'text');
    assert.deepEqual(step.children[0]?.output, { line: 'x' });
    assert.deepEqual([scope.item, shared], [{ name: 'c' }, { name: 'a' }]);
  });

  it('does not reach prototypes', () => {
    const scope = create();
    setValue(scope, 'trigger.payload.__proto__', { polluted: true });
    assert.equal(Object.getPrototypeOf(scope.trigger.payload), Object.prototype);
    assert.deepEqual(Object.keys(scope.trigger.payload as object), ['first', 'list', '__proto__']);
    assert.equal('polluted' in {}, false);
  });

  it('is refused for anything else', () => {
    for (const expression of [
      'flow.name',
      'trigger.name',
      'steps[0].status',
      'steps[5].output',
      'trigger.payload.list[9]',
      'trigger.payload.none.deep',
      '{{item}} {{item}}',
      '1 + 1',
    ])
      assert.throws(() => setValue(create(), expression, 1), Refusal, expression);
  });

  it('takes an expression with or without braces', () => {
    assert.deepEqual(pathOf('{{ item.a }}'), ['item', 'a']);
    assert.deepEqual(pathOf('item["a b"][0]'), ['item', 'a b', 0]);
    assert.equal(pathOf('{{item.a}} > 2'), undefined);
    assert.equal(pathOf('item.a > 2'), undefined);
  });
});

describe('the log of a debug run', () => {
  const { signal } = new AbortController();

  it('wakes those who wait for an event, or for the end', async () => {
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

  it('ends the wait of a caller who has gone', async () => {
    const log = new EventLog(() => 'now');
    const caller = new AbortController();
    const waiting = log.wait(0, 60_000, caller.signal);
    caller.abort();
    await waiting;
    assert.equal(log.waiting, 0);
  });
});
