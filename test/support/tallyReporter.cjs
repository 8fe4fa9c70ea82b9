'use strict';

const { appendFileSync } = require('node:fs');
const { relative } = require('node:path');
const { reporters, Runner } = require('mocha');

/**
 * Mocha's spec reporter with a final line that counts the outcomes. If an environment variable names a file, it appends
 * each outcome immediately, so that a stopped run loses nothing.
 */
module.exports = class TallyReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const events = Runner.constants;
    let began = 0;
    const begin = (outcome, runnable) => {
      began = performance.now();
      write(outcome, runnable);
    };
    const end = (outcome, runnable, details) =>
      write(outcome, runnable, {
        milliseconds: runnable.duration ?? Math.round(performance.now() - began),
        ...details,
      });
    runner.on(events.EVENT_HOOK_BEGIN, hook => begin('hookBegan', hook));
    runner.on(events.EVENT_HOOK_END, hook => end('hook', hook));
    runner.on(events.EVENT_TEST_BEGIN, test => begin('began', test));
    runner.on(events.EVENT_TEST_PASS, test => end('passed', test));
    runner.on(events.EVENT_TEST_PENDING, test => write('skipped', test));
    runner.on(events.EVENT_TEST_FAIL, (test, error) =>
      end('failed', test, { problem: error.stack ?? String(error) }),
    );
    runner.once(events.EVENT_RUN_END, () => {
      const { passes = 0, failures = 0, pending = 0 } = this.stats;
      process.stdout.write(`${passes} passed, ${failures} failed, ${pending} skipped\n`);
    });
  }
};

function write(outcome, runnable, details) {
  const file = process.env.CLOUD_DEVICES_TEST_OUTCOMES;
  if (!file) return;
  const line = {
    outcome,
    title: runnable.fullTitle(),
    file: relative(process.cwd(), runnable.file ?? ''),
    ...details,
  };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
