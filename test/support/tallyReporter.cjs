const { appendFileSync } = require('node:fs');
const { relative } = require('node:path');
const { reporters, Runner } = require('mocha');

/**
 * Mocha's spec reporter with a closing line that counts the outcomes. Where an environment variable names a file for
 * them, it writes each outcome there as soon as it is known, so that a run that is stopped has lost nothing.
 */
module.exports = class TallyReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const events = Runner.constants;
    let began = 0;
    const begin = (outcome, one) => {
      began = performance.now();
      write(outcome, one);
    };
    const end = (outcome, one, more) =>
      write(outcome, one, { milliseconds: one.duration ?? Math.round(performance.now() - began), ...more });
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

function write(outcome, one, more) {
  const file = process.env.CLOUD_DEVICES_TEST_OUTCOMES;
  if (!file) return;
  const line = { outcome, title: one.fullTitle(), file: relative(process.cwd(), one.file ?? ''), ...more };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
