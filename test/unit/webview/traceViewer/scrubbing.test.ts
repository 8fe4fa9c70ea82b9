import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Scrubbing } from '../../../../src/webview/traceViewer/scrubbing.ts';

describe('webview/traceViewer/scrubbing', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('a scrub through a trace begins with the second of two quick steps and ends with a pause', () => {
    let ended = 0;
    const scrubbing = new Scrubbing(() => {
      ended++;
    });
    scrubbing.pass();
    assert.equal(scrubbing.isActive, false);
    mock.timers.tick(1000);
    scrubbing.pass();
    assert.equal(scrubbing.isActive, false);
    for (let step = 0; step < 20; step++) {
      mock.timers.tick(100);
      scrubbing.pass();
      assert.equal(scrubbing.isActive, true);
    }
    assert.equal(ended, 0);
    mock.timers.tick(1000);
    assert.deepEqual([scrubbing.isActive, ended], [false, 1]);
  });
});
