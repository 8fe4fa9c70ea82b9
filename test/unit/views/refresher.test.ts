import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Refresher } from '../../../src/views/refresher.ts';

describe('views/refresher', () => {
  let requests: number;
  let isVisible: boolean;
  let refresher: Refresher;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    requests = 0;
    isVisible = true;
    refresher = new Refresher(
      () => requests++,
      () => isVisible,
    );
  });

  afterEach(() => {
    refresher.dispose();
    mock.timers.reset();
  });

  /** Returns the number of requests after some seconds. */
  function requestsAfter(seconds: number): number {
    for (let second = 0; second < seconds; second++) mock.timers.tick(1000);
    return requests;
  }

  it('a refresh of a tree is requested once if VS Code reads the tree', async () => {
    refresher.refresh();
    assert.equal(requests, 1);
    assert.equal(await refresher.read(() => Promise.resolve('lines')), 'lines');
    assert.equal(requestsAfter(5), 1);
  });

  it('a refresh of a tree is requested each second until VS Code reads the tree', async () => {
    refresher.refresh();
    assert.equal(requestsAfter(3), 4);
    await refresher.read(() => Promise.resolve());
    assert.equal(requestsAfter(3), 4);
  });

  it('a refresh of a tree is not repeated during a read, which VS Code completes first', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const read = refresher.read(() => promise);
    refresher.refresh();
    assert.equal(requestsAfter(3), 1);
    resolve(undefined);
    await read;
    assert.equal(requestsAfter(1), 2);
  });

  it('a refresh of a tree is repeated after a read that failed', async () => {
    await assert.rejects(
      refresher.read(() => Promise.reject(new Error('No lines'))),
      /No lines/,
    );
    refresher.refresh();
    assert.equal(requestsAfter(1), 2);
  });

  it('a refresh of a tree is not repeated while the tree is hidden, but when it is shown again', () => {
    isVisible = false;
    refresher.refresh();
    assert.equal(requestsAfter(3), 1);
    refresher.resume();
    assert.equal(requestsAfter(1), 1);
    isVisible = true;
    refresher.resume();
    assert.equal(requestsAfter(1), 2);
  });

  it('a refresh of a tree is not repeated when the tree is shown again after VS Code has read it', async () => {
    refresher.refresh();
    await refresher.read(() => Promise.resolve());
    refresher.resume();
    assert.equal(requestsAfter(2), 1);
  });

  it('a refresh of a tree is not repeated after the end', () => {
    refresher.refresh();
    refresher.dispose();
    assert.equal(requestsAfter(2), 1);
  });
});
