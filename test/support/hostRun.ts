import { appendFileSync } from 'node:fs';

/** Runs mocha inside VS Code over the tests that `load` defines; rejects when one of them fails. */
export async function runTests(load: () => void): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const grep = process.env['CLOUD_DEVICES_TEST_GREP'];
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 120_000,
    forbidOnly: true,
    reporter: Mocha.reporters.Base,
    ...(grep ? { grep } : {}),
  });
  mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, '', mocha);
  load();
  await new Promise<void>((resolve, reject) => {
    const runner = mocha.run(failures =>
      failures === 0 ? resolve() : reject(new Error(`${failures} tests failed`)),
    );
    const events = Mocha.Runner.constants;
    runner.on(events.EVENT_TEST_PASS, test => tell('passed', test.fullTitle()));
    runner.on(events.EVENT_TEST_PENDING, test => tell('skipped', test.fullTitle()));
    runner.on(events.EVENT_TEST_FAIL, (test, error: Error) =>
      tell('failed', test.fullTitle(), error.stack ?? error.message),
    );
  });
}

/**
 * Has the runner keep the window open until it has stored a text, such as a part of a workspace's state: the
 * browser writes it a moment after the extension was told so.
 */
export function keepOverReload(text: string): void {
  write({ outcome: 'kept', text });
}

function tell(outcome: 'passed' | 'failed' | 'skipped', title: string, problem?: string): void {
  write({ outcome, title, problem });
}

// A file, because the console reaches the runner outside late, or in the desktop version mixed with others.
function write(line: object): void {
  const file = process.env['CLOUD_DEVICES_TEST_OUTCOMES'];
  if (file === undefined) throw new Error('CLOUD_DEVICES_TEST_OUTCOMES does not name a file.');
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
