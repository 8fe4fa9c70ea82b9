import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Throttle } from '../../../src/util/throttle.ts';

describe('util/throttle', () => {
  let times: number[];
  let soon: Throttle;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
    times = [];
    soon = new Throttle(() => times.push(Date.now()), 50);
  });

  afterEach(() => {
    soon.dispose();
    mock.timers.reset();
  });

  it('a throttled function runs once for all calls in time, and again for later calls', () => {
    soon.schedule();
    mock.timers.tick(30);
    soon.schedule();
    mock.timers.tick(20);
    assert.deepEqual(times, [50]);
    mock.timers.tick(100);
    assert.deepEqual(times, [50]);
    soon.schedule();
    mock.timers.tick(50);
    assert.deepEqual(times, [50, 200]);
  });

  it('a throttled function does not run after it is disposed', () => {
    soon.schedule();
    soon.dispose();
    mock.timers.tick(100);
    assert.deepEqual(times, []);
  });
});
